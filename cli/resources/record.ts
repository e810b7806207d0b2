import { camelCase } from '../../lib/binding/camel-case';
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
  /** What an object is, in one line, without its zone. Values that a plan marks as sensitive are masked before. */
  readonly summary: (values: Json) => string;
  /** How many requests apply sends for one change: the table of docs/internals/performance.md ("Requests"). */
  readonly requests: (change: AppliedChange) => number;
}

export type Attributes = Readonly<Record<string, unknown>>;

/** Arguments of a construct, as code. */
export type Props = { readonly [name: string]: TsValue | undefined };

/** What apply does with an object, as far as its requests depend on it (`cli/review/model.ts`). */
export interface AppliedChange {
  readonly kind: string;
  readonly action: string;
  readonly migration: {
    readonly step: string;
    readonly from: string;
    readonly to: string;
    readonly deleted_uri_overrides: readonly unknown[];
    readonly skipped_because: readonly string[];
  } | null;
}

/** How many requests each kind of change takes. */
interface PlainRequests {
  readonly create: number;
  readonly adopt: number;
  readonly update: number;
  readonly destroy: number;
}

/** The requests of a change of an object whose kind decides alone. */
export function plainRequests({ kind, action }: AppliedChange, requests: PlainRequests): number {
  switch (kind) {
    case 'destroy':
      return requests.destroy;
    case 'replace':
      return requests.destroy + requests.create;
    case 'create':
      return requests.create;
    case 'adopt':
      if (action === 'create') return requests.adopt;
      return action === 'update' ? requests.update : 0;
    default:
      return action === 'update' ? requests.update : 0;
  }
}

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
