import type { Control, JournalEntry } from '../../emulator';
import type { Terminal } from '../terminal';

const INTERVAL_MS = 100;

/**
 * Prints each request that the emulator has answered, from its journal, which holds no secrets.
 *
 * @returns ends the log, after the requests that are not printed yet
 */
export function logRequests(control: Pick<Control, 'journal'>, terminal: Terminal): () => void {
  let last = 0;
  const print = (): void => {
    const fresh = control.journal().filter((entry) => entry.number > last);
    // A reset of the emulator counts from 1 again.
    if (fresh.length === 0) last = Math.min(last, control.journal().at(-1)?.number ?? 0);
    for (const entry of fresh) {
      terminal.out(requestLine(entry, terminal.colors));
      last = entry.number;
    }
  };
  const timer = setInterval(print, INTERVAL_MS);
  return () => {
    clearInterval(timer);
    print();
  };
}

function requestLine(entry: JournalEntry, colors: Terminal['colors']): string {
  const status =
    entry.status === null ? colors.red('cut') : statusColor(entry.status, colors)(`${entry.status}`);
  const operation = entry.operation === null ? '' : colors.dim(`  ${entry.operation}`);
  const fault = entry.fault === null ? '' : colors.yellow(`  fault: ${entry.fault}`);
  return `  ${status}  ${entry.method.padEnd(6)} ${entry.path}${operation}${fault}`;
}

function statusColor(status: number, colors: Terminal['colors']): (text: string) => string {
  return status < 400 ? colors.green : colors.red;
}
