import { type SeedDocument, type SeedZone, createEmulator, SeedError } from '../../emulator';
import { isRecord, type JsonObject } from '../../schema';
import { records, USUAL_MODES, type Answer } from './answers';

/** Plans by the name that clients distinguish them by (docs/internals/service.md 9.1). */
const PLANS: Readonly<Record<string, NonNullable<SeedZone['plan']>>> = {
  pro: 'professional',
  business: 'business',
  enterprise: 'enterprise',
};

/** States by the service's words (docs/internals/service.md 7.5). */
const STATES: Readonly<Record<string, string>> = {
  ...{ start: 'start', default: 'start' },
  validation: 'validation',
  pending: 'finishing',
  finished: 'finished',
  complete: 'finished',
};

/** What a seed has another word for, a sentence for each: plans and states that the emulator does not have. */
export function substitutesIn(recorded: readonly Answer[]): readonly string[] {
  return recorded.flatMap(({ path, status, result }) => {
    if (status !== 200) return [];
    const plan = String(object(object(result)['plan'])['legacy_id']);
    const state = String(object(result)['migration_state']);
    if (/^\/zones\/[^/]+$/.test(path) && !(plan in PLANS))
      return [`${path}: the plan ${plan}; the copy has professional.`];
    return path.endsWith('/waf_migration/status') && !(state in STATES)
      ? [`${path}: the state ${state}; the copy has start.`]
      : [];
  });
}

/** What answers say, by path. */
type Answers = ReadonlyMap<string, unknown>;

/** The seed of an emulator that has what was answered. @param at the time of the copy, ISO 8601 in UTC */
export function seedOf(recorded: readonly Answer[], at: string): SeedDocument {
  const answers: Answers = new Map(
    recorded.flatMap(({ path, status, result }) => (status === 200 ? [[path, result]] : [])),
  );
  const zones = [...answers.keys()].filter((path) => /^\/zones\/[^/]+$/.test(path));
  const seed = {
    zones: zones.map((path) => zoneOf(path, answers, at)),
    managed_rulesets: managedRulesets(answers, zones),
    waf_packages: packagesOf(recorded),
    options: {
      ...{ model: 'today', rate_limit: 0, logpush_jobs: 0, logpush_plans: 'all' },
      uri_overrides: [...answers.keys()].some((path) => path.endsWith('/firewall/waf/overrides'))
        ? 'available'
        : 'retired',
    },
    clock: at,
  };
  // The emulator checks it.
  return seed as unknown as SeedDocument;
}

function zoneOf(path: string, answers: Answers, at: string): object {
  const zone = object(answers.get(path));
  return {
    ...picked(zone, ['id', 'name', 'status', 'type', 'paused', 'vanity_name_servers', 'modified_on']),
    plan: PLANS[String(object(zone['plan'])['legacy_id'])] ?? 'professional',
    account: picked(object(zone['account']), ['id', 'name']),
    rulesets: rulesetsOf(path, answers),
    logpush: { jobs: answers.get(`${path}/logpush/jobs`) ?? [] },
    previous_waf: previousWafOf(path, answers),
    migration: migrationOf(path, answers, at),
  };
}

function rulesetsOf(path: string, answers: Answers): readonly object[] {
  return records(answers.get(`${path}/rulesets`))
    .filter(({ kind }) => kind !== 'managed')
    .map(({ id }) => object(answers.get(`${path}/rulesets/${String(id)}`)))
    .map((ruleset) => ({ ...ruleset, rules: ruleset['rules'] ?? [] }));
}

function previousWafOf(path: string, answers: Answers): object {
  const waf = object(answers.get(`${path}/settings/waf`));
  const packages = records(answers.get(`${path}/firewall/waf/packages`));
  const core = packages.find((pack) => pack['detection_mode'] === 'anomaly');
  const items = (part: string) =>
    packages.flatMap(({ id }) => records(answers.get(`${path}/firewall/waf/packages/${String(id)}/${part}`)));
  const modes = (part: string): object =>
    Object.fromEntries(
      items(part).flatMap(({ id, mode }) => (USUAL_MODES.includes(mode) ? [] : [[id, mode]])),
    );
  return {
    ...(waf['value'] !== undefined && { enabled: waf['value'] === 'on' }),
    ...(typeof waf['modified_on'] === 'string' && { enabled_modified_on: waf['modified_on'] }),
    ...(core && { core_rule_set: picked(core, ['sensitivity', 'action_mode']) }),
    groups: modes('groups'),
    rules: modes('rules'),
    uri_overrides: answers.get(`${path}/firewall/waf/overrides`) ?? [],
    filters: answers.get(`${path}/filters`) ?? [],
    firewall_rules: records(answers.get(`${path}/firewall/rules`)).map((rule) => ({
      ...rule,
      filter: picked(object(rule['filter']), ['id']),
    })),
    page_rules: answers.get(`${path}/pagerules`) ?? [],
  };
}

function migrationOf(path: string, answers: Answers, at: string): object {
  const status = object(answers.get(`${path}/waf_migration/status`));
  const state = STATES[String(status['migration_state'])] ?? 'start';
  const generated = answers.get(`${path}/waf_migration/config`);
  return {
    state,
    ...(state !== 'start' && { since: status['created'] ?? at }),
    ...(isRecord(generated) && { generated: picked(generated, ['name', 'rules']) }),
  };
}

