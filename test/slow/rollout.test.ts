import { uriOverride, zoneIdOf, zoneText } from '../e2e/migrating-zones';
import {
  applied,
  apply,
  approval,
  fails,
  plan,
  ready,
  rollout,
  service,
  states,
  traffic,
  useRollout,
} from '../e2e/rollout-zones';

/**
 * A rollout of 60 zones in four waves, planned and applied as a pipeline does it: each plan is saved, and exactly that is
 * applied. The tests build on each other.
 */

const names = (wave: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `${wave}-${index + 1}`);

const WAVES = {
  one: names('one', 5),
  two: names('two', 10),
  three: names('three', 15),
  four: names('four', 30),
};

/** Zones that cannot migrate, or may not. The last one validates. */
const LEFT_OUT: Record<string, string> = {
  'two-10': 'has a URI-based override',
  'three-15': 'its team is not ready',
  'four-30': 'goes on validating',
};
const LATE = 'one-5';

/** Where the zones are in the end that have not finished. */
const NOT_FINISHED: Readonly<Record<string, string>> = {
  ...{ 'one-4': 'start', 'two-10': 'start', 'three-15': 'start', 'four-30': 'validation' },
  [LATE]: 'start',
};

useRollout({
  waves: WAVES,
  unlike: { 'two-10': { previous: { uri_overrides: [uriOverride('6')] } } },
  finishSeconds: 0,
});

/** The service's own waits between the tries of a request are part of this; its limit is not. */
const SETTINGS = { settings: {}, provider: { maxRequestsPerSecond: 1000 } };

type Wave = keyof typeof WAVES;

let digest = `sha256:${'0'.repeat(64)}`;

const approvedOf = (wave: Wave, without: readonly string[] = [LATE]): readonly string[] =>
  WAVES[wave].filter((name) => !(name in LEFT_OUT) && !without.includes(name));

/** The approval of a wave, with other digests for some zones. */
function approve(
  wave: Wave,
  more: Readonly<Record<string, string>> = {},
  without?: readonly string[],
): ReturnType<typeof approval> {
  const digests = Object.fromEntries(approvedOf(wave, without).map((name) => [name, digest]));
  const leftOut = Object.entries(LEFT_OUT).filter(([name]) =>
    (WAVES[wave] as readonly string[]).includes(name),
  );
  return approval(wave, { ...digests, ...more }, Object.fromEntries(leftOut));
}

const waves = Object.keys(WAVES) as readonly Wave[];

/** Every wave approved at once, which the order of approvals allows. The fourth may validate before, as a whole. */
const all = (more: Readonly<Record<string, string>> = {}): readonly ReturnType<typeof approval>[] => [
  ...waves.map((wave) => approve(wave, wave === 'two' ? more : {})),
  validated(),
];

const validated = (): ReturnType<typeof approval> => ({
  ...approval('four', Object.fromEntries(WAVES.four.map((name) => [name, digest]))),
  target: 'validation',
});

/** What a plan that fails says, and that the service was asked to change nothing. */
async function refused(wave: Wave): Promise<string> {
  const { exitCode, text } = await plan(wave);
  expect(exitCode).toBe(1);
  expect(traffic()).toMatchObject({ written: [], refused: [] });
  return text;
}

beforeAll(async () => {
  rollout(all(), SETTINGS);
  for (const wave of waves) await ready(wave);
});

test('each wave but the first is held back, also when all are approved at once', async () => {
  digest = /Now: (sha256:[0-9a-f]{64})/.exec(await refused('one'))?.[1] ?? '';
  rollout(all(), SETTINGS);
  expect(await refused('two')).toContain('Not finished in wave one (4 of 4): one-1.example (start), ');
  expect(await refused('three')).toContain('Not finished in wave two (9 of 9): ');
  expect(await refused('four')).toContain('Not finished in wave three (14 of 14): ');
});

test('the first wave migrates the zones that were approved; one that cannot migrate any more is no failure', async () => {
  const { control } = service.emulator;
  control.patchZone(zoneIdOf('one-4'), { previous_waf: { uri_overrides: [uriOverride('7')] } });
  traffic();
  await applied('one');
  expect(traffic()).toMatchObject({
    written: approvedOf('one').filter((name) => name !== 'one-4'),
    refused: [],
  });
  const still = await plan('one');
  expect(still).toMatchObject({ exitCode: 0 });
  expect(still.text).toContain(zoneText('one-4'));
});

test('the next wave waits for that zone until it is left out, which changes nothing at the service', async () => {
  expect(await refused('two')).toContain('Not finished in wave one (1 of 4): one-4.example (start).');
  LEFT_OUT['one-4'] = 'has a URI-based override';
  rollout(all(), SETTINGS);
  await applied('one');
  expect(await plan('one')).toMatchObject({ exitCode: 0 });
  expect(traffic()).toMatchObject({ written: [], refused: [] });
});

