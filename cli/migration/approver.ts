import { execFileSync } from 'node:child_process';
import { CommandFailure, EXIT_USAGE } from '../terminal/failure';
import { oneLineOf } from './one-line-text';

/**
 * Who approves: the given name, or that of git's configuration.
 *
 * @throws CommandFailure if there is neither, or it is not one line of text
 */
export function approver(given: string | undefined, env: NodeJS.ProcessEnv): string {
  const by = given ?? gitIdentity(env);
  if (by !== undefined) return oneLineOf('--by', by);
  throw new CommandFailure(
    {
      code: 'approver',
      message: 'it is not known who approves the wave',
      seen: ['no --by, and no user.name and user.email in the configuration of git'],
      allowed: ['a name or an address'],
      hints: ['add for example: --by "Ada <ada@example.com>"'],
    },
    EXIT_USAGE,
  );
}

function gitIdentity(env: NodeJS.ProcessEnv): string | undefined {
  const [name, email] = ['user.name', 'user.email'].map((key) => {
    try {
      return execFileSync('git', ['config', key], {
        env,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }).trim();
    } catch {
      return '';
    }
  });
  if (!name || !email) return undefined;
  return `${name} <${email}>`;
}
