import type { SeedZone } from '../../../emulator';
import type { ConformingZone } from './conforming-zone';
import { CORE, SCORE_RULE, resultOf } from './conforming-zone';

/** Paths of the previous version: docs/service.md 7.7. */
export const OVERRIDES = '/firewall/waf/overrides';
export const PACKAGES = '/firewall/waf/packages';
export const SWITCH = '/settings/waf';
export const PAGE_RULES = '/pagerules';

type PreviousWaf = NonNullable<SeedZone['previous_waf']>;

/** A URI-based override of the previous version. */
export const OVERRIDE = { urls: ['example.com/shop/*'], rules: { '100015': 'disable' } };

const BYPASS = { action: 'bypass', products: ['waf'] };

/** Firewall rules with bypass of managed rules, each with another expression. */
export function bypasses(count: number): PreviousWaf {
  const firewall_rules = Array.from({ length: count }, (_, index) => ({
    ...BYPASS,
    expression: `http.host eq "h${index}.example.com"`,
  }));
  return { firewall_rules };
}

/** A firewall rule with bypass of managed rules whose expression has this many bytes. */
export function longBypass(bytes: number): PreviousWaf {
  const [before, after] = ['http.request.uri.path eq "/', '"'];
  const expression = before + 'a'.repeat(bytes - before.length - after.length) + after;
  return { firewall_rules: [{ ...BYPASS, expression }] };
}

export function pageRule(
  ...actions: readonly { readonly id: string; readonly value?: string }[]
): PreviousWaf {
  return { page_rules: [{ url: 'https://example.com/shop/*', actions }] };
}

export const DISABLE_SECURITY = { id: 'disable_security' };
export const WAF_OFF = { id: 'waf', value: 'off' };
export const WAF_ON = { id: 'waf', value: 'on' };

interface Package {
  readonly id: string;
  readonly name: string;
  readonly detection_mode: string;
}

/** The packages of the previous version: the first managed one and the core rule set among them. */
export async function packages({ call }: ConformingZone): Promise<readonly Package[]> {
  return resultOf(await call('GET', PACKAGES)) as readonly Package[];
}

/** Path of the previous core rule set, the only package that works with a score. */
export async function corePackage(zone: ConformingZone): Promise<string> {
  const core = (await packages(zone)).find(({ detection_mode }) => detection_mode === 'anomaly');
  return `${PACKAGES}/${core?.id}`;
}

/** What a generated configuration makes of the new core rule set; its form is that of docs/service.md 6.3. */
export interface CoreSettings {
  readonly paranoiaLevel: number;
  readonly scoreThreshold: unknown;
  readonly action: unknown;
}

const LEVELS = [1, 2, 3, 4];

interface Configuration {
  readonly rules: readonly {
    readonly action_parameters: {
      readonly id?: string;
      readonly overrides?: {
        readonly categories?: readonly { readonly category: string; readonly enabled?: boolean }[];
        readonly rules?: readonly { readonly id: string; readonly [member: string]: unknown }[];
      };
    };
  }[];
}

/** Finds the new core rule set in a configuration. Its level is the one above which all levels are off. */
export function coreSettings({ rules }: Configuration): CoreSettings {
  const overrides = rules.find((rule) => rule.action_parameters.id === CORE)?.action_parameters.overrides;
  const off = LEVELS.filter((level) =>
    overrides?.categories?.some(
      (item) => item.category === `paranoia-level-${level}` && item.enabled === false,
    ),
  );
  const paranoiaLevel = LEVELS.length - off.length;
  expect(off).toEqual(LEVELS.slice(paranoiaLevel));
  const score = overrides?.rules?.find(({ id }) => id === SCORE_RULE);
  return { paranoiaLevel, scoreThreshold: score?.['score_threshold'], action: score?.['action'] };
}
