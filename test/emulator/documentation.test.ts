import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SeedError, createEmulator } from '../../emulator';
import { OPERATIONS } from '../../emulator/operations';

const PAGE = readFileSync(join(__dirname, '../../docs/emulator.md'), 'utf8');

/** The first block of this kind on the page. */
function block(language: string): string {
  return new RegExp(`\\n\`\`\`${language}\\n(.*?)\`\`\``, 's').exec(PAGE)?.[1] ?? '';
}

describe('docs/emulator.md', () => {
  it('shows a seed file that can be used', () => {
    const { zones, credentials } = createEmulator({ seed: block('yaml') }).control.snapshot();
    expect(zones.map((zone) => zone.rulesets?.map((ruleset) => ruleset.version))).toEqual([['7']]);
    expect(credentials.tokens).toHaveLength(2);
  });

  it('shows the message of a broken seed as it is', () => {
    const seed = 'zones:\n  - name: a\n    plan: free';
    expect(() => createEmulator({ seed })).toThrow(SeedError);
    expect(() => createEmulator({ seed })).toThrow(block('text').trim());
  });

  it('names every operation', () => {
    for (const { name } of OPERATIONS) expect(PAGE).toContain(`\`${name}\``);
  });

  it('shows only routes of the control API that there are', async () => {
    const { handle } = createEmulator();
    const index = await handle(new Request('http://localhost/_control'));
    const { routes } = (await index.json()) as { routes: string[] };
    const shown = [...PAGE.matchAll(/curl (?:-X (\w+) +)?\$EMULATOR(\/_control\S*)/g)].map(
      ([, method = 'GET', path]) =>
        `${method} ${path?.replace('$ZONE', ':zone_id').replace('http_log_custom_fields', ':phase')}`,
    );
    expect(shown.length).toBeGreaterThan(10);
    for (const route of shown) expect(routes).toContain(route);
  });
});
