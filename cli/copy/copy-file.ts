import { randomBytes } from 'node:crypto';
import { parse } from 'yaml';
import { createEmulator, SeedError, type SeedDocument, type SeedZone } from '../../emulator';
import { RETIRED_STATUSES } from '../../provider-shim/zone-reader';
import { isRecord, type JsonObject } from '../../schema';
import { readInputFile } from '../files/input-file';
import type { OutputFile } from '../files/outputs';
import { CommandFailure, reasonOf } from '../terminal/failure';
import { parseJson } from '../text/json';
import { isHeld, isUnread, keptOnce, object, records, USUAL_MODES, type Answer } from './answers';
import { withoutSecrets } from './secrets';

/** A copy of zones: a seed of the emulator, which also says how it was made. It is as secret as a state file. */
export interface CopyDocument extends SeedDocument {
  readonly copy: {
    readonly format: typeof FORMAT;
    /** ISO 8601, UTC. */
    readonly taken_at: string;
    /** What the service has and the emulator does not hold, or what could not be read: a sentence for each. */
    readonly not_held: readonly string[];
  };
}

const FORMAT = '2' as const;

/**
 * Makes the document of a copy from what was answered: the same whenever the answers came.
 *
 * @param answered of zones in their order
 * @param takenAt ISO 8601, UTC
 */
export function copyDocument(answered: readonly Answer[], takenAt: string): CopyDocument {
  const first = new Map<string, number>();
  const answers = withoutSecrets(answered.map((answer, at) => keptOnce(answer, at, first)));
  const { seed, dropped } = heldSeed(seedOf(answers, takenAt));
  return {
    ...seed,
    // An emulator with the copy of production does not open to a well-known token.
    credentials: { tokens: [{ token: randomToken() }] },
    copy: {
      format: FORMAT,
      taken_at: takenAt,
      not_held: [
        'Earlier versions of rulesets, settings of zones, what accounts have, DNS, and all that the emulator does not have.',
        ...answers
          .filter(isUnread)
          .map(
            ({ path, status }) =>
              `GET ${path} was refused with status ${status}: copy with a token that may read it.`,
          ),
        ...substitutesIn(answers),
        ...dropped,
      ],
    },
  };
}

