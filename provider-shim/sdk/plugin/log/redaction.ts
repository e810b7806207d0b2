import { HiddenTexts, printable } from '../../text';

/** Knows the secrets of this process and takes them out of texts. */
export interface Redaction {
  /** Remembers a secret. */
  readonly add: (secret: string) => void;
  /** The text as it may be shown: `(redacted)` for every secret, and nothing that would act on a terminal. */
  readonly apply: (text: string) => string;
}

export function createRedaction(): Redaction {
  const secrets = new HiddenTexts('(redacted)');
  return {
    add: (secret) => void secrets.add(secret),
    apply: (text) => printable(secrets.hide(text)),
  };
}
