import { CommandFailure, EXIT_USAGE } from '../terminal/failure';

/**
 * An option's text without spaces around it.
 *
 * @throws CommandFailure if it is empty or has control characters
 */
export function oneLineOf(option: string, text: string): string {
  const trimmed = text.trim();
  if (trimmed !== '' && !/\p{Cc}/u.test(trimmed)) return trimmed;
  throw new CommandFailure(
    {
      code: 'text',
      message: `${option} is ${trimmed === '' ? 'empty' : 'not one line of text'}`,
      seen: [JSON.stringify(text)],
      allowed: ['one line of text'],
      hints: [`correct the option: ${option}`],
    },
    EXIT_USAGE,
  );
}
