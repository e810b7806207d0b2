import type { JsonPath, Problem } from '../checks/reader';
import {
  type Document,
  type Node,
  type Pair,
  type YAMLMap,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  visit,
} from 'yaml';
import { depthOf, MAX_JSON_DEPTH, parseJson } from '../checks/json';

/** Something wrong in a seed. */
export interface SeedProblem {
  /** Counted from 1; absent if the seed was given as an object. */
  readonly line?: number;
  /** Counted from 1. */
  readonly column?: number;
  /** For people: `zones[0].rulesets[1].phase`. */
  readonly path: string;
  /** What is wrong. */
  readonly message: string;
}

/** The seed cannot be used; the message lists every problem with its line. */
export class SeedError extends Error {
  /** The problems, each with its place. */
  declare readonly problems: readonly SeedProblem[];

  constructor(problems: readonly SeedProblem[]) {
    super(['The seed cannot be used:', ...problems.map((problem) => `  ${describe(problem)}`)].join('\n'));
    this.name = 'SeedError';
    // Node prints what can be enumerated of an error that nobody catches, and the message has the problems.
    Object.defineProperty(this, 'problems', { value: problems });
  }
}

/** The problem of a document that was given as an object. */
export function seedProblem({ path, message }: Problem): SeedProblem {
  return { path: readablePath(path), message };
}

function describe({ line, column, path, message }: SeedProblem): string {
  const place = line === undefined ? '' : `line ${line}, column ${column ?? 1}: `;
  return place + withoutControlCharacters(`${path === '' ? '' : `${path}: `}${message}`);
}

function readablePath(path: JsonPath): string {
  return path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .replace(/^\./, '');
}

/** Escapes what a terminal would obey or hide: `\\u001b` for the escape character. */
function withoutControlCharacters(text: string): string {
  return text.replace(
    // eslint-disable-next-line no-control-regex -- it escapes control characters
    /[\x00-\x1f\x7f-\x9f\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

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
