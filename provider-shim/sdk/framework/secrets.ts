import { walk, type Attribute, type ObjectSchema } from '../../../schema/description';
import { HiddenTexts, secretForms, SHORTEST_HIDDEN } from '../text';
import { isMembers, type Value } from '../values';
import { attributesThat } from './members';

/** What a parameter of a secret address holds is secret by itself, unless it is as short as the name of a region. */
const SHORTEST_PARAMETER = 16;

/** Whether the value of an attribute is shown in no message. */
export function isSecret({ sensitive, secret, writeOnly }: Attribute): boolean {
  return sensitive === true || secret === true || writeOnly === true;
}

const secretIn = attributesThat(isSecret);

/** The secrets that a provider has received: the values of its sensitive, secret and write-only attributes. */
export class Secrets {
  readonly #known = new Set<string>();
  readonly #hidden = new HiddenTexts('(sensitive)');

  /** @param tell called with each new secret, so that other outputs hide it, too */
  constructor(private readonly tell: (secret: string) => void = () => undefined) {}

  /** Remembers the secrets of an object. */
  learn({ attributes }: ObjectSchema, object: Value): void {
    if (!isMembers(object)) return;
    walk(secretIn(attributes), object, (attribute, value) => {
      if (isSecret(attribute)) textsIn(value as Value).forEach((text) => this.add(text));
      return [];
    });
  }

  /** The text with `(sensitive)` for every secret, in any of its forms. */
  hide(text: string): string {
    return this.#hidden.hide(text);
  }

  /** Remembers one secret, in all forms. */
  add(secret: string): void {
    if (secret.length < SHORTEST_HIDDEN || this.#known.has(secret)) return;
    this.#known.add(secret);
    for (const text of new Set([secret, ...parametersOf(secret)]))
      for (const form of secretForms(text)) if (this.#hidden.add(form)) this.tell(form);
  }
}

function textsIn(value: Value): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return (value as readonly Value[]).flatMap(textsIn);
  return isMembers(value) ? Object.values(value).flatMap(textsIn) : [];
}

/** The values of an address's parameters, raw, decoded, and split into words. None for any other text. */
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
