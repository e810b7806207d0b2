import type { Message, MessageInit } from '../../protocol';
import { Diagnostics } from '../diagnostics';
import { reportFailure } from '../failure';
import type { Log } from '../log';
import { typeOf } from '../schema-type';
import { validateConfig, type Validated } from '../validate';
import { diagnosticMessages } from './diagnostic-message';
import { decodeValue } from './dynamic-value';

/** The three validating RPCs, of a provider, a resource and a data source, differ in what they validate only. */
export function validationReply(
  described: Validated,
  config: Message<'DynamicValue'> | undefined,
  log: Log,
): { readonly diagnostics: MessageInit<'Diagnostic'>[] } {
  const diagnostics = new Diagnostics();
  const value = decodeValue(typeOf(described.schema), config);
  try {
    validateConfig(described, value, diagnostics);
  } catch (error) {
    reportFailure(error, diagnostics, log);
  }
  return { diagnostics: diagnosticMessages(described.schema, diagnostics) };
}
