import type { Label, MessageTable, Scalar } from './message-types';

/** Wire types of protobuf (protobuf.dev, "Encoding"). */
export const WireType = { VARINT: 0, I64: 1, LEN: 2, START_GROUP: 3, END_GROUP: 4, I32: 5 } as const;

type Kind = Scalar | 'message';

/** A field made ready for the wire. */
export interface FieldPlan {
  readonly name: string;
  /** `Message.field`, for error messages. */
  readonly path: string;
  readonly number: number;
  readonly kind: Kind;
  readonly label: Label | undefined;
  readonly wireType: number;
  /** The plan of the message that the field holds; only for kind `message`. */
  readonly message: () => MessagePlan;
  /** The other fields of its `oneof`. */
  readonly rivals: readonly string[];
}

export interface MessagePlan {
  readonly name: string;
  /** In the order of their numbers, which is the order on the wire. */
  readonly fields: readonly FieldPlan[];
  /** Indexed by field number. */
  readonly byNumber: readonly (FieldPlan | undefined)[];
}

const SCALARS: Readonly<Record<Scalar, number>> = {
  string: WireType.LEN,
  bytes: WireType.LEN,
  bool: WireType.VARINT,
  int32: WireType.VARINT,
  int64: WireType.VARINT,
  enum: WireType.VARINT,
};

const isScalar = (type: string): type is Scalar => Object.hasOwn(SCALARS, type);

/** Plans are made when a message is first met: one start of the provider meets few of them. */
export function planner(table: MessageTable): (name: string) => MessagePlan {
  const plans = new Map<string, MessagePlan>();
  const plan = (name: string): MessagePlan => {
    const known = plans.get(name);
    if (known !== undefined) return known;
    const made = planMessage(table, name, plan);
    plans.set(name, made);
    return made;
  };
  return plan;
}

function planMessage(table: MessageTable, name: string, plan: (name: string) => MessagePlan): MessagePlan {
  const fields = Object.hasOwn(table, name) ? table[name] : undefined;
  if (fields === undefined) throw new TypeError(`the message table has no message "${name}"`);
  const entries = Object.entries(fields);
  const choices = entries.filter(([, [, , label]]) => label === 'choice').map(([field]) => field);
  const plans = entries.map(([field, [number, type, label]]): FieldPlan => {
    const kind: Kind = isScalar(type) ? type : 'message';
    return {
      name: field,
      path: `${name}.${field}`,
      number,
      kind,
      label,
      wireType: kind === 'message' ? WireType.LEN : SCALARS[kind],
      message: () => plan(type),
      rivals: label === 'choice' ? choices.filter((other) => other !== field) : [],
    };
  });
  plans.sort((left, right) => left.number - right.number);
  const byNumber: (FieldPlan | undefined)[] = [];
  for (const field of plans) byNumber[field.number] = field;
  return { name, fields: plans, byNumber };
}
