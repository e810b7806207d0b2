import type { DraftOf, ObjectSchema } from '../../schema';
import { checkConfig } from '../../schema';
import type { Value } from '../values';
import { toAuthor } from './author-values';
import { deprecations } from './deprecations';
import type { Diagnostics } from './diagnostics';
import { wholeNumbers } from './whole-numbers';

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
  const notWhole = wholeNumbers(attributes, written);
  diagnostics.errors(notWhole);
  if (notWhole.length > 0) return;
  diagnostics.errors(checkConfig(described.schema, written));
  described.validate?.(written as DraftOf<ObjectSchema>, diagnostics);
}
