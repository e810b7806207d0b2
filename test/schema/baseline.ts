import { validateConfig, type Validated } from '../../provider-shim/sdk/framework/validate';
import { Diagnostics, type AnyResource } from '../../provider-shim/sdk/framework';
import { createZoneProvider } from '../../provider-shim/zone-provider';
import type { Attribute, Attributes, AttributeType, Check, JsonObject } from '../../schema';
import { valueOf } from '../provider-shim/sdk/framework/plain';

/** What users rely on in an attribute (docs/guides/promises.md). */
interface RecordedAttribute {
  /** As in `set(string)`; of an attribute with members, how it is nested. */
  readonly type: string;
  /** `required`, `optional`, `computed` or `optional, computed`. */
  readonly use: string;
  /** Everything else that decides how a change of it is planned, or whether it is stored and shown. */
  readonly marks?: readonly string[];
  /** As JSON, with the attribute that it is for if there is one. */
  readonly default?: string;
  /** The only values that it, or each of its elements, may have. */
  readonly words?: readonly string[];
  readonly members?: Recorded;
}

type Recorded = Readonly<Record<string, RecordedAttribute>>;

interface RecordedType {
  readonly version: number;
  /** The attributes that an `import` block names, and an import id has in this order. */
  readonly identity?: string;
  /** The versions of states that a `moved` block may bring here: `cloudflare/cloudflare cloudflare_ruleset 0`. */
  readonly moves?: readonly string[];
  readonly attributes: Recorded;
}

/** The schema of a release: the attributes of each type, and configurations that it accepts. */
export interface Baseline {
  readonly types: Readonly<Record<string, RecordedType>>;
  readonly accepted: Readonly<Record<string, readonly JsonObject[]>>;
}

/** A difference between two releases. */
export interface Difference {
  readonly breaking: boolean;
  /** The type and the attribute: `resource zone_logpush_job.output_options.sample_rate`. */
  readonly where: string;
  readonly what: string;
}

type Offer = Validated & Partial<Pick<AnyResource<never>, 'identity' | 'moveSources'>>;

/** What a provider offers, by what a configuration calls it: `resource zone_logpush_job`. */
export type Offers = Readonly<Record<string, Offer>>;

const named = (block: string, offers: readonly Offer[] = []): Offers =>
  Object.fromEntries(offers.map((offer) => [`${block} ${offer.schema.type}`, offer]));

const provider = createZoneProvider({ environment: {}, folder: '/', version: '0.0.0' });

const ALL: Offers = {
  ...named('provider', [provider]),
  ...named('resource', provider.resources as readonly Offer[]),
  ...named('data', provider.dataSources),
  ...named('ephemeral', provider.ephemerals),
  ...named('list', provider.listResources),
};

/** The schema as it is in these sources. @param accepted configurations that users may have written, by type */
export function baselineOf(accepted: Baseline['accepted'], offers = ALL): Baseline {
  const types = Object.entries(offers).map(([type, { schema, identity, moveSources }]) => {
    const moves = moveSources?.flatMap(({ type: from, providers, versions }) =>
      providers.flatMap((by) => versions.map((version) => `${by} ${from} ${version}`)),
    );
    const how = { ...(identity && { identity: identity.join('/') }), ...(moves && { moves }) };
    return [type, { version: schema.version, ...how, attributes: recorded(schema.attributes) }] as const;
  });
  return { types: Object.fromEntries(types), accepted };
}

function recorded(attributes: Attributes): Recorded {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, attribute]) => [name, recordedAttribute(attribute)]),
  );
}

/** The marks of an attribute, and which change of one breaks what users have. */
const MARKS = {
  sensitive: 'either',
  writeOnly: 'either',
  creationOnly: 'either',
  replaceOnChange: 'added',
  keepsPrior: 'removed',
  deprecated: 'none',
} as const;

const MARK_NAMES = Object.keys(MARKS) as readonly (keyof typeof MARKS)[];

function recordedAttribute(attribute: Attribute): RecordedAttribute {
  const use = (['required', 'optional', 'computed'] as const).filter((each) => attribute[each]);
  const marks = MARK_NAMES.filter((mark) => attribute[mark]);
  const beside = attribute.defaultBeside ? ` beside ${attribute.defaultBeside}` : '';
  const checks = [...(attribute.checks ?? []), ...(attribute.nested ? [] : (attribute.elementChecks ?? []))];
  const words = checks.flatMap(
    (check: Check<never> & { readonly words?: readonly string[] }) => check.words ?? [],
  );
  return {
    type: attribute.nested ?? typeText(attribute.type),
    use: use.join(', '),
    ...(marks.length > 0 && { marks }),
    ...('default' in attribute && { default: `${JSON.stringify(attribute.default)}${beside}` }),
    ...(words.length > 0 && { words }),
    ...(attribute.nested && { members: recorded(attribute.attributes) }),
  };
}

function typeText(type: AttributeType): string {
  if (typeof type === 'string') return type;
  const [[kind, of] = ['', '']] = Object.entries(type);
  return kind === 'object' ? JSON.stringify(type) : `${kind}(${typeText(of as AttributeType)})`;
}

