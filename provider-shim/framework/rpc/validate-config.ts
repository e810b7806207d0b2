import type { Message, MessageInit } from '../../protocol';
import type { DraftOf, ObjectSchema } from '../../../schema';
import { Diagnostics } from '../diagnostics';
import { typeOf } from '../schema-type';
import { validateConfig } from '../validate';
import { diagnosticMessages } from './diagnostic-message';
import { decodeValue } from './dynamic-value';

/** The three validating RPCs, of a provider, a resource and a data source, differ in what they validate only. */
export function validationReply(
  described: {
    readonly schema: ObjectSchema;
    validate?(config: DraftOf<ObjectSchema>, diagnostics: Diagnostics): void;
  },
  config: Message<'DynamicValue'> | undefined,
): { readonly diagnostics: MessageInit<'Diagnostic'>[] } {
  const diagnostics = new Diagnostics();
  validateConfig(described, decodeValue(typeOf(described.schema), config), diagnostics);
  return { diagnostics: diagnosticMessages(described.schema, diagnostics) };
}
