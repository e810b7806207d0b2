import { Fn, type IResolvable, Token } from 'cdktf';
import type { FILTER_OPERATORS } from '../../schema';
import type { AnyOf } from '../binding/props';
import { misuses } from '../binding/misused';
import type { LogField } from './dataset-fields';

/** Which log entries a job delivers: a comparison, or a combination of such. */
export type LogFilter =
  LogFilterComparison | { readonly and: readonly LogFilter[] } | { readonly or: readonly LogFilter[] };

/** A comparison of a log field with a value; `in` and `!in` take a list. */
export interface LogFilterComparison {
  /** The name of a log field of the dataset. */
  readonly key: AnyOf<LogField>;
  /** How they are compared; `!` negates. */
  readonly operator: (typeof FILTER_OPERATORS)[number];
  /** What the field is compared with: a list for `in` and `!in`. */
  readonly value: string | number | boolean | readonly (string | number)[] | IResolvable;
}

/** The JSON text of the service for a filter. With values that only the engine knows, the engine encodes them. */
export function filterText(filter: LogFilter | string | undefined): string | undefined {
  if (typeof filter !== 'object' || Token.isUnresolved(filter)) return filter as string | undefined;
  // The check says where in the object it is.
  if (misuses(filter).length > 0) return filter as unknown as string;
  return hasToken(filter) ? Fn.jsonencode({ where: filter }) : JSON.stringify({ where: filter });
}

function hasToken(value: unknown): boolean {
  if (Token.isUnresolved(value)) return true;
  return typeof value === 'object' && value !== null && Object.values(value).some(hasToken);
}
