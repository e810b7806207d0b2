/** Scalar kinds of protobuf that the plugin protocol uses. */
export interface ScalarTypes {
  readonly string: string;
  readonly bytes: Uint8Array;
  readonly bool: boolean;
  readonly int32: number;
  /** Only safe integers can be held; others are refused on both ways. */
  readonly int64: number;
  /** Open, as proto3 demands: a number that has no name yet is kept. */
  readonly enum: number;
}

export type Scalar = keyof ScalarTypes;

/**
 * How often a field occurs. Without a label a scalar has its zero value when absent and a message is
 * `undefined`. `optional` and `choice` tell absent from zero; the `choice` fields of a message are one
 * `oneof`, of which the last on the wire holds.
 */
export type Label = 'optional' | 'choice' | 'repeated' | 'map';

/** One field: its number, the scalar or the name of the message that it holds, and its label. */
export type Field = readonly [number: number, type: string, label?: Label];

/** A table of messages: message name → field name → field. The key of every `map` is a string. */
export type MessageTable = Readonly<Record<string, Readonly<Record<string, Field>>>>;

type Value<T extends MessageTable, K> = K extends Scalar
  ? ScalarTypes[K]
  : K extends keyof T
    ? MessageOf<T, K>
    : never;

type FieldValue<T extends MessageTable, F> = F extends readonly [number, infer K, 'repeated']
  ? readonly Value<T, K>[]
  : F extends readonly [number, infer K, 'map']
    ? Readonly<Record<string, Value<T, K>>>
    : F extends readonly [number, infer K, 'optional' | 'choice']
      ? Value<T, K> | undefined
      : F extends readonly [number, infer K]
        ? K extends Scalar
          ? ScalarTypes[K]
          : Value<T, K> | undefined
        : never;

/** A decoded message: every field is there, absent ones with their default. */
export type MessageOf<T extends MessageTable, N extends keyof T> = {
  readonly [F in keyof T[N]]: FieldValue<T, T[N][F]>;
};

type InitValue<T extends MessageTable, K> = K extends Scalar
  ? ScalarTypes[K]
  : K extends keyof T
    ? InitOf<T, K>
    : never;

type FieldInit<T extends MessageTable, F> = F extends readonly [number, infer K, 'repeated']
  ? readonly InitValue<T, K>[]
  : F extends readonly [number, infer K, 'map']
    ? Readonly<Record<string, InitValue<T, K>>>
    : F extends readonly [number, infer K, ...unknown[]]
      ? InitValue<T, K>
      : never;

/** A message to encode: omitted fields have their default and are not sent. */
export type InitOf<T extends MessageTable, N extends keyof T> = {
  readonly [F in keyof T[N]]?: FieldInit<T, T[N][F]> | undefined;
};
