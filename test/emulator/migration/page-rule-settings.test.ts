import { action, SETTINGS } from '../previous-waf/setting-values';
import type { MigratingZone } from './migrating-zone';
import { migratingZone } from './migrating-zone';

const URL = 'http.request.full_uri wildcard r"https://example.com/a"';

/** What the migration makes of an active page rule (docs/service.md 7.3): an exception, or nothing. */
const EXCEPTIONS: ReadonlyMap<string, readonly unknown[]> = new Map<string, readonly unknown[]>([
  ['disable_security', [URL]],
  ['waf', [undefined, URL]],
]);

function zoneWith(id: string, value: unknown): MigratingZone {
  const page_rules = [{ url: 'https://example.com/a', actions: [action(id, value)] }];
  return migratingZone({ previous_waf: { page_rules, core_rule_set: { sensitivity: 'off' } } });
}

describe.each(Object.entries(SETTINGS))('docs/service.md 7.3, 7.9: a page rule with %s', (id, [values]) => {
  it.each(values.map((value, index) => [value, EXCEPTIONS.get(id)?.[index]]))(
    '%j is no obstacle, becomes its exception or nothing, and stays as it is',
    async (value, exception) => {
      const zone = zoneWith(id, value);
      expect((await zone.check()).body.result.compatible).toBe(true);
      expect((await zone.check('')).body.result.compatible).toBe(!EXCEPTIONS.has(id));
      const { rules } = (await zone.config()).body.result;
      const skips = (rules as { action: string; expression: string }[]).filter(
        (rule) => rule.action === 'skip',
      );
      expect(skips.map(({ expression }) => expression)).toEqual(exception === undefined ? [] : [exception]);

      const before = (await zone.call('GET', '/pagerules')).body.result;
      expect((await zone.update('waf_migration=pending&phase_two=1', rules)).status).toBe(200);
      zone.advance(60);
      expect(await zone.state()).toBe('finished');
      expect((await zone.call('GET', '/pagerules')).body.result).toEqual(before);
    },
  );
});
