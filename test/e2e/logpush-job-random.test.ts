import fc from 'fast-check';
import { DEFAULT_ZONE_ID } from '../../emulator';
import { inLane } from '../support/lane';
import { jobConfig, type JobConfig } from '../support/job-arbitraries';
import { byHand, editJobs, heldAs, imports, jobs, rest, settle, useJobZone, workspace } from './job-zone';

useJobZone({ startedBy: 'workspace' });

/** So many jobs, each with a random configuration of its own, are planned and applied at once. */
const JOBS = inLane({ share: 15, whole: 80 });
const ROUNDS = inLane({ share: 2, whole: 4 });

const names = Array.from({ length: JOBS }, (_, index) => `job-${index}`);

/** What happens to one job before a plan. */
type Step =
  | { readonly kind: 'configure'; readonly config: JobConfig }
  | { readonly kind: 'remove' }
  | { readonly kind: 'hand edit'; readonly change: object }
  | { readonly kind: 'deleted by hand' }
  | { readonly kind: 'nothing' };

const configure = jobConfig.map((config): Step => ({ kind: 'configure', config }));
const handEdit = fc
  .constantFrom<object>(
    { enabled: true },
    { filter: null, frequency: 'low' },
    { logpull_options: 'fields=RayID&sample=0.1', output_options: null },
    { logpull_options: null, output_options: { field_names: ['RayID'], output_type: 'csv' } },
    { destination_conf: 'https://elsewhere.example.com/' },
    { max_upload_bytes: 6_000_000 },
  )
  .map((change): Step => ({ kind: 'hand edit', change }));
const step = fc.oneof(
  { weight: 5, arbitrary: configure },
  { weight: 1, arbitrary: fc.constant<Step>({ kind: 'remove' }) },
  { weight: 3, arbitrary: handEdit },
  { weight: 1, arbitrary: fc.constant<Step>({ kind: 'deleted by hand' }) },
  { weight: 2, arbitrary: fc.constant<Step>({ kind: 'nothing' }) },
);

const many = (one: fc.Arbitrary<Step>): fc.Arbitrary<readonly Step[]> =>
  fc.array(one, { minLength: JOBS, maxLength: JOBS });

/** The first round configures every job; the later ones edit at random. */
const history = fc
  .tuple(many(configure), fc.array(many(step), { minLength: ROUNDS - 1, maxLength: ROUNDS - 1 }))
  .map(([start, edits]) => [start, ...edits]);

test(`the plan after each apply is empty, over ${JOBS} random jobs and ${ROUNDS} rounds of editsand after imports`, async () => {
  await fc.assert(
    fc.asyncProperty(history, async (rounds) => {
      const configs = new Map<string, JobConfig>();
      for (const steps of rounds) {
        steps.forEach((one, index) => take(one, names[index] ?? '', configs));
        await settle(Object.fromEntries(configs));
      }
      imports(
        Object.fromEntries(
          [...configs].map(([name, { destination_conf_wo_version: version }]) => [
            name,
            [DEFAULT_ZONE_ID, heldAs(name)?.id, ...(version === undefined ? [] : [version])].join('/'),
          ]),
        ),
      );
      expect((await workspace.plan()).stdout).toContain('0 to add, 0 to change, 0 to destroy');
      await workspace.applied();
      workspace.write('import.tf', '');
      await rest();
      jobs({});
      await workspace.applied();
    }),
    { numRuns: 1, endOnFailure: true },
  );
});

function take(one: Step, name: string, configs: Map<string, JobConfig>): void {
  switch (one.kind) {
    case 'configure':
      configs.set(name, literal({ ...one.config, name }) as JobConfig);
      return;
    case 'remove':
      configs.delete(name);
      return;
    case 'hand edit':
      if (configs.has(name)) byHand(name, one.change);
      return;
    case 'deleted by hand':
      editJobs((all) => all.filter((job) => job.name !== name));
      return;
    case 'nothing':
      return;
  }
}

/** Strings of JSON configurations are templates: their markers are doubled to be taken as they are. */
function literal(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(/([$%])(?=\{)/g, '$1$1');
  if (Array.isArray(value)) return value.map(literal);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, literal(member)]));
}
