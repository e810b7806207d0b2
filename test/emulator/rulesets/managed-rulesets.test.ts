import { createEmulator } from '../../../emulator';
import { WELL_KNOWN_RULESETS } from '../../../schema';
import { caller } from '../client';
import { MANAGED } from './managed-rules';

interface ReadRule {
  readonly id: string;
  readonly ref: string;
  readonly version: string;
  readonly action: string;
  readonly enabled: boolean;
  readonly categories?: readonly string[];
}

async function read(id: string) {
  const { body } = await caller(createEmulator())('GET', `/rulesets/${id}`);
  const rules = body.result.rules as readonly ReadRule[];
  return { ruleset: body.result, rules };
}

describe('docs/internals/service.md 6.4: the managed rulesets', () => {
  it.each(Object.values(WELL_KNOWN_RULESETS))(
    'have the published form: $name',
    async ({ id, name, phase }) => {
      const { ruleset, rules } = await read(id);
      expect(ruleset).toEqual({
        id,
        name,
        description: expect.stringMatching(/\S/),
        kind: 'managed',
        version: expect.stringMatching(/^[1-9]\d*$/),
        last_updated: expect.stringMatching(/^20\d\d-.*Z$/),
        phase,
        rules,
      });
      expect(rules.length).toBeGreaterThan(1);
      expect(new Set(rules.flatMap((rule) => [rule.id, rule.ref])).size).toBe(2 * rules.length);
      for (const { ref, version, action, enabled } of rules) {
        expect(ref).toMatch(/^[0-9a-f]{32}$/);
        expect(Number(version)).toBeLessThanOrEqual(Number(ruleset.version));
        expect([action, enabled]).toEqual([expect.stringMatching(/^[a-z_]+$/), expect.any(Boolean)]);
      }
    },
  );

  it('have the published rules', async () => {
    const { rules } = await read(MANAGED);
    expect(rules.find(({ id }) => id === 'd9e350f1b72d4730899c8a420e48a85d')).toEqual({
      id: 'd9e350f1b72d4730899c8a420e48a85d',
      version: '180',
      action: 'block',
      categories: ['file-inclusion', 'october-cms'],
      description: 'October CMS - File Inclusion',
      last_updated: '2024-02-05T07:12:54.565276Z',
      ref: 'adb550873eb92d32372ed08514d33241',
      enabled: true,
    });
  });
});
