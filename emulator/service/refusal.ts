import { type Checked, pointerTo } from '../checks/reader';

/** One item of the envelope's `errors` (docs/internals/service.md 2.1). */
interface ErrorItem {
  readonly code?: number;
  readonly message: string;
  readonly error_chain?: readonly { readonly code: number; readonly message: string }[];
  readonly source?: { readonly pointer: string };
  /** More about the error, as some services of the family send it (docs/internals/service.md 7.8). */
  readonly meta?: Readonly<Record<string, string>>;
}

/** The content of the answer to a refused request. */
export interface RefusalAnswer {
  /** The HTTP status. */
  readonly status: number;
  readonly errors: readonly ErrorItem[];
  /** Said beside the errors. @default - nothing */
  readonly messages?: readonly { readonly message: string }[];
  readonly headers?: Readonly<Record<string, string>>;
  /** The first member of the body that the service does not know. */
  readonly unknownMember?: string | undefined;
}

/**
 * The service refuses a request. Any code may throw it, and only the gateway catches it and turns it into an answer
 * (`http/gateway.ts`).
 */
export class Refusal extends Error implements RefusalAnswer {
  readonly status: number;
  readonly errors: readonly ErrorItem[];
  readonly messages: readonly { readonly message: string }[];
  readonly headers: Readonly<Record<string, string>>;
  readonly unknownMember: string | undefined;

  constructor({ status, errors, messages = [], headers = {}, unknownMember }: RefusalAnswer) {
    super(errors.map(({ message }) => message).join('; '));
    this.name = 'Refusal';
    this.status = status;
    this.errors = errors;
    this.messages = messages;
    this.headers = headers;
    this.unknownMember = unknownMember;
  }
}

/** A refusal with one error. @param code `undefined` for one that has none @param pointer to what is at fault */
export function refused(
  status: number,
  code: number | undefined,
  message: string,
  pointer?: string,
): Refusal {
  return new Refusal({ status, errors: [errorItem(code, message, pointer)] });
}

function errorItem(code: number | undefined, message: string, pointer?: string): ErrorItem {
  return { ...(code !== undefined && { code }), message, ...(pointer && { source: { pointer } }) };
}

/**
 * The value of a checked body.
 *
 * @throws Refusal with every problem of the body, each with a pointer to what is at fault (docs/internals/service.md 2.1)
 */
export function accepted<T>(body: Checked<T>): T {
  if (body.ok) return body.value;
  const errors = body.problems.map(({ path, code, message }) => errorItem(code, message, pointerTo(path)));
  const unknown = body.problems.find(({ isUnknownMember }) => isUnknownMember);
  throw new Refusal({ status: 400, errors, unknownMember: unknown && String(unknown.path.at(-1)) });
}
