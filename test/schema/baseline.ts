import { validateConfig, type Validated } from '../../provider-shim/sdk/framework/validate';
import { Diagnostics, type AnyResource, type Call } from '../../provider-shim/sdk/framework';
import { importResource } from '../../provider-shim/sdk/framework/import-state';
import { createZoneProvider } from '../../provider-shim/zone-provider';
import {
  type Attribute,
  type Attributes,
  type AttributeType,
  type Check,
  type JsonObject,
} from '../../schema';
import { valueOf } from '../provider-shim/sdk/framework/plain';
import { writtenOut } from './written-out';

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

const FLAGS = [
  'sensitive',
  'writeOnly',
  'creationOnly',
  'replaceOnChange',
  'keepsPrior',
  'deprecated',
] as const;

function recordedAttribute(attribute: Attribute): RecordedAttribute {
  const use = (['required', 'optional', 'computed'] as const).filter((each) => attribute[each]);
  const flags = FLAGS.filter((flag) => attribute[flag]);
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

type Fact = Exclude<keyof RecordedAttribute | keyof RecordedType, 'members' | 'flags' | 'attributes'> | Flag;
type Flag = (typeof FLAGS)[number];
type Facts = { readonly [F in Fact]?: string };

/** What is recorded of each type and attribute, by its path. */
function factsOf(types: Baseline['types']): Readonly<Record<string, Facts>> {
  const ofAttributes = (at: string, attributes: Recorded): Readonly<Record<string, Facts>> =>
    Object.fromEntries(
      Object.entries(attributes).flatMap(([name, { members = {}, flags = [], values, ...facts }]) => [
        [
          `${at}.${name}`,
          {
            ...facts,
            ...(values && { values: values.join(', ') }),
            ...Object.fromEntries(flags.map((flag) => [flag, 'set'])),
          },
        ],
        ...Object.entries(ofAttributes(`${at}.${name}`, members)),
      ]),
    );
  const all = Object.entries(types).map(([type, { attributes, version, moves, ...facts }]) => ({
    [type]: { ...facts, version: String(version), ...(moves && { moves: moves.join(', ') }) },
    ...ofAttributes(type, attributes),
  }));
  return Object.assign({}, ...all) as Readonly<Record<string, Facts>>;
}

/** Whether a list, as a text, no longer has what it had. */
const misses = (was = '', is = ''): boolean => was.split(', ').some((each) => !is.split(', ').includes(each));

/**
 * The changes of uses that break nothing: what had to be set may be left out, and what only the provider set may be set.
 * With others, configurations are refused, a value is gone, or leaving the attribute out no longer unsets it.
 */
const ADDITIVE_USES = [
  'required to optional',
  'required to optional, computed',
  'computed to optional, computed',
];

/** Which changes of a fact break what users have; undefined is one that is not there. */
const IS_BREAKING: Readonly<Record<Fact, (was: string | undefined, is: string | undefined) => boolean>> = {
  // As long as no resource upgrades states, each reads those of its own version only.
  version: () => true,
  identity: (was) => was !== undefined,
  moves: (was, is) => was !== undefined && misses(was, is),
  type: () => true,
  use: (was, is) => !ADDITIVE_USES.includes(`${was} to ${is}`),
  default: () => true,
  values: (was, is) => was === undefined || (is !== undefined && misses(was, is)),
  sensitive: () => true,
  writeOnly: () => true,
  creationOnly: () => true,
  replaceOnChange: (was) => was === undefined,
  keepsPrior: (was) => was !== undefined,
  deprecated: () => false,
};

/** All differences of two releases. @param schemas the later release's, which check what the earlier one accepted */
export async function differences(
  before: Baseline,
  after: Baseline,
  schemas = ALL,
): Promise<readonly Difference[]> {
  const [was, is] = [factsOf(before.types), factsOf(after.types)];
  const isWithin = (where: string, all: object): boolean => {
    const around = where.slice(0, Math.max(0, where.lastIndexOf('.')));
    return around === '' || around in all;
  };
  const found = [...new Set([...Object.keys(was), ...Object.keys(is)])].flatMap((where) => {
    const [old, now] = [was[where], is[where]];
    if (!now) return isWithin(where, is) ? [breaks(where, 'removed')] : [];
    if (!old) return isWithin(where, was) ? [added(where, now)] : [];
    return (Object.keys(IS_BREAKING) as Fact[])
      .filter((fact) => old[fact] !== now[fact])
      .map((fact) => ({
        breaking: IS_BREAKING[fact](old[fact], now[fact]),
        where,
        what: `${fact} is ${now[fact] ?? 'none'}, was ${old[fact] ?? 'none'}`,
      }));
  });
  return [...found, ...refused(before, schemas), ...(await refusedImports(before, schemas))];
}

function added(where: string, { use, default: set }: Facts): Difference {
  if (use === 'required') return breaks(where, 'added, and required');
  // A state of before has null: only what the refresh reads makes the plan empty.
  const what = set === undefined ? 'added' : `added; the refresh must fill in the default ${set}`;
  return { breaking: false, where, what };
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