test('a zone whose settings changed after the approval is named, and its wave does not begin until it is approved again', async () => {
  service.emulator.control.patchZone(zoneIdOf('two-3'), {
    previous_waf: { core_rule_set: { sensitivity: 'low' } },
  });
  traffic();
  const text = await refused('two');
  expect(text).toContain(`The rules generated for zone ${zoneText('two-3')} are not the approved ones.`);
  expect(text.match(/Error:/g)).toHaveLength(1);
  changed = /Now: (sha256:[0-9a-f]{64})/.exec(text)?.[1] ?? '';
  rollout(all({ 'two-3': changed }), SETTINGS);
  expect(await plan('two')).toMatchObject({ exitCode: 2 });
});

let changed = '';

test('a zone of the second wave fails: the others migrate, and neither the third wave nor the fourth begins', async () => {
  traffic();
  fails('two-7', 500);
  const { exitCode, text } = await apply('two');
  expect(exitCode).toBe(1);
  expect(text).toContain(zoneText('two-7'));
  expect(traffic()).toMatchObject({
    written: approvedOf('two')
      .filter((name) => name !== 'two-7')
      .sort(),
    refused: ['two-7'],
  });
  expect(await refused('three')).toContain(
    'Wave three is held back, and this plan changes none of its zones. Not finished in wave two (1 of 9): ' +
      'two-7.example (start). The rollout stops after 1.',
  );
  expect(await refused('four')).toContain('Not finished in wave three (14 of 14): ');
});

test('a failure that the rollout allows does not stop it', async () => {
  rollout(all({ 'two-3': changed }), { ...SETTINGS, stopAfterFailures: 2 });
  expect(await plan('three')).toMatchObject({ exitCode: 2 });
  rollout(all({ 'two-3': changed }), SETTINGS);
  await refused('three');
});

test('repaired and applied again, the rollout goes on', async () => {
  service.emulator.control.faults.clear();
  await applied('two');
  await applied('three');
  expect(traffic()).toMatchObject({ written: ['two-7', ...approvedOf('three')].sort(), refused: [] });
});

test('the fourth wave validates, and finishes when that is approved as well: but for a zone that is left out', async () => {
  const approvals = all({ 'two-3': changed });
  rollout(
    approvals.filter(({ wave, target }) => wave !== 'four' || target === 'validation'),
    SETTINGS,
  );
  await applied('four');
  expect(Object.values(states('four'))).toEqual(WAVES.four.map(() => 'validation'));
  traffic();
  rollout(approvals, SETTINGS);
  await applied('four');
  expect(traffic()).toMatchObject({ written: [...approvedOf('four')].sort(), refused: [] });
});

test('at the end nothing is left to do, and nothing was migrated that was not approved', async () => {
  for (const wave of waves) expect(await plan(wave)).toMatchObject({ exitCode: 0 });
  expect(traffic()).toMatchObject({ written: [], refused: [] });
  for (const wave of waves)
    expect(states(wave)).toEqual(
      Object.fromEntries(WAVES[wave].map((name) => [name, NOT_FINISHED[name] ?? 'finished'])),
    );
});

test('a late zone of the first wave is approved: the waves after it have nothing left to hold', async () => {
  traffic();
  const late = all({ 'two-3': changed }).map((one) => (one.wave === 'one' ? approve('one', {}, []) : one));
  rollout(late, SETTINGS);
  for (const wave of waves.slice(1)) expect(await plan(wave)).toMatchObject({ exitCode: 0 });
  await applied('one');
  expect(traffic()).toMatchObject({ written: [LATE], refused: [] });
});

test('a zone moves to another wave: one state forgets it, the other takes it over, and nothing is written', async () => {
  traffic();
  const approvals = all({ 'two-3': changed });
  rollout(approvals, { ...SETTINGS, edit: (made) => made.migrationOf('three-1.example').forget() });
  await applied('three');
  const moved = { 'three-1': 'four' };
  expect(() => rollout(approvals, { ...SETTINGS, moved })).toThrow(
    `three-1.example (${zoneIdOf('three-1')}) is approved for finished with three, but the inventory has it in four.`,
  );
  const edited = approvals.map((one) => {
    if (one.wave === 'three') return approve('three', {}, ['three-1']);
    return one.wave === 'four' && one.target === 'finished' ? approve('four', { 'three-1': digest }) : one;
  });
  rollout(edited, { ...SETTINGS, moved });
  await applied('four');
  await applied('three');
  for (const wave of ['three', 'four'] as const) expect(await plan(wave)).toMatchObject({ exitCode: 0 });
  expect(traffic()).toMatchObject({ written: [], refused: [] });
});
