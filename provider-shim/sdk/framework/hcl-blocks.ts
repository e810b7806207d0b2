/** A top-level block of an HCL file. */
export interface HclBlock {
  /** E.g. `resource`. */
  readonly keyword: string;
  /** E.g. the type and the name of a resource. */
  readonly labels: readonly string[];
  /** What is between its braces, without comments and without the text of heredocs. */
  readonly body: string;
}

const IDENTIFIER = /[A-Za-z_][\w-]*/y;

const HEREDOC = /<<-?[ \t]*([A-Za-z_][\w-]*)[ \t]*\r?(?=\n)/y;

/**
 * The top-level blocks of an HCL text, for look-ups; the engine checks whether it is well-formed. An unterminated
 * block, comment or heredoc extends to the end of the text. Takes linear time for any text.
 */
export function blocksOf(text: string): readonly HclBlock[] {
  const source = withoutOpaque(text);
  const blocks: HclBlock[] = [];
  let header: string[] = [];
  let at = 0;
  while (at < source.length) {
    const character = source[at];
    const word = wordAt(source, at);
    if (word !== undefined) {
      header.push(word);
      at += word.length;
    } else if (character === '"') {
      const end = endOfText(source, at);
      if (header.length > 0) header.push(source.slice(at + 1, end - 1));
      at = end;
    } else if (character === '{' && header.length > 0) {
      const end = endOfBlock(source, at + 1);
      const [keyword = '', ...labels] = header;
      blocks.push({ keyword, labels, body: source.slice(at + 1, end) });
      header = [];
      at = end + 1;
    } else {
      if (character !== ' ' && character !== '\t') header = [];
      at += 1;
    }
  }
  return blocks;
}

function wordAt(source: string, at: number): string | undefined {
  IDENTIFIER.lastIndex = at;
  return IDENTIFIER.exec(source)?.[0];
}

/** The text with a space for each comment and an empty text for each heredoc: they may hold braces that are none. */
function withoutOpaque(text: string): string {
  const parts: string[] = [];
  let from = 0;
  let at = 0;
  const replace = (end: number, by: string): void => {
    parts.push(text.slice(from, at), by);
    from = at = end;
  };
  while (at < text.length) {
    const two = text.slice(at, at + 2);
    if (two.startsWith('"')) at = endOfText(text, at);
    else if (two.startsWith('#') || two === '//') replace(indexOr(text, '\n', at), ' ');
    else if (two === '/*') replace(indexOr(text, '*/', at + 2) + 2, ' ');
    else if (two === '<<') {
      const end = endOfHeredoc(text, at);
      if (end === undefined) at += 2;
      else replace(end, '""');
    } else at += 1;
  }
  parts.push(text.slice(from));
  return parts.join('');
}

/** Where the heredoc that begins here ends; undefined when none does. */
function endOfHeredoc(text: string, at: number): number | undefined {
  HEREDOC.lastIndex = at;
  const [, name] = HEREDOC.exec(text) ?? [];
  if (name === undefined) return undefined;
  const end = new RegExp(`\\n[ \\t]*${name}(?![\\w-])`, 'g');
  end.lastIndex = HEREDOC.lastIndex;
  return end.exec(text) === null ? text.length : end.lastIndex;
}

function indexOr(text: string, what: string, from: number): number {
  const at = text.indexOf(what, from);
  return at < 0 ? text.length : at;
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
