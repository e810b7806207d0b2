import type { SeedRuleset } from '../../../emulator';
import { DEFAULT_ZONE_ID, createEmulator } from '../../../emulator';
import { HOSTILE } from '../page/page-zones';

async function zonePage(rulesets: readonly object[]): Promise<string> {
  const zones = [
    { id: DEFAULT_ZONE_ID, name: 'a.example', rulesets: rulesets as unknown as readonly SeedRuleset[] },
  ];
  const { handle } = createEmulator({ seed: { zones } });
  return (await handle(new Request(`http://localhost/status/zones/${DEFAULT_ZONE_ID}`))).text();
}

describe('rulesets of other phases on the page of a zone', () => {
  it('are shown with their rules and parameters', async () => {
    const page = await zonePage([
      {
        phase: 'http_ratelimit',
        version: '7',
        rules: [{ action: 'block', expression: 'true', enabled: false, ratelimit: { period: 10 } }],
      },
      { phase: 'http_request_firewall_custom', kind: 'custom', name: 'Mine' },
    ]);
    const section = page.slice(page.indexOf('id="other-rulesets"'));
    for (const text of [
      '2 rulesets',
      'http_ratelimit',
      'Version 7',
      '1 rule<',
      'block',
      'ratelimit',
      '&quot;period&quot;: 10',
    ])
      expect(section).toContain(text);
    expect(section).toMatch(/http_request_firewall_custom.*custom<\/span>\s*Mine/s);
  });

  it('have no section if there are none', async () => {
    const rules = [{ action: 'skip', expression: 'true', action_parameters: { ruleset: 'current' } }];
    expect(await zonePage([{ phase: 'http_request_firewall_managed', rules }])).not.toContain(
      'other-rulesets',
    );
  });

  it('cannot break the page with their texts', async () => {
    const texts = {
      expression: HOSTILE,
      description: HOSTILE,
      action_parameters: { id: HOSTILE, [HOSTILE]: HOSTILE },
    };
    const page = await zonePage([
      { phase: 'http_custom_errors', name: HOSTILE, rules: [{ action: 'execute', ...texts }] },
    ]);
    expect(page).not.toContain('<script>window.ran');
    expect(page.split('&lt;script&gt;window.ran').length).toBeGreaterThan(5);
  });
});
