import { camelCase } from '../../lib/binding/spelling';
import { type ObjectSchema, isRecord } from '../../schema';
import type { Json } from '../text/json';
import { type TsValue, forEngine } from '../text/typescript-code';

/** What the commands know of a resource beside its schema. */
export interface ResourceRecord {
  readonly schema: ObjectSchema;
  /** The class of its construct. */
  readonly construct: string;
  /** How the construct takes the attributes of an adopted object. */
  readonly props: (attributes: Attributes) => Props;
  /** What an adoption calls the one object of a zone; null where a zone may have several. */
  readonly label: string | null;
  /** What a sentence calls one of it. */
  readonly noun: string;
  /** What an object is, in one line, without its zone. Values that a plan marks as sensitive are masked before. */
  readonly summary: (values: Json) => string;
}

export type Attributes = Readonly<Record<string, unknown>>;

/** Arguments of a construct, as code. */
export type Props = { readonly [name: string]: TsValue | undefined };

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
