import { walk, type ObjectSchema } from '../../schema';
import { Dynamic, isMembers, type Value } from '../values';

/** A shorter text is found in too many others to be taken out of them. */
const SHORTEST = 4;

/** What a parameter of a secret address holds is secret by itself, unless it is as short as the name of a region. */
const SHORTEST_PARAMETER = 16;

/** The secrets that a provider was told so far: what its sensitive and write-only attributes hold. */
export class Secrets {
  readonly #texts = new Set<string>();

  /** @param tell told each secret when it is first met, so that other outputs hide it as well */
  constructor(private readonly tell: (secret: string) => void = () => undefined) {}

  /** Remembers the secrets of an object. */
  learn({ attributes }: ObjectSchema, object: Value): void {
    if (!isMembers(object)) return;
    walk(attributes, object, ({ sensitive, writeOnly }, value) => {
      if (sensitive || writeOnly)
        textsIn(value as Value).forEach((text) =>
          [text, ...parametersOf(text)].forEach((one) => this.#add(one)),
        );
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

/** The values of an address's parameters, as they stand, decoded, and in words. None for any other text. */
function parametersOf(text: string): readonly string[] {
  const query = /^[a-z][a-z0-9+.-]*:\/\/[^?#]*\?([^#]*)/i.exec(text)?.[1] ?? '';
  return query
    .split('&')
    .flatMap((part) => {
      const value = part.slice(part.indexOf('=') + 1);
      const plain = decoded(value);
      return [value, plain, ...plain.split(/\s+/)];
    })
    .filter((value) => value.length >= SHORTEST_PARAMETER);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
