/**
 * The expressions of GitHub Actions, as far as the example workflows use them: paths, literals, `!`, `==`, `!=`, `&&`, `||`,
 * `fromJSON` and the status functions. Anything else is an error, so that a workflow uses nothing that no test ran.
 *
 * @see https://docs.github.com/en/actions/reference/workflows-and-actions/expressions
 */

/** `github`, `needs`, `matrix` and so on, by name. */
export type Contexts = Readonly<Record<string, unknown>>;

/** What has happened so far, for `success()`, `failure()` and `cancelled()`. */
export type Status = 'success' | 'failure' | 'cancelled';

const TOKEN = /\s*(?:('(?:[^']|'')*')|(\d+)|([A-Za-z_][\w-]*)|(==|!=|&&|\|\||[!().,]))/y;

/** The value of an expression, with or without `${{ }}` around it. */
export function evaluate(expression: string, contexts: Contexts, status: Status = 'success'): unknown {
  const [, inner = expression] = /^\s*\$\{\{([^]*)\}\}\s*$/.exec(expression) ?? [];
  return new Parser(tokens(inner), contexts, status).whole();
}

/** A text with the values of its `${{ }}`. */
export function interpolate(text: string, contexts: Contexts): string {
  return text.replaceAll(/\$\{\{(.*?)\}\}/g, (_match, inner: string) => textOf(evaluate(inner, contexts)));
}

/** Whether a job or a step runs: without a status function, only after success. */
export function holds(condition: string | undefined, contexts: Contexts, status: Status): boolean {
  if (condition === undefined) return status === 'success';
  const isOwn = /\b(?:always|success|failure|cancelled)\(/.test(condition);
  return (isOwn || status === 'success') && isTruthy(evaluate(condition, contexts, status));
}

function tokens(text: string): string[] {
  const found: string[] = [];
  const trimmed = text.trim();
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < trimmed.length) {
    const at = TOKEN.lastIndex;
    const match = TOKEN.exec(trimmed);
    if (!match) throw new Error(`the expression "${trimmed}" has something unknown at ${at}`);
    found.push(match[0].trim());
  }
  return found;
}

function isTruthy(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false && value !== '' && value !== 0;
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

class Parser {
  private at = 0;

  constructor(
    private readonly tokens: readonly string[],
    private readonly contexts: Contexts,
    private readonly status: Status,
  ) {}

  whole(): unknown {
    const value = this.either();
    if (this.at < this.tokens.length)
      throw new Error(`an operator is missing before ${this.tokens[this.at]}`);
    return value;
  }

  private either(): unknown {
    let value = this.both();
    while (this.accept('||')) {
      const right = this.both();
      value = isTruthy(value) ? value : right;
    }
    return value;
  }

  private both(): unknown {
    let value = this.compared();
    while (this.accept('&&')) {
      const right = this.compared();
      value = isTruthy(value) ? right : value;
    }
    return value;
  }

  private compared(): unknown {
    const left = this.negated();
    for (const operator of ['==', '!='])
      if (this.accept(operator)) return (textOf(left) === textOf(this.negated())) === (operator === '==');
    return left;
  }

  private negated(): unknown {
    return this.accept('!') ? !isTruthy(this.negated()) : this.value();
  }

  private value(): unknown {
    const token = this.next();
    if (token === '(') {
      const inner = this.either();
      this.expect(')');
      return inner;
    }
    if (token.startsWith("'")) return token.slice(1, -1).replaceAll("''", "'");
    if (/^\d+$/.test(token)) return Number(token);
    if (token === 'true' || token === 'false') return token === 'true';
    return this.accept('(') ? this.call(token) : this.member(token);
  }

  private call(name: string): unknown {
    if (name === 'fromJSON') {
      const value: unknown = JSON.parse(textOf(this.either()));
      this.expect(')');
      return value;
    }
    this.expect(')');
    switch (name) {
      case 'always':
        return true;
      case 'success':
      case 'failure':
      case 'cancelled':
        return this.status === name;
      default:
        throw new Error(`the function ${name} is not known`);
    }
  }

  private member(name: string): unknown {
    if (!(name in this.contexts)) throw new Error(`there is no context ${name} here`);
    let value = this.contexts[name];
    while (this.accept('.')) {
      const inner = this.next();
      value = (value as Contexts | null | undefined)?.[inner];
    }
    return value;
  }

  private accept(token: string): boolean {
    if (this.tokens[this.at] !== token) return false;
    this.at += 1;
    return true;
  }

  private expect(token: string): void {
    if (!this.accept(token)) throw new Error(`${token} is missing`);
  }

  private next(): string {
    const token = this.tokens[this.at];
    if (token === undefined) throw new Error('the expression ends too early');
    this.at += 1;
    return token;
  }
}
