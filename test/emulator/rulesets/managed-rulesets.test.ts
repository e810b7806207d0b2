import { createEmulator } from '../../../emulator';
import { caller } from '../client';

describe('docs/service.md 6.3: the managed rulesets', () => {
  it.each([
    'efb7b8c949ac4650a09736fc376e9aee',
    '4814384a9e5d4991b9815dcfc25d2f1f',
    'c2e184081120413c86c3ab7e14069605',
    '77454fe2d30c4220b5701f6fdfb893ba',
    'e22d83c647c64a3eae91b71b499d988e',
  ])('have rules with categories and unique ids: %s', async (id) => {
    const { body } = await caller(createEmulator())('GET', `/rulesets/${id}`);
    const { rules } = body.result as { rules: readonly { id: string; categories: readonly string[] }[] };
    expect(rules.length).toBeGreaterThan(0);
    expect(new Set(rules.map((rule) => rule.id)).size).toBe(rules.length);
    for (const rule of rules) expect(rule.categories.length).toBeGreaterThan(0);
  });

  it('have the four paranoia levels in the core rule set, with at least one rule each', async () => {
    const { body } = await caller(createEmulator())('GET', '/rulesets/4814384a9e5d4991b9815dcfc25d2f1f');
    const { rules } = body.result as { rules: readonly { categories: readonly string[] }[] };
    const categories = new Set(rules.flatMap((rule) => rule.categories));
    for (const level of [1, 2, 3, 4]) expect(categories).toContain(`paranoia-level-${level}`);
  });
});
