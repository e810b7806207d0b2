import { Token } from 'cdktf';
import { isRecord, type PathStep, type Problem } from '../../schema';
import { hasNumberToken, resolvedToken, TEMPLATE } from './known';

/** The placeholder for an expression in a text. */
export const EXPRESSION = '\u0000';

/** A text with a placeholder for each expression that the engine evaluates. */
export function withoutExpressions(text: string): string {
  const start = text.search(TEMPLATE);
  if (start < 0) return text;
  const end = endOfExpression(text, start);
  return `${text.slice(0, start)}${EXPRESSION}${withoutExpressions(text.slice(end))}`;
}

/** Whether a text is exactly one expression. */
export function isOneExpression(text: string): boolean {
  return text.startsWith('${') && endOfExpression(text, 0) === text.length;
}

/** Where the expression that begins at `start` ends: its braces may be nested. */
function endOfExpression(text: string, start: number): number {
  let depth = 0;
  for (let index = start + 1; index < text.length; index += 1) {
    if (text[index] === '{') depth += 1;
    if (text[index] === '}') depth -= 1;
    if (depth === 0) return index + 1;
  }
  return text.length;
}

const NUMBER_IN_TEXT = {
  code: 'number_in_text',
  message:
    'A number that only the engine knows follows "-", "+", "." or a digit in a text, where cdktf does not find it.',
  hint: 'Put Token.asString(number) into the text, such as Token.asString(count.index).',
};

/** The expressions that the engine evaluates in a text; `$${` begins none. */
function expressionsIn(text: string): readonly string[] {
  const start = text.search(/(?<![$%])[$%]\{/);
  if (start < 0) return [];
  const end = endOfExpression(text, start);
  return [text.slice(start, end), ...expressionsIn(text.slice(end))];
}

/** What cdktf writes for a value that is not set, outside of quotes or as a name. */
const UNDEFINED = /(?<![\w-])undefined(?![\w-])/;

/** A reference that cdktf made text of, because it was in a text and no token. */
const ESCAPED = /\$\$\{\s*(?:each|count|var|local|data|module|path|terraform|self|[a-z]+_\w+)\s*[.[][^}]*\}?/;

/**
 * A problem for each expression at any depth that is not what was meant. Call it during validation.
 *
 * @param found what else is wrong with an expression
 */
export function expressionProblems(
  value: unknown,
  found: (expression: string) => Omit<Problem, 'path'> | undefined,
): readonly Problem[] {
  const problems = (given: unknown, path: readonly PathStep[]): readonly Problem[] => {
    const part = Token.isUnresolved(given) || hasNumberToken(given) ? resolvedToken(given) : given;
    if (typeof part === 'string' && hasNumberToken(part)) return [{ ...NUMBER_IN_TEXT, path }];
    if (typeof part === 'string')
      return expressionsIn(part)
        .flatMap((expression) => wronglyWritten(expression) ?? found(expression) ?? [])
        .slice(0, 1)
        .map((problem) => ({ ...problem, path }));
    if (Array.isArray(part)) return part.flatMap((each, index) => problems(each, [...path, index]));
    return isRecord(part)
      ? Object.entries(part).flatMap(([key, each]) => problems(each, [...path, key]))
      : [];
  };
  return problems(value, []);
}

function wronglyWritten(expression: string): Omit<Problem, 'path'> | undefined {
  const [escaped] = ESCAPED.exec(expression) ?? [];
  if (escaped !== undefined)
    return {
      code: 'reference_is_text',
      message: `An expression has ${JSON.stringify(escaped)}, which is text there, and no reference.`,
      hint:
        'cdktf escapes "${" in the texts of its functions and operators. Pass the token, such as iterator.value, ' +
        'variable.stringValue or ref("…"), instead of its text.',
    };
  const withoutTexts = expression.replace(/(?<![\w\])]\[)"(?:[^"\\]|\\.)*"/g, '""');
  if (!UNDEFINED.test(withoutTexts)) return undefined;
  return {
    code: 'expression_of_undefined',
    message: 'An expression has "undefined" in the place of a value.',
    hint:
      'cdktf writes it for a value that is not set, and in its operators also for 0, "" and null. Set the value; write ' +
      "those as ref('0'), ref('\"\"') and ref('null').",
  };
}
