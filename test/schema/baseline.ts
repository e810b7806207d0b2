import { validateConfig, type Validated } from '../../provider-shim/sdk/framework/validate';
import { Diagnostics, type AnyResource, type Call } from '../../provider-shim/sdk/framework';
import { importResource } from '../../provider-shim/sdk/framework/import-state';
import { createZoneProvider } from '../../provider-shim/zone-provider';
import {
  isRecord,
  type Attribute,
  type Attributes,
  type AttributeType,
  type Check,
  type JsonObject,
} from '../../schema';
import { valueOf } from '../provider-shim/sdk/framework/plain';

/** What users rely on in an attribute (docs/guides/promises.md). */
interface RecordedAttribute {
  /** As in `set(string)`; of an attribute with members, how it is nested. */
  readonly type: string;
  /** `required`, `optional`, `computed` or `optional, computed`. */
  readonly use: string;
  /** What else decides how a change of it is planned, or whether it is stored and shown. */
  readonly flags?: readonly string[];
  /** As JSON, with the attribute that it is for if there is one. */
  readonly default?: string;
  /** The only values that it, or each of its elements, may have. */
  readonly values?: readonly string[];
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

/** What users may have written, by type. */
export interface Samples {
  /** Configurations; `{ "repeat": "x-#", "times": 2 }` is `x-1`, `x-2` of a list, `{ "join": […] }` one text. */
  readonly accepted: Readonly<Record<string, readonly JsonObject[]>>;
  readonly importIds: Readonly<Record<string, readonly string[]>>;
}

/** The schema of a release, and what it accepts. */
export interface Baseline extends Samples {
  readonly types: Readonly<Record<string, RecordedType>>;
}

/** A difference between two releases. */
export interface Difference {
  readonly breaking: boolean;
  /** The type and the attribute: `resource zone_logpush_job.output_options.sample_rate`. */
  readonly where: string;
  readonly what: string;
}

type Described = Validated & Partial<Pick<AnyResource<never>, 'identity' | 'moveSources' | 'importState'>>;

/** The schemas of a provider, by what a configuration calls the type: `resource zone_logpush_job`. */
export type Schemas = Readonly<Record<string, Described>>;

const named = (block: string, all: readonly Described[] = []): Schemas =>
  Object.fromEntries(all.map((each) => [`${block} ${each.schema.type}`, each]));

const provider = createZoneProvider({ environment: {}, folder: '/', version: '0.0.0' });

const ALL: Schemas = {
  ...named('provider', [provider]),
  ...named('resource', provider.resources as readonly Described[]),
  ...named('data', provider.dataSources),
  ...named('list', provider.listResources),
};

/** The schema as it is in these sources. */
export function baselineOf({ accepted, importIds }: Samples, schemas = ALL): Baseline {
  const types = Object.entries(schemas).map(([type, { schema, identity, moveSources }]) => {
    const moves = moveSources?.flatMap(({ type: from, providers, versions }) =>
      providers.flatMap((by) => versions.map((version) => `${by} ${from} ${version}`)),
    );
    const how = { ...(identity && { identity: identity.join('/') }), ...(moves && { moves }) };
    return [type, { version: schema.version, ...how, attributes: recorded(schema.attributes) }] as const;
  });
  return { types: Object.fromEntries(types), accepted, importIds };
}

function recorded(attributes: Attributes): Recorded {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, attribute]) => [name, recordedAttribute(attribute)]),
  );
}

/** The flags of an attribute, and which change of one is breaking. */
const FLAGS = {
  sensitive: 'either',
  writeOnly: 'either',
  creationOnly: 'either',
  replaceOnChange: 'added',
  keepsPrior: 'removed',
  deprecated: 'none',
} as const;

const FLAG_NAMES = Object.keys(FLAGS) as readonly (keyof typeof FLAGS)[];

function recordedAttribute(attribute: Attribute): RecordedAttribute {
  const use = (['required', 'optional', 'computed'] as const).filter((each) => attribute[each]);
  const flags = FLAG_NAMES.filter((flag) => attribute[flag]);
  const beside = attribute.defaultBeside ? ` beside ${attribute.defaultBeside}` : '';
  const checks = [...(attribute.checks ?? []), ...(attribute.nested ? [] : (attribute.elementChecks ?? []))];
  const values = checks.flatMap(
    (check: Check<never> & { readonly words?: readonly string[] }) => check.words ?? [],
  );
  return {
    type: attribute.nested ?? typeText(attribute.type),
    use: use.join(', '),
    ...(flags.length > 0 && { flags }),
    ...('default' in attribute && { default: `${JSON.stringify(attribute.default)}${beside}` }),
    ...(values.length > 0 && { values }),
    ...(attribute.nested && { members: recorded(attribute.attributes) }),
  };
}

function typeText(type: AttributeType): string {
  if (typeof type === 'string') return type;
  const [[kind, of] = ['', '']] = Object.entries(type);
  return kind === 'object' ? JSON.stringify(type) : `${kind}(${typeText(of as AttributeType)})`;
}

