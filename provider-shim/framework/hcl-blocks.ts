/** A top-level block of an HCL file. */
export interface HclBlock {
  /** E.g. `resource`. */
  readonly keyword: string;
  /** E.g. the type and the name of a resource. */
  readonly labels: readonly string[];
  /** What is between its braces, without comments and without the text of heredocs. */
  readonly body: string;
}

/** What is not structure, or may hold braces that are none: text, heredocs and comments. */
const OPAQUE =
  /"(?:\\.|[^"\\\n])*"|<<-?[ \t]*([A-Za-z_][\w-]*)[ \t]*\r?\n[\s\S]*?\n[ \t]*\1\b|#[^\n]*|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;

const HEADER = /([A-Za-z_][\w-]*)((?:[ \t]+(?:"[^"\n]*"|[A-Za-z_][\w-]*))*)[ \t]*\{/y;

/**
 * The top-level blocks of an HCL text, for looking things up in it; the engine is the one who judges whether it is
 * well-formed. A block that does not end goes to the end of the text.
 */
export function blocksOf(text: string): readonly HclBlock[] {
  const source = text.replace(OPAQUE, (part, heredoc?: string) => {
    if (heredoc !== undefined) return '""';
    return part.startsWith('"') ? part : ' ';
  });
  const blocks: HclBlock[] = [];
  let at = 0;
  while (at < source.length) {
    HEADER.lastIndex = at;
    const match = HEADER.exec(source);
    if (!match) {
      at = source[at] === '"' ? endOfText(source, at) : at + 1;
      continue;
    }
    const start = at + match[0].length;
    const end = endOfBlock(source, start);
    blocks.push({
      keyword: match[1] ?? '',
      labels: [...(match[2] ?? '').matchAll(/"([^"\n]*)"|([\w-]+)/g)].map(
        ([, quoted, bare]) => quoted ?? bare ?? '',
      ),
      body: source.slice(start, end),
    });
    at = end + 1;
  }
  return blocks;
}

/** The position of the brace that closes a block. */
function endOfBlock(source: string, start: number): number {
  let depth = 1;
  let at = start;
  while (at < source.length) {
    const character = source[at];
    if (character === '"') {
      at = endOfText(source, at);
      continue;
    }
    if (character === '{') depth += 1;
    if (character === '}' && (depth -= 1) === 0) return at;
    at += 1;
  }
  return at;
}

/** The position behind a quoted text. */
function endOfText(source: string, start: number): number {
  let at = start + 1;
  while (at < source.length && source[at] !== '"' && source[at] !== '\n') at += source[at] === '\\' ? 2 : 1;
  return at + 1;
}
