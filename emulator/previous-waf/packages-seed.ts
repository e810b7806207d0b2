import type { Reader } from '../checks/reader';
import { DocumentIds } from '../service/identifiers';
import type { SharedPart } from '../service/part';
import { OLD_PACKAGES, ruleById, type OldGroup, type OldPackage, type OldRule } from './catalogue';

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
    const ids = new DocumentIds();
    const given = (reader?.items() ?? []).flatMap((item) => readPackage(item, ids) ?? []);
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

function readPackage(reader: Reader, ids: DocumentIds): OldPackage | undefined {
  const members = reader.members(['id', 'name', 'description', 'detection_mode', 'groups']);
  const id = ids.read(members?.required('id'), 'packages');
  const name = members?.required('name')?.string();
  const description = members?.optional('description')?.string() ?? '';
  const detectionMode =
    members?.optional('detection_mode')?.oneOf(['anomaly', 'traditional']) ?? 'traditional';
  const groups = (members?.optional('groups')?.items() ?? []).flatMap((item) => readGroup(item, ids) ?? []);
  return id === undefined || name === undefined
    ? undefined
    : { id, name, description, detectionMode, groups };
}

function readGroup(reader: Reader, ids: DocumentIds): OldGroup | undefined {
  const members = reader.members(['id', 'name', 'description', 'rules']);
  const id = ids.read(members?.required('id'), 'groups');
  const name = members?.required('name')?.string();
  const description = members?.optional('description')?.string() ?? '';
  const rules = (members?.optional('rules')?.items() ?? []).flatMap((item) => readRule(item) ?? []);
  return id === undefined || name === undefined ? undefined : { id, name, description, rules };
}

const DEFAULT_MODES = ['disable', 'simulate', 'block', 'challenge', 'on'] as const;

function readRule(reader: Reader): OldRule | undefined {
  const members = reader.members(['id', 'description', 'default_mode', 'becomes']);
  const id = members?.required('id')?.matching(/^\S+$/, 'the id of a rule');
  const description = members?.optional('description')?.string() ?? '';
  const defaultMode = members?.optional('default_mode')?.oneOf(DEFAULT_MODES) ?? 'on';
  const sample = id === undefined ? undefined : ruleById(OLD_PACKAGES, id)?.rule.becomes;
  const becomes = members?.optional('becomes')?.string() ?? sample;
  return id === undefined
    ? undefined
    : { id, description, defaultMode, ...(becomes !== undefined && { becomes }) };
}

declare module '../service/service' {
  interface SharedState {
    /** The packages of the previous managed rules. */
    readonly wafPackages: readonly OldPackage[];
  }
}
