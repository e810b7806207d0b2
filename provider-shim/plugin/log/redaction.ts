const PLACEHOLDER = '(redacted)';

/** Knows the secrets of this process and takes them out of texts. */
export interface Redaction {
  /** Remembers a secret; an empty text is none. */
  readonly add: (secret: string) => void;
  /** The text with `(redacted)` for every secret; the longest match wins. */
  readonly apply: (text: string) => string;
}

export function createRedaction(): Redaction {
  const secrets = new Set<string>();
  let pattern: RegExp | undefined;
  return {
    add: (secret) => {
      if (secret === '' || secrets.has(secret)) return;
      secrets.add(secret);
      const longestFirst = [...secrets].sort((left, right) => right.length - left.length);
      pattern = new RegExp(longestFirst.map(escapePattern).join('|'), 'g');
    },
    apply: (text) => (pattern === undefined ? text : text.replace(pattern, PLACEHOLDER)),
  };
}

const escapePattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
