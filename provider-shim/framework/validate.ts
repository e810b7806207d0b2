import type { DraftOf, ObjectSchema } from '../../schema';
import { checkConfig, wholeNumbers } from '../../schema';
import type { Value } from '../values';
import { toAuthor } from './author-values';
import { deprecations } from './deprecations';
import type { Diagnostics } from './diagnostics';

/** Something with a schema and, if it likes, checks of its own. */
export interface Validated {
  readonly schema: ObjectSchema;
  validate?(config: DraftOf<ObjectSchema>, diagnostics: Diagnostics): void;
}

/** Checks a configuration: the schema's rules first, then the object's own. Unknown values are left alone. */
export function validateConfig(described: Validated, config: Value, diagnostics: Diagnostics): void {
  const written = toAuthor(config) as Readonly<Record<string, unknown>>;
  const { attributes } = described.schema;
  for (const deprecation of deprecations(attributes, written)) diagnostics.warning(deprecation);
  diagnostics.errors(checkConfig(described.schema, written));
  // The object's own checks take an `int` for the number that its type promises.
  if (!described.validate || wholeNumbers(attributes, written).length > 0) return;
  described.validate(written as DraftOf<ObjectSchema>, diagnostics);
}