/** All differences of two releases. @param offers the later release's, which check what the earlier one accepted */
export function differences(before: Baseline, after: Baseline, offers = ALL): readonly Difference[] {
  const types = Object.entries(before.types).flatMap(([type, was]) => {
    const is = after.types[type];
    if (!is) return [breaks(type, 'removed')];
    return [
      ...(is.version < was.version ? [breaks(type, 'cannot read its states of before')] : []),
      ...(is.identity === was.identity ? [] : [changedIdentity(type, was.identity, is.identity)]),
      ...betweenLists(type, 'a move from', was.moves, is.moves),
      ...betweenAttributes(type, was.attributes, is.attributes),
    ];
  });
  const added = Object.keys(after.types).filter((type) => !(type in before.types));
  return [...types, ...added.map((type) => adds(type, 'added')), ...refused(before, offers)];
}

function changedIdentity(at: string, was: string | undefined, is: string | undefined): Difference {
  return (was === undefined ? adds : breaks)(at, `is identified by ${String(is)}, was by ${String(was)}`);
}

function betweenLists(
  at: string,
  what: string,
  before: readonly string[] = [],
  after: readonly string[] = [],
): readonly Difference[] {
  return [
    ...before
      .filter((each) => !after.includes(each))
      .map((each) => breaks(at, `no longer has ${what} ${each}`)),
    ...after.filter((each) => !before.includes(each)).map((each) => adds(at, `has ${what} ${each}`)),
  ];
}

function betweenAttributes(at: string, before: Recorded, after: Recorded): readonly Difference[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((name) => betweenAttribute(`${at}.${name}`, before[name], after[name]));
}

function betweenAttribute(
  at: string,
  before: RecordedAttribute | undefined,
  after: RecordedAttribute | undefined,
): readonly Difference[] {
  if (!after) return [breaks(at, 'removed')];
  if (!before) return [after.use === 'required' ? breaks(at, 'added, and required') : adds(at, 'added')];
  return [
    ...(before.type === after.type ? [] : [breaks(at, `is ${after.type}, was ${before.type}`)]),
    ...(before.use === after.use ? [] : [changedUse(at, before.use, after.use)]),
    ...MARK_NAMES.flatMap((mark) => changedMark(at, mark, before, after)),
    ...(before.default === after.default
      ? []
      : [breaks(at, `has the default ${after.default ?? 'null'}, had ${before.default ?? 'null'}`)]),
    ...changedWords(at, before.words, after.words),
    ...betweenAttributes(at, before.members ?? {}, after.members ?? {}),
  ];
}

/** What could be written may still be written, and what had a value has one, only when nothing goes. */
function changedUse(at: string, before: string, after: string): Difference {
  const what = `is ${after}, was ${before}`;
  const mayBeWritten = before === 'required' ? after.startsWith('optional') : after.includes(before);
  return after === 'required' || !mayBeWritten ? breaks(at, what) : adds(at, what);
}

function changedMark(
  at: string,
  mark: keyof typeof MARKS,
  before: RecordedAttribute,
  after: RecordedAttribute,
): readonly Difference[] {
  const [was, is] = [before, after].map(({ marks = [] }) => marks.includes(mark));
  if (was === is) return [];
  const breaking = ['either', is ? 'added' : 'removed'].includes(MARKS[mark]);
  return [{ breaking, where: at, what: is ? `is ${mark} now` : `is not ${mark} any more` }];
}

function changedWords(
  at: string,
  before: readonly string[] | undefined,
  after: readonly string[] | undefined,
): readonly Difference[] {
  if (!before || !after)
    return before === after
      ? []
      : [after ? breaks(at, `allows only ${after.join(', ')}`) : adds(at, 'allows any value')];
  return betweenLists(at, 'the value', before, after);
}

/** Stricter validation: what the earlier release accepted and the later one refuses. */
function refused({ accepted }: Baseline, offers: Offers): readonly Difference[] {
  return Object.entries(accepted).flatMap(([type, configurations]) => {
    const offer = offers[type];
    if (!offer) return [];
    const diagnostics = new Diagnostics();
    for (const each of configurations)
      validateConfig(offer, { config: valueOf(offer.schema, each), writeOnlyAllowed: true }, diagnostics);
    return diagnostics.all
      .filter(({ severity }) => severity === 'error')
      .map(({ path, summary }) =>
        breaks([type, ...path.map(String)].join('.'), `refuses what was accepted: ${summary}`),
      );
  });
}

/** The attributes that can be written and that none of these configurations has. */
export function unwritten(attributes: Recorded, configurations: readonly unknown[]): readonly string[] {
  return Object.entries(attributes).flatMap(([name, { use, type, members = {} }]) => {
    if (use === 'computed') return [];
    const values = configurations
      .map((each) => (each as JsonObject)[name] ?? null)
      .filter((value) => value !== null);
    if (values.length === 0) return [name];
    const objects = type === 'single' ? values : values.flatMap((value) => Object.values(value));
    return unwritten(members, objects).map((member) => `${name}.${member}`);
  });
}

function breaks(where: string, what: string): Difference {
  return { breaking: true, where, what };
}

function adds(where: string, what: string): Difference {
  return { breaking: false, where, what };
}
