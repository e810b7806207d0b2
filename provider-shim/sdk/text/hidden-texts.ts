import { wellFormed } from './printable';

/** A shorter text is not hidden: too many others contain it. */
export const SHORTEST_HIDDEN = 4;

/** From this length on, a text is hidden everywhere, even inside a word. */
const HIDDEN_ANYWHERE = 8;

/** Texts that begin alike, by `startAt`. */
interface Bucket {
  readonly texts: Set<string>;
  /** The lengths of these texts, the longest first. */
  lengths: readonly number[];
}

/**
 * Texts to be taken out of others: the secrets of a process.
 *
 * A text of eight characters and more is hidden wherever it stands. A shorter one is hidden where it stands as a word of
 * its own, and one that is itself a plain word ("zone", "example") only as a whole value: all of the text, in quotes, or
 * behind "Bearer". What has fewer than four characters is not hidden. A message stays readable whatever somebody took for a
 * secret.
 *
 * Texts are found by their first characters, so neither adding one nor hiding depends on how many there are.
 */
export class HiddenTexts {
  readonly #buckets = new Map<number, Bucket>();

  constructor(private readonly placeholder: string) {}

  /** Whether it is hidden from here on and was not before. */
  add(text: string): boolean {
    if (text.length < SHORTEST_HIDDEN) return false;
    const start = startAt(text, 0);
    const bucket = this.#buckets.get(start) ?? { texts: new Set(), lengths: [] };
    if (bucket.texts.has(text)) return false;
    bucket.texts.add(text);
    if (!bucket.lengths.includes(text.length))
      bucket.lengths = [...bucket.lengths, text.length].sort((a, b) => b - a);
    this.#buckets.set(start, bucket);
    return true;
  }

  /** The text with the placeholder for each hidden one; those that overlap are hidden as one. */
  hide(text: string): string {
    if (this.#buckets.size === 0) return text;
    let shown = '';
    let end = 0;
    for (let at = 0; at + SHORTEST_HIDDEN <= text.length; at += 1) {
      const length = this.#lengthAt(text, at);
      if (length === 0) continue;
      if (at >= end) shown += text.slice(end, at) + this.placeholder;
      end = Math.max(end, at + length);
    }
    return shown + text.slice(end);
  }

  /** The length of the longest hidden text at this position; 0 for none. */
  #lengthAt(text: string, at: number): number {
    const bucket = this.#buckets.get(startAt(text, at));
    const fits = (length: number): boolean =>
      bucket !== undefined &&
      // Else each start of a text that repeats itself would be compared to the end.
      at + length <= text.length &&
      bucket.texts.has(text.slice(at, at + length)) &&
      (length >= HIDDEN_ANYWHERE || standsAlone(text, at, at + length));
    return bucket?.lengths.find(fits) ?? 0;
  }
}

/** A number for the first SHORTEST_HIDDEN characters of what stands there. A slice of each place would be garbage. */
function startAt(text: string, at: number): number {
  let start = 0;
  for (let each = at; each < at + SHORTEST_HIDDEN; each += 1)
    start = (start * 31 + text.charCodeAt(each)) | 0;
  return start;
}

const PLAIN_WORD = /^\p{L}+$/u;
const PART_OF_WORD = /[\p{L}\p{N}_]/u;
const QUOTE = /["'`]/;

/** Whether what stands there is not a part, but the whole of a word or, for what is a plain word itself, of a value. */
function standsAlone(text: string, start: number, end: number): boolean {
  const [before, after] = [text[start - 1], text[end]];
  if (before === undefined && after === undefined) return true;
  if (PLAIN_WORD.test(text.slice(start, end)) && !text.endsWith('Bearer ', start))
    return before !== undefined && after !== undefined && QUOTE.test(before) && QUOTE.test(after);
  return ![before, after].some((one) => one !== undefined && PART_OF_WORD.test(one));
}

/** A secret in the forms that a service, a proxy or a JSON writer may echo it in. */
export function secretForms(secret: string): readonly string[] {
  const text = wellFormed(secret);
  const forms = [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(text)];
  return [...new Set([...forms, Buffer.from(text).toString('base64')])];
}
