import type { Document, Node, Pair, YAMLMap } from 'yaml';
import { isMap, isNode, isScalar, isSeq, LineCounter, parseDocument, visit } from 'yaml';
import { depthOf, MAX_JSON_DEPTH, parseJson } from '../checks/json';
import type { JsonPath, Problem } from '../checks/reader';
import { type SeedProblem, seedProblem } from './seed-error';

/** A parsed seed file, with the places of its values. */
interface SeedText {
  readonly document: unknown;
  /** The problem with its line and column. */
  readonly locate: (problem: Problem) => SeedProblem;
}

/** Parses a seed file. Tries JSON first, because it is much faster; YAML provides the lines. */
export function parseSeedText(text: string): SeedText | { readonly problems: readonly SeedProblem[] } {
  if (text.trim() === '') return { problems: [{ path: '', message: 'the file is empty' }] };
  if (depthOf(text) > MAX_JSON_DEPTH) return { problems: [atStart(TOO_DEEP)] };
  const json = tryJson(text);
  const lines = new LineCounter();
  const looked: Looked = new Map();
  const parsed = once(() =>
    parseDocument(text, { lineCounter: lines, logLevel: 'error', uniqueKeys: json === undefined }),
  );
  const placed = (offset: number, path: string, message: string): SeedProblem => {
    const { line, col } = lines.linePos(offset);
    return { line, column: col, path, message };
  };
  const locate = (problem: Problem): SeedProblem => {
    const { path, message } = seedProblem(problem);
    return placed(offsetOf(parsed(), problem.path, looked), path, message);
  };
  if (json !== undefined) return { document: json.document, locate };
  try {
    const { errors } = parsed();
    if (errors.length === 0) return { document: plainJson(parsed()), locate };
    const broken = brokenJson(text);
    if (broken !== undefined)
      return { problems: [placed(broken.offset, '', `it is not whole JSON: ${broken.reason}`)] };
    // One syntax error makes the parser report others after it.
    const first = errors.slice(0, 1);
    return {
      problems: first.map(({ pos, message }) => placed(pos[0], '', notationProblem(message))),
    };
  } catch (error) {
    // The parser runs out of stack on deep nesting without brackets, and would again to find the place.
    if (error instanceof RangeError) return { problems: [atStart(TOO_DEEP)] };
    return { problems: [placed(offsetOfBadAlias(parsed()), '', (error as Error).message)] };
  }
}

/** The parser's message without its own mention of the place; it reports a stack overflow as a syntax error. */
function notationProblem(message: string): string {
  return message.includes('call stack') ? TOO_DEEP : (message.split(' at line ')[0] ?? message);
}

const TOO_DEEP = `more than ${MAX_JSON_DEPTH} levels of nesting`;

function atStart(message: string): SeedProblem {
  return { line: 1, column: 1, path: '', message };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

function tryJson(text: string): { readonly document: unknown } | undefined {
  if (!text.trimStart().startsWith('{')) return undefined;
  try {
    return { document: parseJson(text) };
  } catch {
    return undefined;
  }
}

/** Throws for unknown, too many and recursive aliases, which JSON does not have. */
function plainJson(document: Document): unknown {
  return JSON.parse(JSON.stringify(document.toJS())) as unknown;
}

function offsetOfBadAlias(document: Document): number {
  let offset = 0;
  const anchors = new Set<string>();
  visit(document, {
    Value: (_key, { anchor }) => void (anchor !== undefined && anchors.add(anchor)),
    Alias: (_key, alias) => {
      if (anchors.has(alias.source)) return undefined;
      offset = alias.range?.[0] ?? 0;
      return visit.BREAK;
    },
  });
  return offset;
}

/** Of each object that was looked into, its members by name. */
type Looked = Map<YAMLMap, ReadonlyMap<string, Pair>>;

/** Where the value at the path begins, or, if it is missing, where its parent begins. */
function offsetOf(document: Document, path: JsonPath, looked: Looked): number {
  let node: Node | null = document.contents;
  let offset = node?.range?.[0] ?? 0;
  for (const step of path) {
    if (isMap(node)) {
      const members =
        looked.get(node) ??
        new Map(node.items.map((each) => [isScalar(each.key) ? String(each.key.value) : '', each] as const));
      looked.set(node, members);
      const pair = members.get(String(step));
      if (pair === undefined) return offset;
      offset = (isNode(pair.key) ? pair.key.range?.[0] : undefined) ?? offset;
      node = isNode(pair.value) ? pair.value : null;
    } else if (isSeq(node)) {
      const item: unknown = node.items[Number(step)];
      node = isNode(item) ? item : null;
      offset = node?.range?.[0] ?? offset;
    } else return offset;
  }
  return offset;
}

/** A text that looks like JSON but is not valid: where it breaks, and why. */
interface BrokenJson {
  /** Where in the text, counted from 0. */
  readonly offset: number;
  readonly reason: string;
}

/** YAML also has objects in braces; a quoted first name, or only a brace, means JSON. */
const BEGINS_AS_JSON = /^\s*\{\s*(?:"|\}|$)/;

const PLACE = /(?: in JSON)? at position (\d+).*$/s;

/** The JSON parser's error for a text that begins as JSON; `undefined` if it does not say where. */
function brokenJson(text: string): BrokenJson | undefined {
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
