import { camelCase } from '../../lib/binding/camel-case';
import { isRecord } from '../../schema';
import { forEngine, type TsValue } from '../text/typescript-code';
import type { Attributes, Props } from './record';

/** Attributes as props: their names in camel case, also in objects inside, and texts for the engine. */
export function camelCased(attributes: Attributes): Props {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [
      camelCase(name),
      isRecord(value) ? (camelCased(value) as TsValue) : plain(value),
    ]),
  );
}

/** A value whose names are data, and stay as they are. */
export function plain(value: unknown): TsValue {
  if (typeof value === 'string') return forEngine(value);
  if (Array.isArray(value)) return value.map(plain);
  if (isRecord(value))
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plain(member)]));
  return value as TsValue;
}
