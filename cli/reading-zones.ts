import { setMaxListeners } from 'node:events';
import { ServiceError, type AdoptionService } from '../provider-shim/zone-reader';
import { CommandFailure } from './failure';
import { interruptedExitCode, listenForInterruption } from './interruption';
import type { CommandContext } from './terminal';
import { zoneProgress, type ZoneProgress } from './zone-progress';
import { connectedService } from './zone-service';

/** What a command reads zones with. */
export interface ZoneReading {
  readonly service: AdoptionService;
  /** Aborted when the user or the system ends the command. */
  readonly signal: AbortSignal;
  /** Shows how far the command is. */
  readonly shown: ZoneProgress;
}

/**
 * Runs a command that reads many zones of the service that the environment names, until it ends or is interrupted.
 *
 * @param next what becomes of the zones that are read when it is interrupted, and how to go on
 * @param read returns the exit code
 * @throws CommandFailure if the environment has no usable address or credentials, or the service ends the reading
 */
export async function readingZones(
  { terminal, env }: CommandContext,
  next: string,
  read: (reading: ZoneReading) => Promise<number>,
): Promise<number> {
  const service = connectedService(env, terminal);
  const interruption = listenForInterruption();
  const { signal } = interruption;
  // Every request under way listens to it.
  setMaxListeners(0, signal);
  const shown = zoneProgress(terminal);
  try {
    return await read({ service, signal, shown });
  } catch (thrown) {
    shown.end();
    const interrupted = interruptedExitCode(signal);
    if (interrupted === undefined) throw readFailure(thrown, next);
    terminal.err(`Interrupted; ${next}.`);
    terminal.err(`Requests sent: ${service.requests()}`);
    return interrupted;
  } finally {
    interruption.release();
    await service.close();
  }
}

/**
 * Why reading many zones ended before its end, if the service is why; anything else as it was thrown.
 *
 * @param next what becomes of the zones that are read, and how to go on
 */
function readFailure(thrown: unknown, next: string): unknown {
  if (!(thrown instanceof ServiceError)) return thrown;
  const { code, message, hint } = thrown.toProblem();
  return new CommandFailure(
    { code, message: 'the zones could not be read to the end', seen: [message], hints: [hint, next] },
    undefined,
    { cause: thrown },
  );
}
