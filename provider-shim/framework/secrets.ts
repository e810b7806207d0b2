import { walk, type ObjectSchema } from '../../schema';
import { Dynamic, isMembers, type Value } from '../values';

/** A shorter text is found in too many others to be taken out of them. */
const SHORTEST = 4;

/** The secrets that a provider was told so far: what its sensitive and write-only attributes hold. */
export class Secrets {
  readonly #texts = new Set<string>();

  /** @param tell told each secret when it is first met, so that other outputs hide it as well */
  constructor(private readonly tell: (secret: string) => void = () => undefined) {}

  /** Remembers the secrets of an object. */
  learn({ attributes }: ObjectSchema, object: Value): void {
    if (!isMembers(object)) return;
    walk(attributes, object, ({ sensitive, writeOnly }, value) => {
      if (sensitive || writeOnly) textsIn(value as Value).forEach((text) => this.#add(text));
      return [];
    });
  }

  /** The text with `(sensitive)` for every secret, as it is or quoted. */
  hide(text: string): string {
    return [...this.#texts]
      .sort((a, b) => b.length - a.length)
      .reduce((hidden, secret) => hidden.replaceAll(secret, '(sensitive)'), text);
  }

  #add(text: string): void {
    if (text.length < SHORTEST) return;
    for (const form of [text, JSON.stringify(text).slice(1, -1), encodeURIComponent(text)]) {
      if (this.#texts.has(form)) continue;
      this.#texts.add(form);
      this.tell(form);
    }
  }
}

function textsIn(value: Value): readonly string[] {
  if (typeof value === 'string') return [value];
  if (value instanceof Dynamic) return textsIn(value.value);
  if (Array.isArray(value)) return (value as readonly Value[]).flatMap(textsIn);
  return isMembers(value) ? Object.values(value).flatMap(textsIn) : [];
}
