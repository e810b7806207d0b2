import type { Plan } from '../../../emulator';
import { DEPLOY, DEPLOY_OFF, ENTRY_POINT, migratingZone } from './migrating-zone';

type SeedState = 'start' | 'validation' | 'finishing' | 'finished';

/** docs/internals/service.md 7.1. The outcome is the name of the new state, or status and code of the refusal. */
const TABLE: readonly (readonly [SeedState, string, Partial<Record<Plan, string>>])[] = [
  ['start', 'validation', { professional: '403 30107', business: '403 30107', enterprise: 'validation' }],
  ['start', 'pending', { professional: 'pending', business: 'pending', enterprise: 'pending' }],
  ['validation', 'validation', { enterprise: 'validation' }],
  ['validation', 'pending', { enterprise: 'pending' }],
  ['finishing', 'validation', { professional: '400 30106', business: '400 30106', enterprise: '400 30106' }],
  ['finishing', 'pending', { professional: 'pending', business: 'pending', enterprise: 'pending' }],
  ['finished', 'validation', { professional: '400 30105', business: '400 30105', enterprise: '400 30105' }],
  ['finished', 'pending', { professional: '400 30105', business: '400 30105', enterprise: '400 30105' }],
];

const ALIASES: Readonly<Record<string, string>> = { pending: '1', validation: '2' };

const WORDS: Readonly<Record<SeedState, string>> = {
  start: 'start',
  validation: 'validation',
  finishing: 'pending',
  finished: 'finished',
};

const ROWS = TABLE.flatMap(([from, trigger, byPlan]) =>
  Object.entries(byPlan).flatMap(([plan, outcome]) =>
    [trigger, ALIASES[trigger]].map((value) => ({ from, value, plan: plan as Plan, outcome })),
  ),
);

describe('docs/internals/service.md 7.1: transitions', () => {
  it.each(ROWS)('$plan, $from, waf_migration=$value: $outcome', async ({ from, value, plan, outcome }) => {
    const zone = migratingZone({ plan, migration: { state: from } });
    const before = await zone.call('GET', ENTRY_POINT);
    const { status, body } = await zone.update(`waf_migration=${value}&phase_two=1`);
    if (/^\d/.test(outcome)) {
      expect(`${status} ${body.errors[0]?.code}`).toBe(outcome);
      expect(await zone.state()).toBe(WORDS[from]);
      expect(await zone.call('GET', ENTRY_POINT)).toEqual(before);
    } else {
      expect([status, await zone.state()]).toEqual([200, outcome]);
      expect((await zone.call('GET', ENTRY_POINT)).body.result).toEqual(body.result);
      expect(body.result.rules).toHaveLength(1);
    }
  });

  it.each(['start', 'validation', 'finishing'] as const)(
    'a finish from %s with no enabled execute rule is refused, since the zone would be unprotected',
    async (state) => {
      const zone = migratingZone({ migration: { state } });
      for (const rules of [
        [],
        [DEPLOY_OFF],
        [{ action: 'skip', expression: 'true', action_parameters: { ruleset: 'current' } }],
      ]) {
        const { status, body } = await zone.update('waf_migration=pending&phase_two=1', rules);
        expect([status, body.errors[0]?.code, body.errors[0]?.source?.pointer]).toEqual([
          400,
          30108,
          '/rules',
        ]);
      }
      expect(await zone.state()).toBe(WORDS[state]);
      expect((await zone.call('GET', ENTRY_POINT)).status).toBe(404);
    },
  );

  it('validation accepts adjusted rules repeatedly, and keeps the time of its beginning', async () => {
    const zone = migratingZone();
    await zone.update('waf_migration=validation&phase_two=1');
    const begun = (await zone.status()).body.result.created;
    zone.advance(3600);
    const adjusted = await zone.update('waf_migration=2&phase_two=1', [DEPLOY_OFF]);
    expect([adjusted.status, adjusted.body.result.version, adjusted.body.result.rules[0].enabled]).toEqual([
      200,
      '2',
      false,
    ]);
    expect((await zone.status()).body.result.created).toBe(begun);
  });

  it('a step keeps the rules that have their ids, and reads empty ids as new rules', async () => {
    const zone = migratingZone();
    const first = await zone.update('waf_migration=validation&phase_two=1', [
      { id: '', version: '', ref: '', description: '', ...DEPLOY },
    ]);
    const [rule] = first.body.result.rules;
    const second = await zone.update('waf_migration=pending&phase_two=1', [rule]);
    expect([rule.id, second.body.result.rules]).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), [rule]]);
  });
});

describe('docs/internals/service.md 7.4: an update with waf_migration', () => {
  it.each<readonly [string, string, number]>([
    ['another value', 'waf_migration=start&phase_two=1', 20021],
    ['an empty value', 'waf_migration=&phase_two=1', 20021],
    ['another case', 'waf_migration=Pending&phase_two=1', 20021],
    ['the name of a member of every object', 'waf_migration=constructor&phase_two=1', 20021],
    ['the parameter twice', 'waf_migration=validation&waf_migration=pending&phase_two=1', 20021],
    ['phase_two=2', 'waf_migration=pending&phase_two=2', 20021],
    ['an empty phase_two', 'waf_migration=pending&phase_two=', 20021],
    ['two values of phase_two', 'waf_migration=pending&phase_two=1&phase_two=0', 20021],
    ['an invalid dry_run', 'waf_migration=pending&phase_two=1&dry_run=maybe', 6009],
  ])('%s is refused', async (_name, query, code) => {
    const zone = migratingZone();
    const { status, body } = await zone.update(query);
    expect([status, body.success, body.errors[0]?.code]).toEqual([400, false, code]);
    expect(await zone.state()).toBe('start');
  });

  it('the phase of custom fields does not migrate', async () => {
    const zone = migratingZone();
    const path = '/rulesets/phases/http_log_custom_fields/entrypoint?waf_migration=pending&phase_two=1';
    const { status, body } = await zone.call('PUT', path, { rules: [] });
    expect([status, body.errors]).toEqual([
      400,
      [
        {
          code: 20021,
          message:
            "'pending' is not a valid value for waf_migration because it must be absent in the phase http_log_custom_fields",
        },
      ],
    ]);
  });
});
