import { MANAGED_PACKAGE_ID } from '../previous-waf/catalogue';
import {
  type CoreRuleSet,
  type FirewallRule,
  type PageRule,
  type PreviousWaf,
  groupMode,
  pageRulesByPrecedence,
} from '../previous-waf/previous-waf';

/** Whether the firewall rule lets requests bypass the managed rules (docs/internals/service.md 7.3, settings migrated). */
export function bypassesManagedRules(rule: FirewallRule): boolean {
  return rule.action === 'bypass' && rule.products.includes('waf') && !rule.paused && !rule.filter.paused;
}

/** What a page rule does to the managed rules (docs/internals/service.md 7.3, settings migrated). */
type PageRuleSetting = 'security off' | 'waf off' | 'waf on';

/**
 * What the page rule does to the managed rules; `undefined` if it is disabled or does nothing to them.
 * `disable_security` disables everything, so it takes precedence over `waf` in the same rule.
 */
export function pageRuleSetting(rule: PageRule): PageRuleSetting | undefined {
  if (rule.status !== 'active') return undefined;
  if (rule.actions.some(({ id }) => id === 'disable_security')) return 'security off';
  const waf = rule.actions.find(({ id }) => id === 'waf')?.value;
  if (waf === undefined) return undefined;
  return waf === 'on' ? 'waf on' : 'waf off';
}

/** The settings of a core rule set that is on. */
export type CoreRuleSetOn = CoreRuleSet & {
  readonly sensitivity: Exclude<CoreRuleSet['sensitivity'], 'off'>;
};

/** A core rule set is on unless its sensitivity is `off` (docs/internals/service.md 7.7). */
export function isOn(core: CoreRuleSet): core is CoreRuleSetOn {
  return core.sensitivity !== 'off';
}

export function coreRuleSetIsOn({ core }: PreviousWaf): boolean {
  return isOn(core);
}

/** The first managed package has no switch of its own: it is on while any of its groups is. */
export function managedPackageIsOn(waf: PreviousWaf): boolean {
  const groups = waf.packages.find(({ id }) => id === MANAGED_PACKAGE_ID)?.groups ?? [];
  return groups.some((group) => groupMode(waf, group) === 'on');
}

/** The URLs for which a page rule decides. */
interface PageRuleExpression {
  readonly pageRule: PageRule;
  readonly expression: string;
}

/**
 * The URLs of the active page rules with one of these settings, highest precedence first. Only one page rule takes
 * effect on a request, so later rules leave out what an earlier rule with another setting, or with none, decides.
 */
export function pageRuleExpressions(
  waf: PreviousWaf,
  settings: readonly PageRuleSetting[],
): readonly PageRuleExpression[] {
  const active = pageRulesByPrecedence(waf).filter(({ status }) => status === 'active');
  const has = (rule: PageRule): boolean => settings.some((setting) => setting === pageRuleSetting(rule));
  return active.flatMap((pageRule, index) => {
    if (!has(pageRule)) return [];
    const earlier = active.slice(0, index).filter((other) => !has(other) && overlap(other, pageRule));
    return [{ pageRule, expression: [pageRule, ...earlier].map(urlsOf).join(' and not ') }];
  });
}

function patternsOf({ targets }: PageRule): readonly string[] {
  return targets.map(({ constraint }) => constraint.value);
}

function urlsOf(rule: PageRule): string {
  return anyOf(patternsOf(rule).map(urlExpression));
}

function overlap(one: PageRule, other: PageRule): boolean {
  return patternsOf(one).some((pattern) => patternsOf(other).some((second) => mayOverlap(pattern, second)));
}

/** The schemes of a pattern without one. */
const SCHEMES = ['http', 'https'];

/** The URL pattern of a page rule in its parts. */
interface UrlPattern {
  readonly schemes: readonly string[];
  /** Host, port, path and query. */
  readonly rest: string;
}

/**
 * The URL pattern of a page rule in the rules language. The form is the emulator's choice (docs/internals/service.md 10): the
 * whole URI, so that a star crosses the end of the host as it does in the pattern, and one comparison for each
 * scheme, so that no star matches more than in the pattern.
 */
function urlExpression(pattern: string): string {
  const { schemes, rest } = parsed(pattern);
  return anyOf(schemes.map((scheme) => `http.request.full_uri wildcard r"${scheme}://${literal(rest)}"`));
}

/** An expression that is true if one of these is. */
export function anyOf(expressions: readonly string[]): string {
  return expressions.length === 1 ? expressions.join('') : `(${expressions.join(' or ')})`;
}

/** False if no URL can match both patterns, judging by the text before and after their stars. */
function mayOverlap(one: string, other: string): boolean {
  const [first, second] = [parsed(one).rest.toLowerCase(), parsed(other).rest.toLowerCase()];
  const [firstParts, secondParts] = [first.split('*'), second.split('*')];
  const [firstStart, secondStart] = [firstParts[0] ?? '', secondParts[0] ?? ''];
  const [firstEnd, secondEnd] = [firstParts.at(-1) ?? '', secondParts.at(-1) ?? ''];
  return (
    (firstStart.startsWith(secondStart) || secondStart.startsWith(firstStart)) &&
    (firstEnd.endsWith(secondEnd) || secondEnd.endsWith(firstEnd))
  );
}

function parsed(pattern: string): UrlPattern {
  const scheme = /^(https?|\*):\/\//i.exec(pattern)?.[1];
  const rest = scheme === undefined ? pattern : pattern.slice(`${scheme}://`.length);
  return {
    schemes: scheme === undefined || scheme === '*' ? SCHEMES : [scheme.toLowerCase()],
    // A whole URI has a path, which a star may match.
    rest: /[/*]/.test(rest) ? rest : `${rest}/`,
  };
}

/** A raw string ends at a quote; `wildcard` reads a backslash as an escape and refuses two stars in a row. */
function literal(rest: string): string {
  return rest.replaceAll('"', '%22').replaceAll('\\', '\\\\').replaceAll(/\*+/g, '*');
}
