/** A block of an HCL file. */
export interface HclBlock {
  /** Its words after those of the blocks around it, such as `resource`, a type and a name; with their escapes. */
  readonly path: readonly string[];
  /** What is between its braces, with spaces for comments, heredocs and templates. */
  readonly body: string;
}

/** The blocks in a block with so many words are not looked at. */
const MOST_WORDS = 4;

const TOKEN = /[\p{ID_Start}_][\p{ID_Continue}-]*|"[^"\n]*"?|[ \t\r]+|[^]/gu;

/**
 * The blocks of an HCL text, as they end. The engine checks whether it is well-formed; what has no end extends to the end of
 * the text. Takes linear time for any text.
 */
export function blocksOf(text: string): readonly HclBlock[] {
  const code = codeOf(text);
  const blocks: HclBlock[] = [];
  const open: (HclBlock | undefined)[] = [];
  let header: string[] = [];
  for (const { 0: token, index } of code.matchAll(TOKEN)) {
    if (token === '{') {
      const above = open.length > 0 ? open.at(-1)?.path : [];
      const isBlock = header.length > 0 && above && above.length < MOST_WORDS;
      open.push(isBlock ? { path: [...above, ...header], body: code.slice(index + 1) } : undefined);
    } else if (token === '}') {
      const block = open.pop();
      if (block) blocks.push({ ...block, body: block.body.slice(0, index - code.length) });
    }
    if (/^["\p{ID_Start}_]/u.test(token)) {
      header.push(token.replace(/^"(.*)"$/s, '$1'));
    } else if (!/^[ \t\r]/.test(token)) header = [];
  }
  return [...blocks, ...open.flatMap((block) => block ?? [])];
}

const CODE =
  /(?:#|\/\/)[^\n]*|\/\*[^]*?\*\/|(\/\*[^]*|<<-?([\p{ID_Start}_][\p{ID_Continue}-]*)\r?\n)|[^#/<"{}]+|[^]/uy;
const QUOTED = /\$\$\{|%%\{|[$%]\{|\\[^\n]|[^"\\$%\n]+|[^]/uy;
const HEREDOC = /\$\$\{|%%\{|[$%]\{|[^$%\n]*\n|[^$%\n]+|[^]/uy;
/** With white space as the engine has it, and trim() does not. */
const ONE_WORD = /^\p{White_Space}*(\P{White_Space}+)\p{White_Space}*$/u;

/**
 * A text as the engine reads it (`hclsyntax/scan_tokens.rl` of hashicorp/hcl), with spaces for comments, heredocs, templates
 * and escaped quotation marks.
 */
function codeOf(text: string): string {
  let [code, isLine] = ['', false];
  /** Quotation marks, heredocs by their markers, and the braces in them. */
  const open: string[] = [];
  while (code.length < text.length) {
    const by = open.at(-1) ?? '{';
    const pattern = by === '{' ? CODE : by === '"' ? QUOTED : HEREDOC;
    pattern.lastIndex = code.length;
    const [token = '', opening, marker = ''] = pattern.exec(text) ?? [];
    const isNewLine = isLine;
    isLine = token.endsWith('\n');
    const isShown =
      open.length === 0
        ? opening === undefined && !/^(#|\/[/*])/.test(token)
        : open.length === 1 && by === '"';
    if (pattern === CODE) {
      if (opening !== undefined) open.push(marker);
      else if (token === '"' || (token === '{' && open.length > 0)) open.push(token);
      else if (token === '}') open.pop();
    } else if (/^[$%]\{$/.test(token)) open.push('{');
    else if (pattern === QUOTED ? token === '"' || isLine : isNewLine && ONE_WORD.exec(token)?.[1] === by)
      open.pop();
    if (isShown) code += token === '\\"' ? '\\ ' : token;
    else code += ' '.repeat(token.length - 1) + (isLine && open.length === 0 ? '\n' : ' ');
  }
  return code;
}
