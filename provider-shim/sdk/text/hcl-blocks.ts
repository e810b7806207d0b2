/** A block of an HCL file. */
export interface HclBlock {
  /** E.g. `resource`. */
  readonly keyword: string;
  /** E.g. the type and the name of a resource; with their escapes. */
  readonly labels: readonly string[];
  /** What is between its braces, with spaces for comments and heredocs. */
  readonly body: string;
  /** Where it begins, and where its body does. */
  readonly at: number;
  readonly bodyAt: number;
}

const TOKEN = /[\p{ID_Start}_][\p{ID_Continue}-]*|"[^"\n]*"|[ \t\r]+|[^]/gu;

/**
 * The top-level blocks of an HCL text. The engine checks whether it is well-formed; an unterminated block, comment or heredoc
 * extends to the end of the text. Takes linear time for any text.
 */
export function blocksOf(text: string): readonly HclBlock[] {
  const { code, texts } = partsOf(text);
  const blocks: HclBlock[] = [];
  let header: { readonly word: string; readonly at: number }[] = [];
  let opened: HclBlock | undefined;
  let depth = 0;
  const close = (end: number): void => {
    if (opened) blocks.push({ ...opened, body: texts.slice(opened.bodyAt, end) });
    opened = undefined;
  };
  for (const { 0: token, index: at } of code.matchAll(TOKEN)) {
    if (token === '{' && depth++ === 0 && header[0]) {
      const [keyword = '', ...labels] = header.map(({ word }) => word.replace(/^"(.*)"$/s, '$1'));
      opened = { keyword, labels, body: '', at: header[0].at, bodyAt: at + 1 };
    } else if (token === '}' && depth > 0 && --depth === 0) close(at);
    if (/^["\p{ID_Start}_]/u.test(token)) header.push({ word: texts.slice(at, at + token.length), at });
    else if (!/^[ \t\r]/.test(token)) header = [];
  }
  close(text.length);
  return blocks;
}

/** Whether an HCL text has an end for each comment, heredoc and quoted text. */
export function isWholeHcl(text: string): boolean {
  return partsOf(text).isWhole;
}

const CODE =
  /(?:#|\/\/)[^\n]*|\/\*(?:[^]*?\*\/)?|<<-?([\p{ID_Start}_][\p{ID_Continue}-]*)\r?\n|[^#/<"{}]+|[^]/uy;
const QUOTED = /\$\$\{|%%\{|[$%]\{|\\[^\n]|[^"\\$%\n]+|[^]/uy;
const HEREDOC = /\$\$\{|%%\{|[$%]\{|[^$%\n]*\n|[^$%\n]+|[^]/uy;
const ONE_WORD = /^\p{White_Space}*(\P{White_Space}+)\p{White_Space}*$/u;

/**
 * A text as the engine reads it (`hclsyntax/scan_tokens.rl` of hashicorp/hcl), with spaces for comments and heredocs: `texts`, and
 * also for what is in quotation marks: `code`.
 */
function partsOf(text: string): { readonly code: string; readonly texts: string; readonly isWhole: boolean } {
  let [code, texts, isWhole, isLineOfHeredoc] = ['', '', true, false];
  /** Quotation marks, heredocs by their markers, and the braces in them. */
  const open: string[] = [];
  let heredocs = 0;
  while (code.length < text.length) {
    const by = open.at(-1) ?? '';
    const pattern = by === '"' ? QUOTED : by.startsWith('<<') ? HEREDOC : CODE;
    pattern.lastIndex = code.length;
    const [found = '', marker] = pattern.exec(text) ?? [];
    const isCut = found === '/*' && pattern === CODE;
    const token = isCut ? text.slice(code.length) : found;
    const isLine = token.endsWith('\n');
    let isCode = open.length === 0;
    let isText = heredocs === 0;
    if (pattern === CODE) {
      if (/^(#|\/[/*])/.test(token)) isCode = isText = false;
      else if (marker !== undefined) {
        isCode = isText = open.push(`<<${marker}`) === 0;
        heredocs += 1;
      } else if (token === '"' || (token === '{' && !isCode)) open.push(token);
      else if (token === '}') open.pop();
    } else {
      // White space as the engine has it, and trim() does not.
      const word = isLineOfHeredoc && isLine ? ONE_WORD.exec(token)?.[1] : undefined;
      const isEnd = word !== undefined && by === `<<${word}`;
      if (/^[$%]\{$/.test(token)) open.push('{');
      else if (pattern === QUOTED ? token === '"' || isLine : isEnd) {
        if (open.pop()?.startsWith('<<')) heredocs -= 1;
      }
      isCode = open.length === 0;
    }
    if (isCut || (isLine && pattern === QUOTED)) isWhole = false;
    isLineOfHeredoc = pattern === CODE ? marker !== undefined : isLine;
    const blank = ' '.repeat(token.length - 1) + (isLine && isCode ? '\n' : ' ');
    code += isCode && (pattern === CODE || token === '"') ? token : blank;
    texts += isText ? token : blank;
  }
  return { code, texts, isWhole: isWhole && open.length === 0 };
}
