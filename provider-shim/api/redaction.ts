const MASK = '(redacted)';

/** Members whose values are never logged: addresses that may embed access keys, and ownership tokens (spec 2.8). */
const SECRET_MEMBERS: ReadonlySet<string> = new Set(['destination_conf', 'ownership_challenge']);

/** Takes secrets out of what is shown to people. */
export interface Redactor {
  readonly text: (text: string) => string;
  /** A copy of a JSON-like value with every string redacted, and the members that are secret by their name. */
  readonly value: (value: unknown) => unknown;
  /** A redactor that knows more secrets, for one request that carries its own. */
  readonly also: (secrets: readonly string[]) => Redactor;
}

/** A redactor for `secrets`, in the forms that a service, a proxy or a JSON writer may echo them in. */
export function createRedactor(secrets: readonly string[]): Redactor {
  // The longest first: a secret may be part of another one.
  const forms = [...new Set(secrets.flatMap(formsOf))]
    .filter((form) => form !== '')
    .sort((a, b) => b.length - a.length);
  const text = (input: string): string =>
    forms.reduce((output, form) => output.split(form).join(MASK), input);
  const value = (input: unknown): unknown => {
    if (typeof input === 'string') return text(input);
    if (Array.isArray(input)) return input.map(value);
    if (typeof input !== 'object' || input === null) return input;
    return Object.fromEntries(
      Object.entries(input).map(([name, member]) => [
        text(name),
        SECRET_MEMBERS.has(name) && member !== null ? MASK : value(member),
      ]),
    );
  };
  return { text, value, also: (more) => createRedactor([...secrets, ...more]) };
}

/** A secret in the forms that a service, a proxy or a JSON writer may echo it in. */
export function formsOf(secret: string): readonly string[] {
  const base64 = Buffer.from(secret).toString('base64');
  return [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret), base64];
}
