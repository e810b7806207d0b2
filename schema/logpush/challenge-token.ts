import type { Problem } from '../problem';

/** The longest token, in characters (docs/service.md 5.2). */
export const MAX_TOKEN_LENGTH = 4096;

/** Whether a text can be the token of an ownership challenge (docs/service.md 5.2). */
export function isChallengeToken(text: string): boolean {
  return text.length <= MAX_TOKEN_LENGTH && /^[a-zA-Z0-9/+.\-_]+$/.test(text);
}

/** The form of a job's `ownership_challenge`. Empty text is none. No message shows it: it is a secret. */
export function challengeToken(text: string): readonly Problem[] {
  if (text === '' || isChallengeToken(text)) return [];
  return [
    {
      code: 'challenge_malformed',
      path: [],
      message:
        'The text is not the token of an ownership challenge. It is not shown here, because it may be a secret.',
      hint:
        text.trim() !== text && isChallengeToken(text.trim())
          ? 'There is white space around it, such as the line end of a file: take it away with trimspace.'
          : `A token is at most ${MAX_TOKEN_LENGTH} letters, digits, "/", "+", ".", "-" and "_": what stands in the file that the service wrote, not the name of the file.`,
    },
  ];
}