/** The managed rulesets that were read, with the plans whose zones list them. */
function managedRulesets(answers: Answers, zones: readonly string[]): readonly object[] {
  const listing = (id: unknown): readonly string[] =>
    zones.flatMap((path) => {
      const listed = records(answers.get(`${path}/rulesets`)).some((each) => each['id'] === id);
      return listed
        ? [PLANS[String(object(object(answers.get(path))['plan'])['legacy_id'])] ?? 'professional']
        : [];
    });
  return [...answers]
    .map(([path, result]) => (/\/rulesets\/[^/]+$/.test(path) ? object(result) : {}))
    .filter(({ kind }) => kind === 'managed')
    .sort((one, other) => (String(one['id']) < String(other['id']) ? -1 : 1))
    .map((ruleset) => {
      const plans = [...new Set(listing(ruleset['id']))];
      return { ...ruleset, ...(plans.length > 0 && { plans }) };
    });
}

/** The packages of all zones together, as they are listed first, each with its groups and their rules. */
function packagesOf(recorded: readonly Answer[]): readonly object[] {
  const whole = recorded.filter(({ status, isPart }) => status === 200 && !isPart);
  const endingIn = (end: string) =>
    whole.flatMap(({ path, result }) => (path.endsWith(end) ? records(result) : []));
  const packages = new Map<unknown, JsonObject>();
  for (const pack of endingIn('/firewall/waf/packages')) {
    const { id } = pack;
    if (packages.has(id)) continue;
    const rules = endingIn(`/packages/${String(id)}/rules`);
    const groups = endingIn(`/packages/${String(id)}/groups`).map((group) => ({
      ...picked(group, ['id', 'name', 'description']),
      rules: rules
        .filter((rule) => object(rule['group'])['id'] === group['id'])
        .map((rule) => picked(rule, ['id', 'description', 'default_mode'])),
    }));
    packages.set(id, { ...picked(pack, ['id', 'name', 'description', 'detection_mode']), groups });
  }
  return [...packages.values()];
}

/** These members of an object, but for those that it lacks. */
function picked(from: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(names.flatMap((name) => (from[name] === undefined ? [] : [[name, from[name]]])));
}

function object(value: unknown): JsonObject {
  return isRecord(value) ? value : {};
}

/** A seed without what the emulator refuses, and a sentence for each thing that is left out. */
export function heldSeed(refused: SeedDocument): {
  readonly seed: SeedDocument;
  readonly dropped: readonly string[];
} {
  const seed = structuredClone(refused);
  const dropped = new Set<string>();
  for (;;) {
    try {
      createEmulator({ seed });
      return { seed, dropped: [...dropped] };
    } catch (error) {
      if (!(error instanceof SeedError)) throw error;
      // From the last one: what is removed moves nothing that is still to be removed.
      const removedFrom = new Map<unknown, number>();
      for (const { path, message } of [...error.problems].reverse()) {
        const steps = path.split(/[.[\]]+/).filter((step) => step !== '');
        const isUnknown = message.includes(NO_SUCH_MEMBER);
        const removed = removeAt(seed, removedFrom, isUnknown ? steps : toItem(seed, steps));
        if (removed === undefined) throw error;
        if (removed !== 'already')
          dropped.add(`${isUnknown ? removed.replace(/\[[^\]]*\]/g, '[]') : removed}: ${message}`);
      }
    }
  }
}

/** What the emulator says of members that it does not have: only these can go alone. */
const NO_SUCH_MEMBER = 'there is no such member';

/** The steps to the item with an id that has a refused value: without the value alone, its default would be in force. */
function toItem(seed: object, steps: readonly string[]): readonly string[] {
  let [holder, end]: [unknown, number] = [seed, steps.length];
  for (const [index, step] of steps.entries()) {
    const item = isHolder(holder) ? holder[step] : undefined;
    // A zone stays.
    if (index > 1 && Array.isArray(holder) && isHolder(item) && 'id' in item) end = index + 1;
    holder = item;
  }
  return steps.slice(0, end);
}

/**
 * Removes what steps lead to, or the nearest thing above it that is there.
 *
 * @param removedFrom lists, from which index on they are no longer as the steps say
 * @returns its path, with names or ids of items; `already` if it, or something before it, was removed: the next pass says
 *   what is still wrong
 */
function removeAt(
  document: object,
  removedFrom: Map<unknown, number>,
  steps: readonly string[],
): string | undefined {
  let [holder, at, path]: [unknown, number, string] = [document, 0, ''];
  const isGone = (): boolean => Number(steps[at]) >= (removedFrom.get(holder) ?? Infinity);
  while (at < steps.length - 1 && isHolder(holder) && isHolder(holder[steps[at] ?? ''])) {
    if (isGone()) return 'already';
    path += named(holder, steps[at] ?? '');
    holder = holder[steps[at] ?? ''];
    at += 1;
  }
  const last = steps[at] ?? '';
  if (!isHolder(holder)) return undefined;
  if (isGone()) return 'already';
  // A required member that is missing: its owner goes.
  if (!(last in holder)) return at === 0 ? undefined : removeAt(document, removedFrom, steps.slice(0, at));
  path += named(holder, last);
  if (Array.isArray(holder)) {
    holder.splice(Number(last), 1);
    removedFrom.set(holder, Number(last));
  } else Reflect.deleteProperty(holder, last);
  return path.slice(1);
}

/** A step in a path: `.member`, or `[id]` of a list. */
function named(holder: Record<string, unknown>, step: string): string {
  const item = holder[step];
  return Array.isArray(holder)
    ? `[${isHolder(item) ? String(item['name'] ?? item['id'] ?? '') : ''}]`
    : `.${step}`;
}

function isHolder(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
