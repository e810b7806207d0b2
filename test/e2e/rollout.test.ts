import { zoneText } from './migrating-zones';
import {
  addressOf,
  applied,
  apply,
  approval,
  fails,
  finishes,
  outputs,
  plan,
  ready,
  record,
  rollout,
  service,
  states,
  traffic,
  useRollout,
} from './rollout-zones';

/** A rollout on the engine: six zones in three waves. The tests build on each other. */

useRollout({
  waves: { canary: ['one', 'two'], early: ['three', 'four', 'five'], between: [], rest: ['six'] },
});

const NO_WRITE = { written: [], refused: [] };
const OLD = `sha256:${'0'.repeat(64)}`;
const REASON = 'has ${overrides} for %{URIs}';

/** The digest of what is generated for each zone, as the refusal tells it. */
let digest = '';

const canary = (): ReturnType<typeof approval> => approval('canary', { one: digest, two: digest });
const early = (): ReturnType<typeof approval> =>
  approval('early', { three: digest, four: digest }, { five: REASON });
const rest = (): ReturnType<typeof approval> => approval('rest', { six: digest });

test('a wave that is not approved asks the service for nothing, and says what it waits for', async () => {
  rollout([]);
  await ready('canary');
  await applied('canary');
  expect(outputs('canary')).toEqual({
    left_out: {},
    not_approved: ['one.example', 'two.example'],
    waits_for: expect.stringContaining('zonewright migration approve --wave canary') as unknown,
  });
  expect(traffic()).toEqual({ written: [], refused: [], requests: 0 });
});

test('a zone whose generated rules are not the approved ones is named, and its wave does not begin', async () => {
  rollout([approval('canary', { one: OLD, two: null })]);
  const { exitCode, text } = await plan('canary');
  digest = /Now: (sha256:[0-9a-f]{64})/.exec(text)?.[1] ?? '';
  expect(exitCode).toBe(1);
  for (const name of ['one', 'two'])
    expect(text).toContain(`The rules generated for zone ${zoneText(name)} are not the approved ones.`);
  expect(traffic()).toMatchObject(NO_WRITE);
});

test('a wave that is approved too early is held back, and names the zones it waits for', async () => {
  rollout([canary(), early()]);
  await ready('early');
  const { exitCode, text } = await plan('early');
  expect(exitCode).toBe(1);
  expect(text).toContain(
    'Wave early is held back, and this plan changes none of its zones. Not finished in wave canary (2 of 2): ' +
      'one.example (start), two.example (start). The rollout stops after 1. Plan and apply waf-canary: it says what is ',
  );
  // The status of each zone of both waves.
  expect(traffic()).toEqual({ written: [], refused: [], requests: 4 });
  // Not one zone has migrated, so there is nothing to tolerate.
  rollout([canary(), early()], { stopAfterFailures: 3 });
  expect((await plan('early')).text).toContain('Not finished in wave canary (2 of 2)');
});

test('the first wave is applied as planned, and the next one waits until it has finished', async () => {
  await applied('canary');
  expect(record('canary')).toEqual({
    rollout: 'waf',
    wave: 'canary',
    position: '1',
    target: 'finished',
    approved_by: 'Ada <ada@example.com>',
    approved_at: '2027-01-31T08:00:00Z',
    ticket: 'OPS-1',
    zones: '2',
    left_out: '0',
  });
  expect(states('canary')).toEqual({ one: 'finishing', two: 'finishing' });
  const { exitCode, text } = await plan('early');
  expect(exitCode).toBe(1);
  expect(text).toContain(
    'Still finishing in wave canary (2 of 2): one.example, two.example. Plan again when they have finished.',
  );
  expect(traffic()).toMatchObject({ written: ['one', 'two'], refused: [] });
  await finishes();
});

