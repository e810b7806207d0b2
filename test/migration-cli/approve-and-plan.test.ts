import { readFileSync } from 'node:fs';
import type { SurveyedZone } from '../../cli/migration/survey';
import { bypass, migratingZone, uriOverride, zoneIdOf } from '../e2e/migrating-zones';
import { printed, service, useWorkspace, workspace } from '../e2e/one-service';
import { rowsIn, runApprove, runSurvey, surveyIn, useFolder } from './running';

/** What approve writes is what a plan with require_approval wants, and the words of a survey are those of the plan. */

const TYPE = 'zone_managed_rules_migration';
const NAMES = ['losing', 'overridden', 'crowded', 'validating', 'small', 'changing'] as const;

const MAIN = `
terraform {
  required_providers { zone = { source = "zonewright/zone" } }
}
provider "zone" {
  require_approval = true
}
resource "${TYPE}" "this" {
  for_each             = { for row in jsondecode(file("approvals.json")) : row.zone => row }
  zone_id              = each.key
  target_state         = split("/", each.value.approved_digest)[1]
  approved_digest      = each.value.approved_digest
  delete_uri_overrides = true
}
`;

const at = useFolder();
const BYPASSES = Array.from({ length: 201 }, (_, index) =>
  bypass('0', { id: index.toString(16).padStart(32, '0'), expression: `ip.src eq 192.0.2.${index}` }),
);
const ZONES = [
  migratingZone('losing'),
  migratingZone('overridden', { previous: { uri_overrides: [uriOverride('6'), uriOverride('7')] } }),
  migratingZone('crowded', { previous: { firewall_rules: BYPASSES } }),
  migratingZone('validating', { state: 'validation', previous: { uri_overrides: [uriOverride('6')] } }),
  migratingZone('small', { plan: 'professional' }),
  migratingZone('changing'),
];
useWorkspace(
  { seed: { zones: ZONES }, settings: { rateLimit: 0, finishSeconds: 0 } },
  { files: { 'main.tf': MAIN, 'approvals.json': '[]' } },
);

async function surveyed(): Promise<ReadonlyMap<string, SurveyedZone>> {
  await runSurvey(service, { out: at('survey.json'), file: at('approvals.json'), all: true });
  return new Map(surveyIn(at('survey.json')).zones.map((zone) => [zone.name.replace('.example', ''), zone]));
}

/** Approves the next step of each zone, for the workspace, with the commands that a survey prints. */
async function approve(): Promise<void> {
  const options = { survey: at('survey.json'), file: at('approvals.json') };
  const { out } = await runSurvey(service, { out: options.survey, file: options.file, all: true });
  for (const [, words = ''] of out.matchAll(/migration approve (.*?) --file/g))
    await runApprove(service, options, words.split(' '));
  workspace.write('approvals.json', readFileSync(at('approvals.json'), 'utf8'));
}

interface Planned {
  readonly exitCode: number;
  readonly text: string;
  /** By the name of the zone. */
  readonly after: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
}

async function planned(): Promise<Planned> {
  const { exitCode, stdout, stderr } = await workspace.plan({ out: 'tfplan' });
  const text = printed({ stdout, stderr });
  if (exitCode === 1) return { exitCode, text, after: new Map() };
  const { json } = await workspace.showJson('tfplan');
  const changes = (json as { resource_changes?: { index: string; change: { after: object } }[] })
    .resource_changes;
  const after = (changes ?? []).map(({ index, change }) => {
    const name = NAMES.find((each) => zoneIdOf(each) === index) ?? index;
    return [name, change.after as Readonly<Record<string, unknown>>] as const;
  });
  return { exitCode, text, after: new Map(after) };
}

const states = () =>
  Object.fromEntries(
    NAMES.map((name) => [name, service.emulator.control.zone(zoneIdOf(name)).migration.state]),
  );
const stepsOf = (after: Planned['after']) =>
  Object.fromEntries([...after].map(([name, { step }]) => [name, step]));

test('from a survey to the end, each step approved by the command and applied', async () => {
  await approve();
  const before = await surveyed();
  const first = await planned();
  expect(first).toMatchObject({ exitCode: 2 });
  expect(stepsOf(first.after)).toEqual({
    losing: 'begin validation',
    overridden: 'delete URI overrides',
    validating: 'delete URI overrides',
    small: 'finish',
    changing: 'begin validation',
  });
  for (const [name, after] of first.after) {
    const zone = before.get(name) as SurveyedZone;
    expect(zone.approval.status).toBe('approved');
    expect(after['not_carried_over']).toEqual(zone.not_carried_over);
    expect(after['deleted_uri_overrides']).toHaveLength(zone.deleted_uri_overrides.length);
    if (zone.rules) expect(after['rules']).toHaveLength(zone.rules.length);
  }

  await workspace.applied();
  expect(states()).toMatchObject({ losing: 'validation', overridden: 'start', small: 'finished' });
  const between = await surveyed();
  expect(between.get('losing')).toMatchObject({ step: 'finished', approval: { status: 'done' } });
  expect(between.get('small')?.approval).toEqual({ status: 'done', step: 'finished', because: [] });
  expect(between.get('overridden')?.approval.status).toBe('stale');

  // An approval of validation is none of the end, and that of the overrides none of the rules.
  const stale = await planned();
  expect(stale).toMatchObject({ exitCode: 1 });
  expect(stale.text).toContain('The step saves rules that nobody has approved yet');
  await approve();
  expect(stepsOf((await planned()).after)).toMatchObject({
    ...{ losing: 'finish', overridden: 'begin validation', validating: 'finish', changing: 'finish' },
  });
  await workspace.applied();
  await approve();
  await workspace.applied();
  expect(states()).toEqual({
    ...{ losing: 'finished', overridden: 'finished', crowded: 'start' },
    ...{ validating: 'finished', small: 'finished', changing: 'finished' },
  });
  const names = NAMES.filter((name) => name !== 'crowded');
  const end = await surveyed();
  expect(names.map((name) => end.get(name)?.approval.status)).toEqual(names.map(() => 'done'));
  expect(end.get('crowded')?.counted_as).toEqual(['blocked']);
  expect(rowsIn(at('approvals.json'))).toHaveLength(names.length);
});
