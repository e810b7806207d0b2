import type { JsonObject } from '../checks/json';
import type { Reader } from '../checks/reader';
import { timestamp } from '../service/clock';
import type { StoredPart, SeedContext } from '../service/part';
import type { Zone } from '../service/zone';
import type { Service } from '../service/service';
import type { RuleContext } from './managed-ruleset';
import { offeredManagedRulesets } from './managed-rulesets';
import { type Phase, PHASES } from './phases';
import { type RuleInput, readRules } from './read-rules';
import { type Ruleset, earlierVersions, MAX_EARLIER_VERSIONS, rulesetsOf } from './ruleset';
import { DEFAULT_NAME, newRule } from './write-ruleset';

/** A ruleset of a seed: the entry point of a phase. */
export interface SeedRuleset {
  /** The phase that it belongs to. */
  readonly phase: Phase;
  /** As the service answers it. @default 'zone' */
  readonly kind?: 'zone';
  /** 32 hexadecimal digits. @default - the next identifier */
  readonly id?: string;
  /** Its name. @default 'default' */
  readonly name?: string;
  /** Free text. */
  readonly description?: string;
  /** Counts up in decimal digits. @default '1' */
  readonly version?: string;
  /** ISO 8601, UTC. */
  readonly last_updated?: string;
  /** In the order in which they apply. */
  readonly rules?: readonly SeedRule[];
  /** Earlier versions, oldest first; at most 50. @default - none */
  readonly history?: readonly SeedRulesetVersion[];
}

/** A ruleset as it was in an earlier version. */
interface SeedRulesetVersion {
  readonly version: string;
  readonly description?: string;
  readonly last_updated?: string;
  readonly rules?: readonly SeedRule[];
}

/** A rule; id, version, ref and last_updated are generated if left out. */
export interface SeedRule {
  /** 32 hexadecimal digits. */
  readonly id?: string;
  /** Counts up in decimal digits. */
  readonly version?: string;
  /** Identifies the rule across its versions. */
  readonly ref?: string;
  /** What the rule does, e.g. `log_custom_field`, `execute` or `skip`. */
  readonly action: string;
  /** What the rule applies to, in the rules language. */
  readonly expression: string;
  /** Free text. */
  readonly description?: string;
  /** Whether the rule is on. */
  readonly enabled?: boolean;
  /** Parameters of the action. */
  readonly action_parameters?: Readonly<Record<string, unknown>>;
  /** Only on rules with the action `skip`. */
  readonly logging?: { readonly enabled: boolean };
  /** ISO 8601, UTC. */
  readonly last_updated?: string;
}

/** The kind of ids among which those of rulesets are unique. */
export const RULESET_IDS = 'rulesets';

/** The rulesets of a zone in seeds and snapshots. They must meet all requirements of the service. */
export const STORED_RULESETS: StoredPart<readonly Required<SeedRuleset>[]> = {
  member: 'rulesets',
  read: (reader, context) => {
    const checked = reader === undefined ? [] : readRulesets(reader, context);
    return (service) => storedRulesets(service, checked);
  },
  write: (zone) =>
    rulesetsOf(zone).map((ruleset) => ({
      ...ruleset,
      history: earlierVersions(zone, ruleset.id).map(({ version, description, rules, last_updated }) => {
        return { version, description, rules, last_updated };
      }),
    })),
};

interface CheckedRuleset {
  readonly id?: string;
  readonly name: string;
  readonly description: string;
  readonly phase: Phase;
  readonly version: string;
  readonly rules: readonly RuleInput[];
  readonly last_updated?: string;
  /** Oldest first. */
  readonly history: readonly CheckedVersion[];
  readonly future: JsonObject;
}

/** An earlier version of a ruleset: what can differ between its versions. */
type CheckedVersion = Pick<CheckedRuleset, 'version' | 'description' | 'rules' | 'last_updated'>;

/** A version of a ruleset (docs/internals/service.md 3.1). */
const VERSION = /^[1-9]\d*$/;
const VERSION_FORM = 'decimal digits in quotes';

function readRulesets(reader: Reader, context: SeedContext): readonly CheckedRuleset[] {
  const seenPhases = new Set<string>();
  return (reader.items() ?? []).flatMap((item) => {
    const ruleset = readRuleset(item, context);
    if (ruleset === undefined) return [];
    if (seenPhases.has(ruleset.phase))
      item.member('phase').refuse('the zone has at most one zone-level ruleset for each phase');
    seenPhases.add(ruleset.phase);
    return [ruleset];
  });
}

