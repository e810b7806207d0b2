import { DESTINATION_SCHEMES } from '../../../schema/logpush/destination';
import { HiddenTexts, secretForms } from '../../sdk/text';

const MASK = '(redacted)';

/** Members whose values are never logged: addresses that may embed access keys, and ownership tokens (docs/internals/service.md 5.2). */
const SECRET_MEMBERS: ReadonlySet<string> = new Set(['destination_conf', 'ownership_challenge']);

/** Characters of one text that are looked through; the rest of a longer one is not shown. */
const LONGEST_TEXT = 64 * 1024;

/** What of an address goes on, in plain text as in JSON, where a slash or another character may be escaped. */
const REST = String.raw`(?:[^\s"'<>\\]|\\u[0-9a-fA-F]{4}|\\/)*`;
const SLASHES = String.raw`:(?:\\?/){2}`;

/** The schemes of which nothing is an address that people could open. */
const SCHEMES = DESTINATION_SCHEMES.filter((scheme) => scheme !== 'https').join('|');

/**
 * Secrets of destinations that no request brought along: the service returns those of every job. What a text says
 * after their scheme or, on the web, in user information and query, is not shown; nor are members of broken JSON.
 *
 * Every pattern takes time in proportion to the text: what one start has looked at, no later start looks at again. So
 * the last one also matches an address that has no query.
 */
const UNKNOWN_SECRETS: readonly (readonly [RegExp, string])[] = [
  [/("(?:destination_conf|ownership_challenge)"\s*:\s*")(?:[^"\\]|\\.)*/g, `$1${MASK}`],
  [new RegExp(String.raw`\b((?:${SCHEMES})${SLASHES})${REST}`, 'g'), `$1${MASK}`],
  [new RegExp(String.raw`\b(https?${SLASHES})[^\s"'<>\\/@]*@`, 'g'), `$1${MASK}@`],
];
const ADDRESS = new RegExp(String.raw`\b(https?${SLASHES}[^\s"'<>?]*)(\?${REST})?`, 'g');

/** Takes secrets out of what is shown to people. */
export interface Redactor {
  /** The text without secrets; of a text of more than 64 KiB, the beginning. */
  readonly text: (text: string) => string;
  /**
   * A copy of a JSON-like value with every string redacted, and the members that are secret by their name.
   *
   * @param most characters in the copy, roughly; what comes after them is "…". @default no limit
   */
  readonly value: (value: unknown, most?: number) => unknown;
  /** A redactor that knows more secrets, for one request that carries its own. */
  readonly also: (secrets: readonly string[]) => Redactor;
}

/** A redactor for `secrets`, in the forms that a service, a proxy or a JSON writer may echo them in. */
export function createRedactor(secrets: readonly string[]): Redactor {
  const hidden = new HiddenTexts(MASK);
  const forms = secrets.flatMap(secretForms);
  for (const form of forms) hidden.add(form);
  const longest = Math.max(0, ...forms.map(({ length }) => length));
  const whole = (input: string): string => {
    const shown = hidden.hide(input);
    // Every one of the others has one.
    return shown.includes(':') ? withoutUnknown(shown) : shown;
  };
  const text = (input: string): string => {
    if (input.length <= LONGEST_TEXT) return whole(input);
    // What is cut off may begin in a secret, whose first half is not known as one.
    const beginning = whole(input.slice(0, LONGEST_TEXT + longest));
    return `${beginning.slice(0, -longest || undefined)}… (${input.length} characters)`;
  };
  const redactor: Redactor = {
    text,
    value: (input, most = Infinity) => copyOf(input, text, { left: most }),
    also: (more) => (more.length === 0 ? redactor : createRedactor([...secrets, ...more])),
  };
  return redactor;
}

function withoutUnknown(input: string): string {
  return UNKNOWN_SECRETS.reduce((output, [pattern, shown]) => output.replace(pattern, shown), input).replace(
    ADDRESS,
    (address, before: string, query?: string) => (query === undefined ? address : `${before}?${MASK}`),
  );
}

function copyOf(input: unknown, text: (text: string) => string, budget: { left: number }): unknown {
  if (budget.left <= 0) return '…';
  if (typeof input === 'string') {
    const shown = text(input);
    budget.left -= shown.length;
    return shown;
  }
  budget.left -= 1;
  if (typeof input !== 'object' || input === null) return input;
  if (Array.isArray(input)) {
    const items: unknown[] = [];
    for (const item of input) {
      items.push(copyOf(item, text, budget));
      if (budget.left <= 0) break;
    }
    return items;
  }
  const members: (readonly [string, unknown])[] = [];
  for (const [name, member] of Object.entries(input)) {
    budget.left -= name.length;
    const hidden = SECRET_MEMBERS.has(name) && member !== null;
    members.push([text(name), hidden ? MASK : copyOf(member, text, budget)]);
    if (budget.left <= 0) break;
  }
  return Object.fromEntries(members);
}
