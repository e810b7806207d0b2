import { printable } from '../../provider-shim/sdk/text';
import type { JournalEntry } from '../../emulator';
import type { Terminal } from '../terminal/terminal';

const INTERVAL_MS = 100;

/** The number of lines to print at a time: nobody reads more, and printing must not delay the server. */
const LINES_AT_A_TIME = 200;

/** Prints the requests that the emulator answered; its journal contains no secrets. */
export interface RequestLog {
  /** Adds a request, which is printed a moment later together with others. */
  readonly add: (entry: JournalEntry) => void;
  /** Prints the remaining requests and ends the log. */
  readonly end: () => void;
}

/** If there are too many requests to print, prints the number of the rest; the journal has them. */
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

/** The service's own answer, if the client saw something else. */
function servedText({ status, servedStatus }: JournalEntry): string {
  if (servedStatus === status) return '';
  return servedStatus === null ? ', not served' : `, served ${servedStatus}`;
}

function statusColor(status: number, colors: Terminal['colors']): (text: string) => string {
  return status < 400 ? colors.green : colors.red;
}
