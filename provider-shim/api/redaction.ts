const MASK = '(redacted)';

/** Members whose values are never logged: addresses that may embed access keys, and ownership tokens (spec 2.8). */
const SECRET_MEMBERS: ReadonlySet<string> = new Set(['destination_conf', 'ownership_challenge']);

/** What of an address goes on, in plain text as in JSON, where a slash or another character may be escaped. */
const REST = String.raw`(?:[^\s"'<>\\]|\\u[0-9a-fA-F]{4}|\\/)*`;
const SLASHES = String.raw`:(?:\\?/){2}`;

/**
 * Secrets of destinations that no request brought along: the service returns those of every job. What a text says
 * after their scheme or, on the web, in user information and query, is not shown; nor are members of broken JSON.
 */
const UNKNOWN_SECRETS: readonly (readonly [RegExp, string])[] = [
  [/("(?:destination_conf|ownership_challenge)"\s*:\s*")(?:[^"\\]|\\.)*/g, `$1${MASK}`],
  [new RegExp(String.raw`\b((?:s3|r2|gs|azure|sumo|splunk|datadog)${SLASHES})${REST}`, 'g'), `$1${MASK}`],
  [new RegExp(String.raw`\b(https?${SLASHES})[^\s"'<>\\/@]*@`, 'g'), `$1${MASK}@`],
  [new RegExp(String.raw`\b(https?${SLASHES}[^\s"'<>?]*\?)${REST}`, 'g'), `$1${MASK}`],
];

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
    UNKNOWN_SECRETS.reduce(
      (output, [pattern, shown]) => output.replace(pattern, shown),
      forms.reduce((output, form) => output.split(form).join(MASK), input),
    );
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