function readRuleset(reader: Reader, context: SeedContext): CheckedRuleset | undefined {
  const members = reader.members([
    'id',
    'name',
    'description',
    'kind',
    'phase',
    'version',
    'rules',
    'last_updated',
    'history',
  ]);
  const id = context.ids.read(members?.optional('id'), RULESET_IDS);
  const phase = members?.required('phase')?.oneOf(PHASES);
  members?.optional('kind')?.oneOf(['zone']);
  const name = members?.optional('name')?.matching(/\S/, 'a name that is not blank') ?? DEFAULT_NAME;
  const description = members?.optional('description')?.string() ?? '';
  const version = members?.optional('version')?.matching(VERSION, VERSION_FORM) ?? '1';
  const lastUpdated = members?.optional('last_updated')?.string();
  const sent = members?.optional('rules');
  const earlier = members?.optional('history');
  if (phase === undefined) return undefined;
  const ruleContext: RuleContext = {
    plan: context.plan,
    settings: context.settings,
    managedRulesets: offeredManagedRulesets(context.shared),
    phase,
    refs: 'any',
  };
  const rules = sent ? readRules(sent, ruleContext) : [];
  const history = earlier ? readHistory(earlier, version, ruleContext) : [];
  if (rules === undefined) return undefined;
  return {
    ...(id && { id }),
    name,
    description,
    phase,
    version,
    rules,
    history,
    future: reader.future(),
    ...(lastUpdated !== undefined && { last_updated: lastUpdated }),
  };
}

/** Reads the earlier versions of a ruleset: oldest first, each older than the one after it. */
function readHistory(reader: Reader, current: string, context: RuleContext): readonly CheckedVersion[] {
  const items = reader.items() ?? [];
  if (items.length > MAX_EARLIER_VERSIONS)
    reader.refuse(`at most ${MAX_EARLIER_VERSIONS} earlier versions are kept`);
  const versions = items.map((item) => readVersion(item, context));
  versions.forEach((version, index) => {
    const next = index + 1 < versions.length ? versions[index + 1]?.version : current;
    if (version === undefined || next === undefined || BigInt(version.version) < BigInt(next)) return;
    items[index]?.member('version').refuse(`it must be below the version after it, ${next}`);
  });
  return versions.filter((version) => version !== undefined);
}

function readVersion(reader: Reader, context: RuleContext): CheckedVersion | undefined {
  const members = reader.members(['version', 'description', 'rules', 'last_updated']);
  const version = members?.required('version')?.matching(VERSION, VERSION_FORM);
  const description = members?.optional('description')?.string() ?? '';
  const lastUpdated = members?.optional('last_updated')?.string();
  const sent = members?.optional('rules');
  const rules = sent === undefined ? [] : readRules(sent, context);
  if (version === undefined || rules === undefined) return undefined;
  return { version, description, rules, ...(lastUpdated !== undefined && { last_updated: lastUpdated }) };
}

/** The rulesets with the identifiers and times that their seed leaves out. */
function storedRulesets(
  service: Service,
  checked: readonly CheckedRuleset[],
): Pick<Zone, 'rulesets' | 'rulesetHistory'> {
  const rulesets = new Map<Phase, Ruleset>();
  const rulesetHistory = new Map<string, readonly Ruleset[]>();
  for (const sent of checked) {
    const id = sent.id ?? service.identifiers.next();
    const ruleset = storedVersion(service, sent, id, sent);
    rulesets.set(ruleset.phase, ruleset);
    const history = sent.history.map((version) => storedVersion(service, sent, id, version));
    if (history.length > 0) rulesetHistory.set(id, history);
  }
  return { rulesets, rulesetHistory };
}

function storedVersion(service: Service, ruleset: CheckedRuleset, id: string, sent: CheckedVersion): Ruleset {
  const time = timestamp(service.clock.now());
  return {
    ...ruleset.future,
    id,
    name: ruleset.name,
    description: sent.description,
    kind: 'zone',
    phase: ruleset.phase,
    version: sent.version,
    rules: sent.rules.map((rule) => ({
      ...newRule(rule, rule.id ?? service.identifiers.next(), rule.last_updated ?? time),
      version: rule.version ?? '1',
    })),
    last_updated: sent.last_updated ?? time,
  };
}
