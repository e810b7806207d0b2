import * as is from '../checks/shape';
import { DocumentIds } from '../service/identifiers';
import type { SharedPart } from '../service/part';
import { OLD_PACKAGES, ruleById, type OldPackage, type OldRule } from './catalogue';

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
