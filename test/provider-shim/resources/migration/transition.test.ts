import type { SeedZone } from '../../../../emulator';
import { digestOf, savedRules } from '../../../../provider-shim/resources/rules/rule';
import { PHASE_MANAGED_RULES, type MigrationState, type TargetState } from '../../../../schema';
import { emulatedZone, ZONE, type EmulatedZone } from '../../api/emulated-zone';
import {
  CORE,
  deployed,
  transitionOf,
  HOST_RULE,
  MANAGED,
  computed,
  uriOverrides,
  withEntryPoint,
} from './computed-transition';

let zone: EmulatedZone;
afterEach(() => zone.close());

async function emulated(...parts: Parameters<typeof emulatedZone>): Promise<EmulatedZone> {
  zone = await emulatedZone(...parts);
  return zone;
}

const LOG = { [MANAGED]: { rules: { [HOST_RULE]: { action: 'log', enabled: null } } } };

describe('a transition follows from the status and the target:', () => {
  type Todo = readonly [
    saves: boolean,
    trigger: string | undefined,
    reached: MigrationState,
    generated: boolean,
  ];

  test.each<readonly [MigrationState, TargetState, Todo]>([
    ['start', 'validation', [true, 'validation', 'validation', true]],
    ['start', 'finished', [true, 'pending', 'finished', true]],
    ['validation', 'validation', [true, 'validation', 'validation', true]],
    ['validation', 'finished', [true, 'pending', 'finished', true]],
    ['finishing', 'validation', [false, undefined, 'finished', false]],
    ['finishing', 'finished', [false, undefined, 'finished', false]],
    ['finished', 'validation', [false, undefined, 'finished', false]],
    ['finished', 'finished', [false, undefined, 'finished', false]],
  ])('%s, %s', async (state, target, expected) => {
    const { client } = await emulated({ ...withEntryPoint(deployed()), migration: { state } });
    const { saves, trigger, reached, base, status } = await transitionOf(client, { target });
    expect(status.state).toBe(state);
    expect([saves, trigger, reached, base.generated]).toEqual(expected);
  });

  test('finishing saves the saved rules again, since the save is the step', async () => {
    const { client } = await emulated();
    const { rules, name } = await transitionOf(client, { target: 'validation' });
    await client.saveManagedRules(ZONE, { name, rules }, 'validation');
    const { saves, trigger } = await transitionOf(client, { target: 'finished' });
    expect([saves, trigger]).toEqual([true, 'pending']);
  });
});

describe('the rules of a transition are', () => {
  test('the generated ones with the adjustments, otherwise unchanged', async () => {
    const { client } = await emulated();
    const { rules } = await client.getMigrationConfiguration(ZONE);
    const answer = await transitionOf(client, { adjustments: LOG });
    expect(answer.base.rules).toEqual(rules);
    expect(answer.rules[0]).toEqual({
      ...rules[0],
      action_parameters: { id: MANAGED, overrides: { rules: [{ id: HOST_RULE, action: 'log' }] } },
    });
    expect(answer.rules.slice(1)).toEqual(rules.slice(1));
    expect([answer.shown, answer.digest]).toEqual([savedRules(answer.rules), digestOf(answer.shown)]);
  });

  test.each(['finishing', 'finished'] as const)(
    '%s: those that are there, whatever is declared',
    async (state) => {
      const { client } = await emulated({ ...withEntryPoint(deployed()), migration: { state } });
      const { rules = [] } = (await client.getEntrypoint(ZONE, PHASE_MANAGED_RULES)) ?? {};
      const { shown, saves } = await transitionOf(client, { adjustments: LOG });
      expect([shown, saves]).toEqual([savedRules(rules), false]);
    },
  );

  test('once the state has the end those of the state: the zone is not asked for its rules', async () => {
    const { client } = await emulated({ ...withEntryPoint(deployed()), migration: { state: 'finished' } });
    const { shown } = await transitionOf(client, {}, { irreversible: true, rules: [] });
    expect([shown, zone.requests().filter((request) => request.includes('entrypoint'))]).toEqual([[], []]);
    const early = { irreversible: false, rules: [] };
    expect((await transitionOf(client, {}, early)).shown).toHaveLength(1);
  });

  test('during validation, where none are generated, the saved ones with the adjustments', async () => {
    const { client } = await emulated({ ...withEntryPoint(deployed()), migration: { state: 'validation' } });
    zone.emulator.control.faults.put([
      { match: { operation: 'migration.config' }, effect: { kind: 'answer', status: 400 } },
    ]);
    const answer = await transitionOf(client, { target: 'validation', adjustments: LOG });
    expect(answer).toMatchObject({ saves: true, base: { generated: false } });
    expect(answer.rules.map(({ action_parameters: parameters }) => parameters)).toEqual([
      { id: MANAGED, overrides: { rules: [{ id: HOST_RULE, action: 'log' }] }, version: 'latest' },
    ]);
  });
});

