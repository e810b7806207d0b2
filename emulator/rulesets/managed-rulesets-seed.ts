import { present } from '../checks/json';
import { readDistinct, readTimeText } from '../checks/read-values';
import type { Reader } from '../checks/reader';
import { DocumentIds } from '../service/identifiers';
import type { SharedPart } from '../service/part';
import { type Plan, PLANS } from '../service/zone';
import type { ManagedRule, ManagedRuleset, OfferedManagedRuleset } from './managed-ruleset';
import { MANAGED_PHASE } from './phases';
import { refOf, SAMPLE_TIME } from './sample-managed-rulesets';

/**
 * A managed ruleset of a seed, besides the emulator's samples or, with the id of one, in its place. It has the form in
 * which the service returns it, so that a recorded answer can be used.
 */
export interface SeedManagedRuleset {
  /** 32 hexadecimal digits. */
  readonly id: string;
  /** Its name, e.g. `Cloudflare Managed Ruleset`. */
  readonly name: string;
  /** The phase whose rules can execute it. @default 'http_request_firewall_managed' */
  readonly phase?: string;
  /** The plans whose zones can execute it. @default - all */
  readonly plans?: readonly Plan[];
  /** Always `managed`. */
  readonly kind?: 'managed';
  /** Free text. */
  readonly description?: string;
  /** Only in older answers of the service. */
  readonly source?: string;
  /** Increases in decimal digits. @default '1' */
  readonly version?: string;
  /** ISO 8601, UTC. @default '2024-06-18T09:00:00.000000Z' */
  readonly last_updated?: string;
  /** Its rules. @default - none */
  readonly rules?: readonly SeedManagedRule[];
}

/** A rule of a managed ruleset of a seed. */
export interface SeedManagedRule {
  /** 32 hexadecimal digits. */
  readonly id: string;
  /** What the rule does unless an override changes it. */
  readonly action: string;
  /** Free text. */
  readonly description?: string;
  /** Names by which overrides can select rules. @default - none */
  readonly categories?: readonly string[];
  /** Whether the rule is on unless an override changes it. @default true */
  readonly enabled?: boolean;
  /** The anomaly score from which the rule acts. @default - it does not act on the score */
  readonly score_threshold?: number;
  /** The version of the ruleset in which the rule last changed. @default - that of the ruleset */
  readonly version?: string;
  /** 32 hexadecimal digits. @default - derived from the id */
  readonly ref?: string;
  /** ISO 8601, UTC. @default - that of the ruleset */
  readonly last_updated?: string;
}

/** The managed rulesets of seeds and snapshots; the emulator's samples are not in them. */
export const SHARED_MANAGED_RULESETS: SharedPart<readonly Required<Omit<SeedManagedRuleset, 'source'>>[]> = {
  member: 'managed_rulesets',
  read: (reader) => {
    const ids = new DocumentIds();
    return {
      managedRulesets: (reader?.items() ?? []).flatMap((item) => readManagedRuleset(item, ids) ?? []),
    };
  },
  write: ({ managedRulesets }) => managedRulesets.map(({ plans, ruleset }) => ({ plans, ...ruleset })),
};

const VERSION = /^[1-9]\d*$/;
const VERSION_FORM = 'decimal digits in quotes';

function readManagedRuleset(reader: Reader, ids: DocumentIds): OfferedManagedRuleset | undefined {
  const members = reader.members([
    'id',
    'name',
    'phase',
    'plans',
    'kind',
    'description',
    'source',
    'version',
    'last_updated',
    'rules',
  ]);
  if (members === undefined) return undefined;
  const id = ids.read(members.required('id'), 'managed rulesets');
  const name = members.required('name')?.matching(/\S/, 'a name that is not blank');
  const sentPlans = members.optional('plans');
  const plans = sentPlans ? readDistinct(sentPlans, (item) => item.oneOf(PLANS)) : PLANS;
  members.optional('kind')?.oneOf(['managed']);
  const source = members.optional('source')?.string();
  const version = members.optional('version')?.matching(VERSION, VERSION_FORM) ?? '1';
  const last_updated = readTimeText(members.optional('last_updated')) ?? SAMPLE_TIME;
  const items = members.optional('rules')?.items() ?? [];
  const ruleIds = new DocumentIds();
  const rules = items.flatMap((item) => readRule(item, ruleIds, { version, last_updated }) ?? []);
  const phase =
    members.optional('phase')?.matching(/^[a-z][a-z0-9_]*$/, 'the name of a phase') ?? MANAGED_PHASE;
  const description = members.optional('description')?.string() ?? '';
  if (id === undefined || name === undefined || plans === undefined) return undefined;
  const ruleset: ManagedRuleset = {
    id,
    name,
    description,
    ...present({ source }),
    kind: 'managed',
    version,
    rules,
    last_updated,
    phase,
  };
  return { plans, ruleset };
}

function readRule(
  reader: Reader,
  ids: DocumentIds,
  ruleset: Pick<ManagedRuleset, 'version' | 'last_updated'>,
): ManagedRule | undefined {
  const members = reader.members([
    'id',
    'action',
    'description',
    'categories',
    'enabled',
    'score_threshold',
    'version',
    'ref',
    'last_updated',
  ]);
  const id = ids.read(members?.required('id'), 'rules');
  const action = members?.required('action')?.matching(/^[a-z_]+$/, 'lower-case letters and _');
  const sent = members?.optional('categories');
  const categories = sent && readDistinct(sent, (item) => item.matching(/\S/, 'a category'));
  const score_threshold = members?.optional('score_threshold')?.count();
  const ref = members?.optional('ref')?.string();
  const version = members?.optional('version')?.matching(VERSION, VERSION_FORM) ?? ruleset.version;
  const last_updated = readTimeText(members?.optional('last_updated')) ?? ruleset.last_updated;
  const description = members?.optional('description')?.string() ?? '';
  const enabled = members?.optional('enabled')?.boolean() ?? true;
  if (id === undefined || action === undefined) return undefined;
  return {
    id,
    version,
    action,
    ...present({ categories, score_threshold }),
    description,
    last_updated,
    ref: ref ?? refOf(id),
    enabled,
  };
}
