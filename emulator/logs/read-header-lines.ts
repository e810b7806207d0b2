import { HTTP_TOKEN } from '../checks/http-token';
import type { Reader } from '../checks/reader';
import type { NamedValue } from './exchange';

/** What a header line can carry: no end of line, and nothing that UTF-8 cannot say. */
const HEADER_VALUE = /^[^\r\n\0\p{Surrogate}]*$/u;

const NAME_FORM = 'a header name: letters, digits and the marks that HTTP allows';
const VALUE_FORM = 'a header value: one line of text';

/** Reads header lines: pairs in their order, or an object of name and text or list of texts. */
export function readHeaderLines(reader: Reader): readonly NamedValue[] {
  const { value } = reader;
  if (Array.isArray(value)) return (reader.items() ?? []).flatMap((item) => readPair(item));
  if (typeof value !== 'object' || value === null)
    return reader.refuse('it must be an array of pairs or an object') ?? [];
  return Object.keys(value).flatMap((name) => readMember(name, reader.member(name)));
}

function readPair(reader: Reader): readonly NamedValue[] {
  const [name, value, ...more] = reader.items() ?? [];
  if (name === undefined || value === undefined || more.length > 0) {
    // What is no array was refused by `items` already.
    if (Array.isArray(reader.value)) reader.refuse('it must be a pair of name and value');
    return [];
  }
  return readLine(name.matching(HTTP_TOKEN, NAME_FORM), value);
}

function readMember(name: string, reader: Reader): readonly NamedValue[] {
  if (!HTTP_TOKEN.test(name)) return reader.refuse(`its name must be ${NAME_FORM}`) ?? [];
  const values = Array.isArray(reader.value) ? (reader.items() ?? []) : [reader];
  return values.flatMap((value) => readLine(name, value));
}

function readLine(name: string | undefined, reader: Reader): readonly NamedValue[] {
  const value = reader.matching(HEADER_VALUE, VALUE_FORM);
  return name === undefined || value === undefined ? [] : [[name.toLowerCase(), value]];
}
