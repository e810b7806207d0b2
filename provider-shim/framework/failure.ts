import type { Diagnostics } from './diagnostics';
import type { Log } from './log';

/** An error that knows how to explain itself to a user, such as the API client's. */
interface Explainable {
  toProblem(): { readonly message: string; readonly hint: string };
}

/**
 * The one place where what a resource threw becomes a diagnostic: an error that explains itself does so, anything
 * else is a bug of the provider, told as one with its stack in the log only.
 */
export function reportFailure(error: unknown, diagnostics: Diagnostics, log: Log): void {
  if (isExplainable(error)) {
    const { message, hint } = error.toProblem();
    diagnostics.error({ message, hint });
    return;
  }
  log('error', 'unexpected failure', { stack: error instanceof Error ? error.stack : String(error) });
  diagnostics.error({
    message: `The provider failed unexpectedly: ${error instanceof Error ? error.message : String(error)}`,
    hint: 'This is a bug in the provider. Please report it with the output of the same command under TF_LOG_PROVIDER=TRACE.',
  });
}

function isExplainable(error: unknown): error is Explainable {
  return (
    typeof error === 'object' &&
    error !== null &&
    'toProblem' in error &&
    typeof error.toProblem === 'function'
  );
}
