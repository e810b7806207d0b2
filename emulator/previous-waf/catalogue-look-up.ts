import type { OldGroup, OldPackage, OldRule } from './catalogue';
import { OLD_PACKAGES } from './catalogue';

/** A rule with the group and the package that it stands in. */
export interface PlacedRule {
  readonly rule: OldRule;
  readonly group: OldGroup;
  readonly pack: OldPackage;
  /** Counted from 1 through the whole package. */
  readonly position: number;
}

export function packageById(id: string): OldPackage | undefined {
  return OLD_PACKAGES.find((pack) => pack.id === id);
}

/** The group in any package. */
export function groupById(id: string): OldGroup | undefined {
  return OLD_PACKAGES.flatMap((pack) => pack.groups).find((group) => group.id === id);
}

/** The rule in any package. */
export function ruleById(id: string): PlacedRule | undefined {
  return OLD_PACKAGES.flatMap(rulesOf).find(({ rule }) => rule.id === id);
}

/** The package's rules, group after group. */
export function rulesOf(pack: OldPackage): readonly PlacedRule[] {
  return pack.groups
    .flatMap((group) => group.rules.map((rule) => ({ rule, group, pack })))
    .map((placed, index) => ({ ...placed, position: index + 1 }));
}