/** A token of the emulator that nobody can guess. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The file of a copy. */
export const COPY_OUTPUT: OutputFile = {
  what: 'the copy',
  isOurs: (text) => /^copy:$|"copy":\{"format":/m.test(text),
};

/** Reads a copy. @param option that names it @throws CommandFailure */
export function readCopy(file: string, option: string): CopyDocument {
  const { what } = COPY_OUTPUT;
  const allowed = [`a file that zonewright copy wrote, of the format ${FORMAT}`];
  const text = readInputFile(file, { what, option, allowed });
  let seen: string | undefined;
  try {
    const document: unknown = text.trimStart().startsWith('{') ? parseJson(text) : parse(text);
    seen = problemOf(document);
    if (seen === undefined) return document as CopyDocument;
  } catch (error) {
    seen = reasonOf(error);
  }
  const message = `${what} cannot be read: ${file}`;
  const hints = ['make one: npx zonewright copy example.com --out copy.yaml', `name another file: ${option}`];
  throw new CommandFailure({ message, seen: [seen], allowed, hints });
}

function problemOf(document: unknown): string | undefined {
  const copy = isRecord(document) ? document['copy'] : undefined;
  if (!isRecord(copy)) return 'it has no member copy';
  if (copy['format'] !== FORMAT) return `its format is ${JSON.stringify(copy['format'])}`;
  if (Number.isNaN(Date.parse(String(copy['taken_at'])))) return 'its taken_at is no time';
  createEmulator({ seed: document as SeedDocument });
  return undefined;
}

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

/** A service without the status of migrations has ended them all. */
const RETIRED = { migration_state: 'complete' };

function isRetired(path: string, status: number): boolean {
  return path.endsWith('/waf_migration/status') && RETIRED_STATUSES.includes(status);
}

/** What the emulator does not have, a sentence for each: rulesets, and plans and states for which a seed has another word. */
function substitutesIn(recorded: readonly Answer[]): readonly string[] {
  return recorded.flatMap(({ path, status, result }) => {
    if (isRetired(path, status))
      return [`${path}: no state any more; the copy has that of the check, or finished.`];
    if (status !== 200) return [];
    if (path.endsWith('/rulesets'))
      return records(result)
        .filter((ruleset) => ruleset['kind'] !== 'managed' && !isHeld(ruleset))
        .map(
          ({ id, kind, phase }) =>
            `${path}/${String(id)}: kind ${String(kind)} of the phase ${String(phase)}; not in the copy.`,
        );
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
function seedOf(recorded: readonly Answer[], at: string): SeedDocument {
  const answers: Answers = new Map(
    recorded.flatMap(({ path, status, result }) =>
      status === 200 ? [[path, result]] : isRetired(path, status) ? [[path, RETIRED]] : [],
    ),
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
    rulesets: records(answers.get(`${path}/rulesets`))
      .filter(isHeld)
      .map(({ id }) => object(answers.get(`${path}/rulesets/${String(id)}`)))
      .map((ruleset) => ({ ...ruleset, rules: ruleset['rules'] ?? [] })),
    logpush: { jobs: answers.get(`${path}/logpush/jobs`) ?? [] },
    previous_waf: previousWafOf(path, answers),
    migration: migrationOf(path, answers, at),
  };
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
  const [status, check] = ['status', 'check'].map((name) =>
    object(answers.get(`${path}/waf_migration/${name}`)),
  );
  const said = status === RETIRED ? { ...RETIRED, ...check } : (status ?? {});
  const state = STATES[String(said['migration_state'])] ?? 'start';
  const generated = answers.get(`${path}/waf_migration/config`);
  return {
    state,
    ...(state !== 'start' && { since: said['created'] ?? at }),
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

/** A seed without what the emulator refuses, and a sentence for each thing that is left out. */
function heldSeed(refused: SeedDocument): {
  readonly seed: SeedDocument;
  readonly dropped: readonly string[];
} {
  const dropped = new Set<string>();
  for (let seed = refused; ;) {
    try {
      createEmulator({ seed });
      return { seed, dropped: [...dropped] };
    } catch (error) {
      if (!(error instanceof SeedError)) throw error;
      const refusals: Refusals = new Map();
      for (const { path, message } of [...error.problems].reverse()) {
        const steps = path.split(/[.[\]]+/).filter((step) => step !== '');
        const isUnknown = message.includes(NO_SUCH_MEMBER);
        const removed = refuse(seed, isUnknown ? steps : toItem(seed, steps), refusals);
        if (removed === '') throw error;
        if (removed !== undefined)
          dropped.add(`${isUnknown ? removed.replace(/\[[^\]]*\]/g, '[]') : removed}: ${message}`);
      }
      seed = without(seed, refusals) as SeedDocument;
    }
  }
}

/** What the emulator says of members that it does not have: only these can go alone. */
const NO_SUCH_MEMBER = 'there is no such member';

/** What has to go of a document, by what holds it. */
type Refusals = Map<unknown, Set<string>>;

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
 * Refuses what steps lead to. Of a required member that is missing, its owner goes.
 *
 * @returns its path, with names or ids of items; empty if nothing is there, undefined if it goes already
 */
function refuse(document: object, steps: readonly string[], refusals: Refusals): string | undefined {
  let [holder, path]: [unknown, string] = [document, ''];
  let last: readonly [holder: unknown, step: string] | undefined;
  for (const step of steps) {
    if (!isHolder(holder) || !(step in holder)) break;
    if (refusals.get(holder)?.has(step)) return undefined;
    const item = holder[step];
    const name = isHolder(item) ? String(item['name'] ?? item['id'] ?? '') : '';
    path += Array.isArray(holder) ? `[${name}]` : `.${step}`;
    last = [holder, step];
    holder = item;
  }
  if (last) refusals.set(last[0], (refusals.get(last[0]) ?? new Set()).add(last[1]));
  return path.slice(1);
}

function without(value: unknown, refusals: Refusals): unknown {
  if (!isHolder(value)) return value;
  const kept = Object.entries(value)
    .filter(([step]) => !refusals.get(value)?.has(step))
    .map(([step, each]) => [step, without(each, refusals)] as const);
  return Array.isArray(value) ? kept.map(([, each]) => each) : Object.fromEntries(kept);
}

function isHolder(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
