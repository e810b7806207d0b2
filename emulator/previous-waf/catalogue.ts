import * as is from '../checks/shape';
import { DocumentIds } from '../service/identifiers';
import type { SharedPart } from '../service/part';

/** The packages of the previous managed rules with their groups and rules: the same for every zone of a seed. */

export interface OldPackage {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** `anomaly`: rules add to a score. `traditional`: each rule acts by itself (docs/internals/service.md 7.7). */
  readonly detectionMode: 'anomaly' | 'traditional';
  readonly groups: readonly OldGroup[];
}

export interface OldGroup {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly rules: readonly OldRule[];
}

export interface OldRule {
  readonly id: string;
  readonly description: string;
  /** The meaning of the mode `default` in a traditional package; `on` in an anomaly package. */
  readonly defaultMode: 'disable' | 'simulate' | 'block' | 'challenge' | 'on';
  /** The rule of the new managed ruleset that does the same; absent if there is none. */
  readonly becomes?: string;
}

/** Id: docs/internals/service.md 7.7. */
export const MANAGED_PACKAGE_ID = '1e334934fd7ae32ad705667f8c1057aa';
/** The ids of the other packages are not known; these are the emulator's. */
export const CORE_PACKAGE_ID = 'c504870194831cd12c3fc0284f294abb';
export const CUSTOMER_PACKAGE_ID = '59b04eef7a774ef1b2f9fb2a4a3b4d10';

/** Groups, rules and what they become are the emulator's own sample. A seed may have the service's instead. */
export const OLD_PACKAGES: readonly OldPackage[] = [
  pack(MANAGED_PACKAGE_ID, 'Managed', 'Rules maintained by the service', 'traditional', [
    group('de677e5818985db1285d0e80225f06e5', 'Application specials', 'Attacks on widely used applications', [
      rule('100015', 'Anomaly: port of the host header', 'block', '23ee7cebe6e8443e99ecf932ab579455'),
      rule('100016', 'Path traversal', 'block', '8f3a52c1a5b84f4e8a1f6d8f2b0c4e11'),
      rule('100030', 'Cross-site scripting in a query', 'challenge', '8f3a52c1a5b84f4e8a1f6d8f2b0c4e12'),
    ]),
    group('cfda825dfda411ea218cb70e6c88e82e', 'Content management', 'Attacks on content management systems', [
      rule('100043', 'File inclusion', 'block', '8f3a52c1a5b84f4e8a1f6d8f2b0c4e13'),
      rule('100044', 'SQL injection', 'simulate', '5de7edfa648c4d6891dc3e7f84534ffa'),
      rule('100045', 'Withdrawn without a successor', 'disable'),
    ]),
  ]),
  pack(
    CORE_PACKAGE_ID,
    'Core rule set 2.x',
    'Covers common vulnerabilities with an anomaly score',
    'anomaly',
    [
      group('06d4fe0b66ec2b5a0b2ef2e1a5cb9bd1', 'Bad robots', 'Scanners and scrapers', [
        rule('990012', 'Rogue web site crawler', 'on'),
        rule('990002', 'Request of a security scanner', 'on'),
      ]),
      group('0a1b2a9fd2f9ce2e0e9b1f3c0f7d6e52', 'SQL injection attacks', 'Injection of SQL', [
        rule('981231', 'SQL comment sequence', 'on'),
        rule('981242', 'Classic SQL injection probing', 'on'),
      ]),
    ],
  ),
  pack(CUSTOMER_PACKAGE_ID, 'USER', 'Rules made for this customer', 'traditional', []),
];

function pack(
  id: string,
  name: string,
  description: string,
  detectionMode: OldPackage['detectionMode'],
  groups: readonly OldGroup[],
): OldPackage {
  return { id, name, description, detectionMode, groups };
}

function group(id: string, name: string, description: string, rules: readonly OldRule[]): OldGroup {
  return { id, name, description, rules };
}

function rule(
  id: string,
  description: string,
  defaultMode: OldRule['defaultMode'],
  becomes?: string,
): OldRule {
  return { id, description, defaultMode, ...(becomes !== undefined && { becomes }) };
}

