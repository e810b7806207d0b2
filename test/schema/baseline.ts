import {
  checkConfig,
  DATA_SOURCE_SCHEMAS,
  logpushOwnershipChallengeSchema,
  providerSchema,
  RESOURCE_SCHEMAS,
  type Attribute,
  type Attributes,
  type AttributeType,
  type JsonObject,
  type ObjectSchema,
} from '../../schema';

/** What users rely on in an attribute (docs/guides/promises.md). */
interface RecordedAttribute {
  /** As in `set(string)`; of an attribute with members, how it is nested. */
  readonly type: string;
  /** `required`, `optional`, `computed` or `optional, computed`. */
  readonly use: string;
  /** Everything else that decides how a change of it is planned, or whether it is stored and shown. */
  readonly marks: readonly string[];
  readonly default?: unknown;
  readonly members?: Recorded;
}

type Recorded = Readonly<Record<string, RecordedAttribute>>;

/** The schema of a release: the attributes of each type, and configurations that it accepts. */
export interface Baseline {
  readonly types: Readonly<Record<string, { readonly version: number; readonly attributes: Recorded }>>;
  readonly accepted: Readonly<Record<string, readonly JsonObject[]>>;
}

/** A difference between two releases. A breaking one needs a new major version. */
export interface Difference {
  readonly breaking: boolean;
  /** The type and the attribute: `zone_logpush_job.output_options.sample_rate`. */
  readonly where: string;
  readonly what: string;
}

/** Schemas by what a configuration calls them: `resource zone_logpush_job`. */
export type Schemas = Readonly<Record<string, ObjectSchema>>;

const named = (block: string, schemas: readonly ObjectSchema[]): Schemas =>
  Object.fromEntries(schemas.map((schema) => [`${block} ${schema.type}`, schema]));

const ALL: Schemas = {
  ...named('provider', [providerSchema]),
  ...named('resource', RESOURCE_SCHEMAS),
  ...named('data', DATA_SOURCE_SCHEMAS),
  ...named('ephemeral', [logpushOwnershipChallengeSchema]),
};

/** The schema as it is in these sources. @param accepted configurations that users may have written, by type */
export function baselineOf(accepted: Baseline['accepted'], schemas = ALL): Baseline {
  const types = Object.entries(schemas).map(([type, { version, attributes }]) => [
    type,
    { version, attributes: recorded(attributes) },
  ]);
  return { types: Object.fromEntries(types), accepted };
}

function recorded(attributes: Attributes): Recorded {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, attribute]) => [name, recordedAttribute(attribute)]),
  );
}

const MARKS = ['sensitive', 'writeOnly', 'replaceOnChange', 'keepsPrior', 'creationOnly'] as const;

function recordedAttribute(attribute: Attribute): RecordedAttribute {
  const use = ['required', 'optional', 'computed'].filter((each) => attribute[each as 'required'] === true);
  return {
    type: attribute.nested ?? typeText(attribute.type),
    use: use.join(', '),
    marks: MARKS.filter((mark) => attribute[mark] === true),
    ...('default' in attribute && { default: attribute.default }),
    ...(attribute.nested && { members: recorded(attribute.attributes) }),
  };
}

function typeText(type: AttributeType): string {
  if (typeof type === 'string') return type;
  const [[kind, of] = ['object', {}]] = Object.entries(type);
  if (kind !== 'object') return `${kind}(${typeText(of as AttributeType)})`;
  const members = Object.entries(of as Readonly<Record<string, AttributeType>>).map(
    ([name, member]) => `${name} ${typeText(member)}`,
  );
  return `object(${members.join(', ')})`;
}

/** All differences of two releases. @param schemas the later release's, which check what the earlier one accepted */
export function differences(before: Baseline, after: Baseline, schemas = ALL): readonly Difference[] {
  const types = Object.entries(before.types).flatMap(([type, { version, attributes }]) => {
    const now = after.types[type];
    if (!now) return [breaks(type, 'removed')];
    const older = now.version < version ? [breaks(type, 'its states of before cannot be read')] : [];
    return [...older, ...betweenAttributes(type, attributes, now.attributes)];
  });
  const added = Object.keys(after.types).filter((type) => !(type in before.types));
  return [...types, ...added.map((type) => adds(type, 'added')), ...refused(before, schemas)];
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
    ...MARKS.filter((mark) => before.marks.includes(mark) !== after.marks.includes(mark)).map((mark) =>
      breaks(at, after.marks.includes(mark) ? `is ${mark} now` : `is not ${mark} any more`),
    ),
    ...(JSON.stringify(before.default) === JSON.stringify(after.default)
      ? []
      : [
          breaks(
            at,
            `has the default ${JSON.stringify(after.default)}, had ${JSON.stringify(before.default)}`,
          ),
        ]),
    ...betweenAttributes(at, before.members ?? {}, after.members ?? {}),
  ];
}

/** What could be written may still be written, and what had a value has one, only when nothing goes. */
function changedUse(at: string, before: string, after: string): Difference {
  const what = `is ${after}, was ${before}`;
  const mayBeWritten = before === 'required' ? after.startsWith('optional') : after.includes(before);
  return after === 'required' || !mayBeWritten ? breaks(at, what) : adds(at, what);
}

/** Stricter validation: what the earlier release accepted and the later one refuses. */
function refused({ accepted }: Baseline, schemas: Schemas): readonly Difference[] {
  return Object.entries(accepted).flatMap(([type, configurations]) => {
    const schema = schemas[type];
    const problems = schema ? configurations.flatMap((each) => checkConfig(schema, each)) : [];
    return problems.map(({ path, message }) =>
      breaks([type, ...path.map(String)].join('.'), `refuses what was accepted: ${message}`),
    );
  });
}

function breaks(where: string, what: string): Difference {
  return { breaking: true, where, what };
}

function adds(where: string, what: string): Difference {
  return { breaking: false, where, what };
}
