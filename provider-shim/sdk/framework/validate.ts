import {
  checkConfig,
  oneProblem,
  walk,
  type Attributes,
  type ConfigAtPlan,
  type ObjectSchema,
  type Problem,
} from '../../../schema/description';
import type { Value } from '../values';
import type { Diagnostics } from './diagnostics';
import { attributesThat } from './members';
import { writeOnlyWritten } from './write-only';

/** Something with a schema and, if it likes, checks of its own. */
export interface Validated {
  readonly schema: ObjectSchema;
  validate?(config: ConfigAtPlan<ObjectSchema>, diagnostics: Diagnostics): void;
}

export interface ValidateRequest {
  readonly config: Value;
  /** Whether the engine supports write-only attributes. One that does not would store their values. */
  readonly writeOnlyAllowed: boolean;
}

/** Checks a configuration: the schema's checks first, then the object's own. Unknown values are left alone. */
export function validateConfig(
  described: Validated,
  { config, writeOnlyAllowed }: ValidateRequest,
  diagnostics: Diagnostics,
): void {
  const written = config as Readonly<Record<string, unknown>>;
  const { attributes } = described.schema;
  for (const deprecation of deprecations(attributes, written)) diagnostics.warning(deprecation);
  if (!writeOnlyAllowed) diagnostics.errors(writeOnlyWritten(attributes, written));
  const problems = checkConfig(described.schema, written);
  diagnostics.errors(problems);
  // The object's own checks take an `int` for the number that its type promises.
  if (problems.some(({ code }) => code === 'not_a_whole_number')) return;
  described.validate?.(written as ConfigAtPlan<ObjectSchema>, diagnostics);
}

const deprecatedIn = attributesThat(({ deprecated }) => deprecated !== undefined);

/** Configured attributes, known or not, that are deprecated. */
export function deprecations(
  attributes: Attributes,
  values: Readonly<Record<string, unknown>>,
): readonly Problem[] {
  return walk(deprecatedIn(attributes), values, ({ deprecated }, value, name) =>
    value === null || deprecated === undefined
      ? []
      : oneProblem('deprecated_attribute', `The attribute ${name} is deprecated.`, deprecated),
  );
}