/** All differences of two releases. @param schemas the later release's, which check what the earlier one accepted */
export async function differences(
  before: Baseline,
  after: Baseline,
  schemas = ALL,
): Promise<readonly Difference[]> {
  const types = Object.entries(before.types).flatMap(([type, was]) => {
    const is = after.types[type];
    if (!is) return [breaks(type, 'removed')];
    return [
      ...(is.version === was.version ? [] : [breaks(type, unreadable(was.version))]),
      ...(is.identity === was.identity ? [] : [changedIdentity(type, was.identity, is.identity)]),
      ...betweenLists(type, 'a move from', was.moves, is.moves),
      ...betweenAttributes(type, was.attributes, is.attributes),
    ];
  });
  const added = Object.keys(after.types).filter((type) => !(type in before.types));
  return [
    ...types,
    ...added.map((type) => adds(type, 'added')),
    ...refused(before, schemas),
    ...(await refusedImports(before, schemas)),
  ];
}

/** As long as no resource upgrades states, each reads those of its own version only. */
function unreadable(version: number): string {
  return `cannot read states of version ${version}: keep the version, or first make UpgradeResourceState upgrade them`;
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
  if (!before) return [addedAttribute(at, after)];
  return [
    ...(before.type === after.type ? [] : [breaks(at, `is ${after.type}, was ${before.type}`)]),
    ...(before.use === after.use ? [] : [changedUse(at, before.use, after.use)]),
    ...FLAG_NAMES.flatMap((flag) => changedFlag(at, flag, before, after)),
    ...(before.default === after.default
      ? []
      : [breaks(at, `has the default ${after.default ?? 'null'}, had ${before.default ?? 'null'}`)]),
    ...changedValues(at, before.values, after.values),
    ...betweenAttributes(at, before.members ?? {}, after.members ?? {}),
  ];
}

function addedAttribute(at: string, { use, default: set }: RecordedAttribute): Difference {
  if (use === 'required') return breaks(at, 'added, and required');
  // A state of before has null: only what the refresh reads makes the plan empty.
  return adds(at, set === undefined ? 'added' : `added; the refresh must fill in the default ${set}`);
}

/**
 * The changes that break nothing: what had to be set may be left out, and what only the provider set may be set. With
 * others, configurations are refused, a value is gone, or leaving the attribute out no longer unsets it.
 */
const ADDITIVE_USES = [
  ['required', 'optional'],
  ['required', 'optional, computed'],
  ['computed', 'optional, computed'],
];

function changedUse(at: string, was: string, is: string): Difference {
  const isAdditive = ADDITIVE_USES.some(([from, to]) => from === was && to === is);
  return (isAdditive ? adds : breaks)(at, `is ${is}, was ${was}`);
}

function changedFlag(
  at: string,
  flag: keyof typeof FLAGS,
  before: RecordedAttribute,
  after: RecordedAttribute,
): readonly Difference[] {
  const [was, is] = [before, after].map(({ flags = [] }) => flags.includes(flag));
  if (was === is) return [];
  const breaking = ['either', is ? 'added' : 'removed'].includes(FLAGS[flag]);
  return [{ breaking, where: at, what: is ? `is ${flag} now` : `is not ${flag} any more` }];
}

function changedValues(
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
function refused({ accepted }: Baseline, schemas: Schemas): readonly Difference[] {
  return Object.entries(accepted).flatMap(([type, configurations]) => {
    const described = schemas[type];
    if (!described) return [];
    const diagnostics = new Diagnostics();
    for (const each of configurations) {
      const config = valueOf(described.schema, writtenOut(each) as JsonObject);
      validateConfig(described, { config, writeOnlyAllowed: true }, diagnostics);
    }
    return diagnostics.all
      .filter(({ severity }) => severity === 'error')
      .map(({ path, summary }) =>
        breaks([type, ...path.map(String)].join('.'), `refuses what was accepted: ${summary}`),
      );
  });
}

/** A sample with what it repeats and joins written out. */
export function writtenOut(sample: unknown): unknown {
  if (Array.isArray(sample)) return sample.flatMap<unknown>((each) => copies(each) ?? [writtenOut(each)]);
  if (!isRecord(sample)) return sample;
  if (Array.isArray(sample['join'])) return (writtenOut(sample['join']) as readonly string[]).join('');
  return Object.fromEntries(Object.entries(sample).map(([name, member]) => [name, writtenOut(member)]));
}

function copies(sample: unknown): readonly string[] | undefined {
  if (!isRecord(sample) || typeof sample['repeat'] !== 'string') return undefined;
  const { repeat, times } = sample;
  return Array.from({ length: Number(times) }, (_, at) => repeat.replace('#', String(at + 1)));
}

/** The import ids that the later release refuses. Without a client, it reads only their form. */
async function refusedImports({ importIds }: Baseline, schemas: Schemas): Promise<readonly Difference[]> {
  const all = Object.entries(importIds).flatMap(([type, ids]) => ids.map((id) => ({ type, id })));
  const found = all.map(async ({ type, id }) => {
    const diagnostics = new Diagnostics();
    const resource = schemas[type] as AnyResource<unknown> | undefined;
    if (!resource) return [];
    await importResource(resource, { id }, undefined, { diagnostics } as Call);
    const isMalformed = diagnostics.all.some(({ summary }) => summary.includes(JSON.stringify(id)));
    return isMalformed || !resource.importState
      ? [breaks(type, `refuses the import id ${JSON.stringify(id)}`)]
      : [];
  });
  return (await Promise.all(found)).flat();
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
