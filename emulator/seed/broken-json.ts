/** A text that was meant as JSON and is none: where it breaks, and why. */
export interface BrokenJson {
  /** Where in the text, counted from 0. */
  readonly offset: number;
  readonly reason: string;
}

/** YAML knows objects in braces as well; the quotes of the first name, or a brace alone, tell JSON from them. */
const BEGINS_AS_JSON = /^\s*\{\s*(?:"|\}|$)/;

const PLACE = /(?: in JSON)? at position (\d+).*$/s;

/** What the JSON parser says of a text that begins as JSON; `undefined` when it does not say where. */
export function brokenJson(text: string): BrokenJson | undefined {
  if (!BEGINS_AS_JSON.test(text)) return undefined;
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    const { message } = error as Error;
    if (message === 'Unexpected end of JSON input')
      return { offset: text.length, reason: 'it ends too early' };
    const [place = '', position = ''] = PLACE.exec(message) ?? [];
    if (position === '') return undefined;
    return { offset: Number(position), reason: message.replace(place, '') };
  }
}
