import type { SurveyedZone } from '../../cli/migration/survey-model';
import { bypass, migratingZone, uriOverride, zoneIdOf } from '../e2e/migrating-zones';
import { createWorkspace, startService, type TestService, type Workspace } from '../support/workspace';
import { runSurvey, surveyIn, useFolder } from './running';

/** The words and digests of a survey are those of a plan, and what is approved from it is what a plan accepts. */

const TYPE = 'zone_managed_rules_migration';
const NAMES = ['losing', 'overridden', 'crowded', 'validating', 'changing'] as const;

const at = useFolder();
let service: TestService;
let workspace: Workspace;

beforeAll(async () => {
  const bypasses = Array.from({ length: 201 }, (_, index) =>
    bypass('0', { id: index.toString(16).padStart(32, '0'), expression: `ip.src eq 192.0.2.${index}` }),
  );
  const zones = [
    migratingZone('losing'),
    migratingZone('overridden', { previous: { uri_overrides: [uriOverride('6'), uriOverride('7')] } }),
    migratingZone('crowded', { previous: { firewall_rules: bypasses } }),
    migratingZone('validating', { state: 'validation' }),
    migratingZone('changing'),
  ];
  service = await startService({ seed: { zones }, settings: { rateLimit: 0, finishSeconds: 0 } });
  workspace = await createWorkspace({ env: service.env, startedBy: 'workspace' });
});

/** A migration for each approved zone, as the construct declares it. */
function declare(
  approved: Readonly<Record<string, Pick<SurveyedZone, 'name' | 'digest'>>>,
  more: object = {},
): void {
  const migrations = Object.entries(approved).map(([id, { name, digest }]) => [
    name.replace('.example', ''),
    {
      zone_id: id,
      target_state: 'finished',
      acknowledge_irreversible: id,
      approved_digest: digest,
      on_incompatible: 'skip',
    },
  ]);
  workspace.write(
    'main.tf.json',
    JSON.stringify({
      terraform: { required_providers: { zone: { source: 'zonewright/zone' } } },
      resource: { [TYPE]: Object.fromEntries(migrations) as object },
      ...more,
    }),
  );
}

async function planned(): Promise<{
  readonly exitCode: number;
  readonly text: string;
  readonly json: PlanJson;
}> {
  const { exitCode, stdout, stderr } = await workspace.plan({ out: 'tfplan' });
  const text = `${stdout}\n${stderr}`.replace(/[│╷╵]/g, '').replace(/\s+/g, ' ');
  if (exitCode === 1) return { exitCode, text, json: {} };
  return { exitCode, text, json: (await workspace.showJson('tfplan')).json as PlanJson };
}

interface PlanJson {
  readonly resource_changes?: readonly {
    readonly name: string;
    readonly change: { readonly after: Migration };
  }[];
  readonly planned_values?: { readonly outputs?: Readonly<Record<string, { readonly value: unknown }>> };
}

interface Migration {
  readonly rules: unknown;
  readonly rules_digest: string;
  readonly not_carried_over: unknown;
  readonly skipped_because: readonly string[] | null;
}

test('a survey has the digests, rules, losses and obstacles of a plan', async () => {
  const survey = at('survey.json');
  expect(await runSurvey(service, { out: survey, all: true })).toMatchObject({ exitCode: 0 });
  const zones = new Map(surveyIn(survey).zones.map((zone) => [zone.name.replace('.example', ''), zone]));
  const approved = NAMES.map((name) => {
    const digest = zones.get(name)?.digest ?? `sha256:${'0'.repeat(64)}`;
    return [zoneIdOf(name), { name, digest }] as const;
  });
  const ofEach = Object.fromEntries(NAMES.map((name) => [name, { zone_id: zoneIdOf(name) }]));
  const outputs = NAMES.flatMap((name) => [
    [`${name}_compatibility`, { value: `\${data.zone_managed_rules_compatibility.${name}}` }],
    [`${name}_configuration`, { value: `\${data.zone_managed_rules_configuration.${name}}` }],
  ]);
  declare(Object.fromEntries(approved), {
    data: { zone_managed_rules_compatibility: ofEach, zone_managed_rules_configuration: ofEach },
    output: Object.fromEntries(outputs) as object,
  });
  await workspace.ready();
  const { exitCode, json } = await planned();
  expect(exitCode).toBe(2);
  const value = (name: string) => json.planned_values?.outputs?.[name]?.value as Partial<SurveyedZone>;
  for (const name of NAMES) {
    const zone = zones.get(name) as SurveyedZone;
    const after = json.resource_changes?.find((change) => change.name === name)?.change.after as Migration;
    const [compatibility, configuration] = [value(`${name}_compatibility`), value(`${name}_configuration`)];
    expect(zone.obstacles).toEqual(compatibility.obstacles);
    expect(zone.digest).toBe(configuration.digest);
    expect(zone.rules ?? []).toEqual(configuration.rules);
    expect(zone.not_carried_over).toEqual(configuration.not_carried_over);
    const reasons = zone.problems.map(({ message }) => message);
    expect(reasons).toEqual(after.skipped_because ?? []);
    if (zone.digest === null) continue;
    expect(after).toMatchObject({
      rules: zone.rules,
      rules_digest: zone.digest,
      not_carried_over: zone.not_carried_over,
    });
  }
  expect(NAMES.filter((name) => zones.get(name)?.digest === null)).toEqual(['overridden', 'crowded']);
});

test('a plan accepts what was approved, and refuses rules that changed since', async () => {
  /** Approves the zones of a new survey that can go on, or have finished. */
  const approve = async (): Promise<void> => {
    await runSurvey(service, { out: at('survey.json'), all: true });
    const zones = surveyIn(at('survey.json')).zones.filter(({ digest }) => digest !== null);
    declare(Object.fromEntries(zones.map(({ id, name, digest }) => [id, { name, digest }])));
  };
  await approve();
  expect((await planned()).exitCode).toBe(2);

  service.emulator.control.patchZone(zoneIdOf('changing'), {
    previous_waf: { core_rule_set: { sensitivity: 'low' } },
  });
  const { exitCode, text } = await planned();
  expect(exitCode).toBe(1);
  expect(text).toContain(
    `The rules generated for zone changing.example (${zoneIdOf('changing')}) are not the approved ones.`,
  );
  expect(text.match(/are not the approved ones/g)).toHaveLength(1);

  await approve();
  await workspace.applied();
  const state = (name: string) => service.emulator.control.zone(zoneIdOf(name)).migration.state;
  expect(NAMES.map(state)).toEqual(['finished', 'start', 'start', 'finished', 'finished']);
});