describe('URI-based overrides in the way of a transition', () => {
  const [ONE, TWO] = ['a'.repeat(32), 'b'.repeat(32)];

  test('are deleted when that is declared, and nothing else happens until the rules can be shown', async () => {
    const { client } = await emulated(uriOverrides(ONE, TWO));
    const answer = await transitionOf(client, { deleteUriOverrides: true });
    expect(answer.base.deletions.map(({ id }) => id)).toEqual([ONE, TWO]);
    expect(answer).toMatchObject({ saves: false, trigger: undefined, reached: 'start', rules: [] });
    expect(zone.requests().filter((request) => !request.startsWith('GET'))).toEqual([]);
  });

  test.each<readonly [string, Partial<SeedZone>, Parameters<typeof computed>[1], readonly string[]]>([
    ['are a problem where that is not declared', uriOverrides(ONE), {}, ['uri_overrides_in_the_way']],
    [
      'are a problem while validating as well',
      { ...uriOverrides(ONE), ...withEntryPoint(deployed()), migration: { state: 'validation' } },
      {},
      ['uri_overrides_in_the_way'],
    ],
  ])('%s', async (_case, seed, declared, codes) => {
    const { client } = await emulated(seed);
    const answer = await computed(client, declared);
    expect('problems' in answer ? answer.problems.map(({ code }) => code) : []).toEqual(codes);
  });
});

describe('adjustments of missing rules or rulesets are problems', () => {
  const UNKNOWN = 'f'.repeat(32);
  const NEARLY = HOST_RULE.replace('23ee', '32ee');

  test.each<readonly [string, Partial<SeedZone>, object, object]>([
    [
      'of a ruleset that is not executed',
      { previous_waf: { core_rule_set: { sensitivity: 'off' } } },
      { [CORE]: { rules: { [UNKNOWN]: { action: 'log', enabled: null } } } },
      {
        code: 'adjusted_ruleset_unknown',
        path: ['adjustments', CORE],
        message: `adjustments names the managed ruleset ${CORE}, which zone example.com (${ZONE}) does not execute.`,
        hint: `It executes ${MANAGED}. Correct the id, or remove the adjustment. Nothing was changed.`,
      },
    ],
    [
      'of a rule that the ruleset does not have, but one with nearly its id',
      {},
      { [MANAGED]: { rules: { [NEARLY]: { action: 'log', enabled: null } } } },
      {
        code: 'managed_rule_unknown',
        path: ['adjustments', MANAGED, 'rules'],
        message: `The managed ruleset Cloudflare Managed Ruleset (${MANAGED}) has no rule ${NEARLY}.`,
        hint: expect.stringContaining(`Did you mean ${HOST_RULE} (`) as string,
      },
    ],
  ])('%s', async (_case, seed, adjustments, problem) => {
    const { client } = await emulated(seed);
    expect(await computed(client, { adjustments: adjustments as typeof LOG })).toMatchObject({
      problems: [problem],
    });
  });

  test('unless nothing of the ruleset is near: that is a warning, because its list may be a sample', async () => {
    const { client } = await emulated();
    const adjustments = { [MANAGED]: { rules: { [UNKNOWN]: { action: 'log', enabled: null } } } };
    const answer = await transitionOf(client, { adjustments });
    expect(answer.rules[0]?.action_parameters).toMatchObject({
      overrides: { rules: [{ id: UNKNOWN, action: 'log' }] },
    });
    expect(answer.unlisted).toEqual([
      {
        code: 'managed_rule_unlisted',
        path: ['adjustments', MANAGED, 'rules'],
        message: `The managed ruleset Cloudflare Managed Ruleset (${MANAGED}) does not list the rule ${UNKNOWN}; the service decides at apply.`,
        hint: 'It lists 14 rules, which may be a sample: what is named is sent as it is.',
      },
    ]);
  });

  test('unless the ruleset may not be read, and the service decides', async () => {
    const { client } = await emulated();
    zone.emulator.control.faults.put([
      { match: { operation: 'rulesets.get' }, effect: { kind: 'answer', status: 403 } },
    ]);
    const adjustments = { [MANAGED]: { rules: { [UNKNOWN]: { action: 'log', enabled: null } } } };
    expect(await transitionOf(client, { adjustments })).toMatchObject({ saves: true });
  });
});
