import type { SeedRuleset } from '../../../emulator';
import { DEFAULT_ZONE_ID, SeedError, createEmulator } from '../../../emulator';
import { ENTRY_POINT, caller, fieldsRule } from '../client';
import { execute } from './managed-rules';

const PHASE = 'http_log_custom_fields';

function seeded(ruleset: Omit<SeedRuleset, 'phase'>, plan: 'enterprise' | 'professional' = 'enterprise') {
  const zones = [{ id: DEFAULT_ZONE_ID, name: 'a.example', plan, rulesets: [{ phase: PHASE, ...ruleset }] }];
  return createEmulator({ seed: JSON.stringify({ zones }) });
}

const RULES = [fieldsRule('a')] as unknown as NonNullable<SeedRuleset['rules']>;

describe('the history of a ruleset in a seed', () => {
  it('is what the service returns as its earlier versions', async () => {
    const emulator = seeded({
      name: 'Theirs',
      version: '7',
      history: [
        { version: '2', description: 'first' },
        { version: '6', rules: RULES },
      ],
    });
    const call = caller(emulator);
    const { id } = (await call('GET', ENTRY_POINT)).body.result;
    const version = async (sent: string) =>
      (await call('GET', `/rulesets/${id}/versions/${sent}`)).body.result;
    expect(await version('2')).toMatchObject({ id, name: 'Theirs', description: 'first', rules: [] });
    expect(await version('6')).toMatchObject({
      id,
      name: 'Theirs',
      rules: [{ action_parameters: { request_fields: [{ name: 'a' }] } }],
    });
    expect((await call('PUT', ENTRY_POINT, { rules: [] })).body.result.version).toBe('8');
  });

  it.each<[string, Omit<SeedRuleset, 'phase'>, string, RegExp]>([
    [
      'a version that is not below the current one',
      { version: '2', history: [{ version: '2' }] },
      'history[0].version',
      /below the version after it, 2/,
    ],
    [
      'versions out of order',
      { version: '9', history: [{ version: '10' }, { version: '3' }] },
      'history[0].version',
      /below the version after it, 3/,
    ],
    ['no version', { history: [{} as { version: string }] }, 'history[0].version', /required/],
    [
      'a rule that the service refuses',
      { version: '2', history: [{ version: '1', rules: [fieldsRule('A')] as unknown as typeof RULES }] },
      'history[0].rules[0].action_parameters.request_fields[0].name',
      /lower case/,
    ],
    [
      'an unknown member',
      { version: '2', history: [{ version: '1', name: 'x' } as { version: string }] },
      'history[0].name',
      /no such member/,
    ],
    [
      'more versions than are kept',
      { version: '99', history: Array.from({ length: 51 }, (_, index) => ({ version: String(index + 1) })) },
      'history',
      /at most 50/,
    ],
  ])('is refused with %s', (_name, ruleset, path, message) => {
    let thrown: unknown;
    try {
      seeded(ruleset);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(SeedError);
    expect((thrown as SeedError).problems).toEqual([
      {
        line: 1,
        column: expect.any(Number),
        path: `zones[0].rulesets[0].${path}`,
        message: expect.stringMatching(message),
      },
    ]);
  });
});

it('a seed of rulesets accepts only the managed rulesets of the zone’s plan', () => {
  const rules = [execute('e22d83c647c64a3eae91b71b499d988e')] as unknown as typeof RULES;
  const rulesets = [{ phase: 'http_request_firewall_managed' as const, rules }];
  const seed = { zones: [{ name: 'a.example', plan: 'professional' as const, rulesets }] };
  expect(() => createEmulator({ seed })).toThrow(/the professional plan has no managed ruleset/);
});