/** A rule with its group and its package. */
export interface PlacedRule {
  readonly rule: OldRule;
  readonly group: OldGroup;
  readonly pack: OldPackage;
  /** Its position in the whole package, from 1. */
  readonly position: number;
}

export function packageById(packages: readonly OldPackage[], id: string): OldPackage | undefined {
  return packages.find((pack) => pack.id === id);
}

/** The group in any package. */
export function groupById(packages: readonly OldPackage[], id: string): OldGroup | undefined {
  return packages.flatMap((pack) => pack.groups).find((group) => group.id === id);
}

/** The rule in any package. */
export function ruleById(packages: readonly OldPackage[], id: string): PlacedRule | undefined {
  return packages.flatMap(rulesOf).find(({ rule }) => rule.id === id);
}

/** The package's rules, group after group. */
export function rulesOf(pack: OldPackage): readonly PlacedRule[] {
  return pack.groups
    .flatMap((group) => group.rules.map((rule) => ({ rule, group, pack })))
    .map((placed, index) => ({ ...placed, position: index + 1 }));
}

/** A package of the previous managed rules in a seed. */
export interface SeedWafPackage {
  /** 32 hexadecimal digits. */
  readonly id: string;
  /** Its name, e.g. `OWASP ModSecurity Core Rule Set`. */
  readonly name: string;
  /** Free text. */
  readonly description?: string;
  /** `anomaly` for the core rule set. @default 'traditional' */
  readonly detection_mode?: OldPackage['detectionMode'];
  /** @default - none */
  readonly groups?: readonly SeedWafGroup[];
}

interface SeedWafGroup {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
  readonly rules?: readonly SeedWafRule[];
}

interface SeedWafRule {
  readonly id: string;
  readonly description?: string;
  /** What `default` means in a traditional package. @default 'on' */
  readonly default_mode?: OldRule['defaultMode'];
  /**
   * The rule of the new managed ruleset that the generated configuration overrides in its place.
   *
   * @default - that of the sample with this id, or none
   */
  readonly becomes?: string;
}

/** The packages of a seed, which replace the emulator's samples. */
export const SHARED_WAF_PACKAGES: SharedPart<readonly SeedWafPackage[]> = {
  member: 'waf_packages',
  read: (reader) => {
    const given = (reader && seedPackages(new DocumentIds())(reader)) ?? [];
    return { wafPackages: given.length === 0 ? OLD_PACKAGES : given };
  },
  write: ({ wafPackages }) =>
    wafPackages === OLD_PACKAGES
      ? []
      : wafPackages.map(({ detectionMode, groups, ...pack }) => ({
          ...pack,
          detection_mode: detectionMode,
          groups: groups.map(({ rules, ...group }) => ({
            ...group,
            rules: rules.map(({ defaultMode, ...rule }) => ({ ...rule, default_mode: defaultMode })),
          })),
        })),
};

const DEFAULT_MODES = ['disable', 'simulate', 'block', 'challenge', 'on'] as const;

function seedPackages(ids: DocumentIds): is.Shape<readonly OldPackage[]> {
  const named = { name: is.text(), description: is.optional(is.text(), '') } as const;
  const rule = is.object({
    id: is.text(/^\S+$/, 'the id of a rule'),
    description: is.optional(is.text(), ''),
    default_mode: is.optional(is.oneOf(DEFAULT_MODES), 'on'),
    becomes: is.optional(is.text()),
  });
  const placed = is.mapped(rule, ({ default_mode: defaultMode, ...rest }): OldRule => {
    const sample = ruleById(OLD_PACKAGES, rest.id)?.rule.becomes;
    return { ...(sample !== undefined && { becomes: sample }), ...rest, defaultMode };
  });
  const group = is.object({ id: ids.of('groups'), ...named, rules: is.optional(is.list(placed), []) });
  const pack = is.object({
    id: ids.of('packages'),
    ...named,
    detection_mode: is.optional(is.oneOf(['anomaly', 'traditional']), 'traditional'),
    groups: is.optional(is.list(group), []),
  });
  return is.list(
    is.mapped(pack, ({ detection_mode: detectionMode, ...rest }) => ({ ...rest, detectionMode })),
  );
}

declare module '../service/service' {
  interface SharedState {
    /** The packages of the previous managed rules. */
    readonly wafPackages: readonly OldPackage[];
  }
}
