import type { SeedRuleset } from '../../../emulator';
import { DEFAULT_ZONE_ID, createEmulator } from '../../../emulator';
import { ENTRY_POINT, caller, fieldsRule } from '../client';

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
});
