import { declared } from '../program/program';
import { zonesWithJobs } from './draw-block';
import type { Draft } from './generate';
import type { HandEdit } from './scenario';

/** What others do at the service, past every program: to what is declared, and beside it. */
export function drawHandEdit({ draw, programs, zones, taken }: Draft): HandEdit {
  const all = [programs.a, programs.b].flatMap(declared);
  const jobs = all.filter(({ block }) => block.kind === 'job').map(({ member }) => member.key);
  const fields = all.filter(({ block }) => block.kind === 'fields').map(({ member }) => member.zone);
  const rules = all.filter(({ block }) => block.kind === 'rules').map(({ member }) => member.zone);
  const zone = draw.int(zones.length);
  const ofFields = fields.length === 0 ? zone : draw.pick(fields);
  const foreign = `by-hand-${(taken.count += 1)}`;
  taken.keys.add(foreign);
  const added = {
    by: 'hand',
    what: 'add job',
    zone: draw.pick(zonesWithJobs({ zones })),
    key: foreign,
  } as const;
  const key = jobs.length === 0 ? undefined : draw.pick(jobs);
  return draw.weighted<HandEdit>([
    [1, added],
    [3, key === undefined ? added : { by: 'hand', what: 'change job', key, change: drawJobChange({ draw }) }],
    [2, key === undefined ? added : { by: 'hand', what: 'rotate', key }],
    [2, key === undefined ? added : { by: 'hand', what: 'delete job', key }],
    [2, { by: 'hand', what: 'save fields', zone: ofFields, cookies: [`hand-${taken.count}`] }],
    [1, { by: 'hand', what: 'delete fields', zone: ofFields }],
    [
      rules.length === 0 ? 0 : 2,
      {
        by: 'hand',
        what: draw.pick(['disable rules', 'delete rules'] as const),
        zone: rules.length === 0 ? zone : draw.pick(rules),
      },
    ],
    [1, { by: 'hand', what: 'previous rules', zone, sensitivity: draw.pick(['high', 'medium', 'low']) }],
  ]);
}

function drawJobChange({ draw }: Pick<Draft, 'draw'>): object {
  return draw.pick<object>([
    { enabled: draw.chance(0.5) },
    { filter: null, frequency: 'low' },
    { logpull_options: 'fields=RayID&sample=0.1', output_options: null },
    { logpull_options: null, output_options: { field_names: ['RayID'], output_type: 'csv' } },
    { max_upload_bytes: 6_000_000 },
  ]);
}