test('a wave with a zone that fails migrates the others, and the next wave does not begin', async () => {
  fails('three', 400);
  const planned = await plan('early');
  expect(planned.exitCode).toBe(2);
  // Both get the same rules, which one of the two warnings lists.
  expect(planned.text.match(/IRREVERSIBLE|Apply saves the(se| same \d+) rules/g)?.sort()).toEqual([
    expect.stringMatching(/^Apply saves the same \d+ rules$/),
    'Apply saves these rules',
    'IRREVERSIBLE',
    'IRREVERSIBLE',
  ]);
  const failed = await apply('early');
  expect(failed.exitCode).toBe(1);
  expect(failed.text).toContain(zoneText('three'));
  expect(traffic()).toMatchObject({ written: ['four'], refused: ['three'] });
  await finishes();
  rollout([canary(), early(), rest()]);
  await ready('rest');
  const held = await plan('rest');
  expect(held.exitCode).toBe(1);
  expect(held.text).toContain('Not finished in wave early (1 of 2): three.example (start).');
  expect(await plan('rest', '-refresh=false', `-target=${addressOf('rest', 'six')}`)).toMatchObject({
    exitCode: 1,
    text: expect.stringContaining('Wave rest is held back') as unknown,
  });
  rollout([canary(), early(), rest()], { stopAfterFailures: 2 });
  expect(await plan('rest')).toMatchObject({ exitCode: 2 });
  expect(traffic()).toMatchObject(NO_WRITE);
});

test('after the repair the rollout goes on', async () => {
  service.emulator.control.faults.clear();
  rollout([canary(), early(), rest()]);
  await applied('early');
  await finishes();
  expect(traffic()).toMatchObject({ written: ['three'], refused: [] });
});

test('a zone of an earlier wave without an approval holds back a wave that has not begun, until it is left out', async () => {
  const withoutFive = approval('early', { three: digest, four: digest });
  const moved = { moved: { five: 'between' } };
  rollout([canary(), withoutFive, rest()], moved);
  const held = await plan('rest');
  expect(held).toMatchObject({ exitCode: 1 });
  expect(held.text).toContain(
    'Wave rest is held back, and this plan changes none of its zones. Neither approved for finished nor there yet in ' +
      'wave between, which comes before it (1 of 1): five.example (start). Approve that wave first: zonewright ',
  );
  // The status of six, of the two zones of the wave before, and of five.
  expect(traffic()).toEqual({ written: [], refused: [], requests: 4 });
  rollout([canary(), withoutFive, approval('between', {}, { five: REASON }), rest()], moved);
  expect(await plan('rest')).toMatchObject({ exitCode: 2 });
  traffic();
});

test('the last wave migrates, and only what was approved has migrated', async () => {
  rollout([canary(), early(), rest()]);
  await applied('rest');
  await finishes();
  expect(traffic()).toMatchObject({ written: ['six'], refused: [] });
  for (const wave of ['canary', 'early', 'rest']) expect(await plan(wave)).toMatchObject({ exitCode: 0 });
  // Two for each of the five zones.
  expect(traffic()).toEqual({ written: [], refused: [], requests: 10 });
  expect({ ...states('canary'), ...states('early'), ...states('rest') }).toEqual({
    one: 'finished',
    two: 'finished',
    three: 'finished',
    four: 'finished',
    five: 'start',
    six: 'finished',
  });
  expect(outputs('early')).toEqual({ left_out: { 'five.example': REASON }, not_approved: [] });
});

test('a wave that has finished is not held back by a zone that comes into an earlier one', async () => {
  rollout([canary(), approval('early', { three: digest, four: digest }), rest()], {
    moved: { five: 'between' },
  });
  // The wave has another position now, which its gate records.
  expect(await plan('rest')).toMatchObject({ exitCode: 2 });
  expect(traffic()).toEqual({ written: [], refused: [], requests: 2 });
});

test('a zone that has finished moves to another wave, which takes it over without a digest and without a write', async () => {
  rollout([canary(), early(), rest()], { edit: (made) => made.migrationOf('two.example').forget() });
  await applied('canary');
  traffic();
  const moved = { moved: { two: 'early' } };
  const approvals = [
    approval('canary', { one: digest }),
    approval('early', { three: digest, four: digest, two: null }, { five: REASON }),
    rest(),
  ];
  rollout(approvals, moved);
  // What changes of the old wave is its record.
  await applied('canary');
  await applied('early');
  expect(traffic()).toMatchObject(NO_WRITE);
  expect([record('canary'), record('early')]).toMatchObject([{ zones: '1' }, { zones: '3' }]);
  expect(await plan('early')).toMatchObject({ exitCode: 0 });
});
