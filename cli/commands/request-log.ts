import { printable } from '../../provider-shim/text';
import type { JournalEntry } from '../../emulator';
import type { Terminal } from '../terminal';

const INTERVAL_MS = 100;

/** Lines that are printed at a time: no one reads more, and printing must not hold the server up. */
const LINES_AT_A_TIME = 200;

/** Prints the requests that the emulator answered; its journal holds no secrets. */
export interface RequestLog {
  /** Takes a request. It is printed a moment later, many at once. */
  readonly add: (entry: JournalEntry) => void;
  /** Ends the log, after the requests that are not printed yet. */
  readonly end: () => void;
}

/** Of more requests than can be printed the log tells how many they are; the journal has them. */
export function openRequestLog({ out, colors }: Terminal): RequestLog {
  let waiting: JournalEntry[] = [];
  let more = 0;
  const print = (): void => {
    if (waiting.length === 0) return;
    const lines = waiting.map((entry) => requestLine(entry, colors));
    if (more > 0) lines.push(colors.dim(`  … ${more} more, in the journal`));
    waiting = [];
    more = 0;
    out(lines.join('\n'));
  };
  const timer = setInterval(print, INTERVAL_MS);
  return {
    add: (entry) => {
      if (waiting.length < LINES_AT_A_TIME) waiting.push(entry);
      else more += 1;
    },
    end: () => {
      clearInterval(timer);
      print();
    },
  };
}

function requestLine(entry: JournalEntry, colors: Terminal['colors']): string {
  const status =
    entry.status === null ? colors.red('cut') : statusColor(entry.status, colors)(`${entry.status}`);
  const operation = entry.operation === null ? '' : colors.dim(`  ${entry.operation}`);
  const fault = entry.fault === null ? '' : colors.yellow(`  fault: ${entry.fault}${servedText(entry)}`);
  return `  ${status}  ${entry.method.padEnd(6)} ${printable(entry.path)}${operation}${fault}`;
}

/** What the service itself answered, when the client saw something else. */
function servedText({ status, servedStatus }: JournalEntry): string {
  if (servedStatus === status) return '';
  return servedStatus === null ? ', not served' : `, served ${servedStatus}`;
}

function statusColor(status: number, colors: Terminal['colors']): (text: string) => string {
  return status < 400 ? colors.green : colors.red;
}
