import { emulatedZone, ZONE, type EmulatedZone } from '../../api/emulated-zone';
import {
  CORE,
  deployed,
  transitionOf,
  HOST_RULE,
  MANAGED,
  computed,
  withEntryPoint,
} from './computed-transition';

let zone: EmulatedZone;
async function emulated(...parts: Parameters<typeof emulatedZone>): Promise<EmulatedZone> {
  zone = await emulatedZone(...parts);
  return zone;
}

const LOG = { [MANAGED]: { rules: { [HOST_RULE]: { action: 'log', enabled: null } } } };

describe('the rules of a transition are', () => {
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

describe('adjustments of missing rules or rulesets are problems', () => {
  const UNKNOWN = 'f'.repeat(32);

  test('of a ruleset that is not executed', async () => {
    const { client } = await emulated({ previous_waf: { core_rule_set: { sensitivity: 'off' } } });
    const adjustments = { [CORE]: { rules: { [UNKNOWN]: { action: 'log', enabled: null } } } };
    expect(await computed(client, { adjustments })).toMatchObject({
      problems: [
        {
          code: 'adjusted_ruleset_unknown',
          path: ['adjustments', CORE],
          message: `adjustments names the managed ruleset ${CORE}, which zone example.com (${ZONE}) does not execute.`,
          hint: `It executes ${MANAGED}. Correct the id, or remove the adjustment. Nothing was changed.`,
        },
      ],
    });
  });

  test('of a rule that the ruleset does not have, but one with nearly its id', async () => {
    const { client } = await emulated();
    const nearly = HOST_RULE.replace('23ee', '32ee');
    const adjustments = { [MANAGED]: { rules: { [nearly]: { action: 'log', enabled: null } } } };
    expect(await computed(client, { adjustments })).toMatchObject({
      problems: [{ code: 'managed_rule_unknown', path: ['adjustments', MANAGED, 'rules'] }],
    });
  });

  test('unless nothing of the ruleset is near: that is a warning, because its list may be a sample', async () => {
    const { client } = await emulated();
    const adjustments = { [MANAGED]: { rules: { [UNKNOWN]: { action: 'log', enabled: null } } } };
    const answer = await transitionOf(client, { adjustments });
    expect(answer.rules[0]?.action_parameters).toMatchObject({
      overrides: { rules: [{ id: UNKNOWN, action: 'log' }] },
    });
    expect(answer.unlisted).toMatchObject([
      { code: 'managed_rule_unlisted', path: ['adjustments', MANAGED, 'rules'] },
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
