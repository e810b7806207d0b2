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
  {
    id: MANAGED_PACKAGE_ID,
    name: 'Managed',
    description: 'Rules maintained by the service',
    detectionMode: 'traditional',
    groups: [
      {
        id: 'de677e5818985db1285d0e80225f06e5',
        name: 'Application specials',
        description: 'Attacks on widely used applications',
        rules: [
          {
            id: '100015',
            description: 'Anomaly: port of the host header',
            defaultMode: 'block',
            becomes: '23ee7cebe6e8443e99ecf932ab579455',
          },
          {
            id: '100016',
            description: 'Path traversal',
            defaultMode: 'block',
            becomes: '8f3a52c1a5b84f4e8a1f6d8f2b0c4e11',
          },
          {
            id: '100030',
            description: 'Cross-site scripting in a query',
            defaultMode: 'challenge',
            becomes: '8f3a52c1a5b84f4e8a1f6d8f2b0c4e12',
          },
        ],
      },
      {
        id: 'cfda825dfda411ea218cb70e6c88e82e',
        name: 'Content management',
        description: 'Attacks on content management systems',
        rules: [
          {
            id: '100043',
            description: 'File inclusion',
            defaultMode: 'block',
            becomes: '8f3a52c1a5b84f4e8a1f6d8f2b0c4e13',
          },
          {
            id: '100044',
            description: 'SQL injection',
            defaultMode: 'simulate',
            becomes: '5de7edfa648c4d6891dc3e7f84534ffa',
          },
          { id: '100045', description: 'Withdrawn without a successor', defaultMode: 'disable' },
        ],
      },
    ],
  },
  {
    id: CORE_PACKAGE_ID,
    name: 'Core rule set 2.x',
    description: 'Covers common vulnerabilities with an anomaly score',
    detectionMode: 'anomaly',
    groups: [
      {
        id: '06d4fe0b66ec2b5a0b2ef2e1a5cb9bd1',
        name: 'Bad robots',
        description: 'Scanners and scrapers',
        rules: [
          { id: '990012', description: 'Rogue web site crawler', defaultMode: 'on' },
          { id: '990002', description: 'Request of a security scanner', defaultMode: 'on' },
        ],
      },
      {
        id: '0a1b2a9fd2f9ce2e0e9b1f3c0f7d6e52',
        name: 'SQL injection attacks',
        description: 'Injection of SQL',
        rules: [
          { id: '981231', description: 'SQL comment sequence', defaultMode: 'on' },
          { id: '981242', description: 'Classic SQL injection probing', defaultMode: 'on' },
        ],
      },
    ],
  },
  {
    id: CUSTOMER_PACKAGE_ID,
    name: 'USER',
    description: 'Rules made for this customer',
    detectionMode: 'traditional',
    groups: [],
  },
];

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
