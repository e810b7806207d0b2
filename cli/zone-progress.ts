import type { Terminal } from './terminal';

/** Shows how far a command is that reads many zones: a bar on a terminal, else a line for each zone. */
export interface ZoneProgress {
  readonly begin: (total: number, done: number) => void;
  /** @param result what became of the zone, in a few words */
  readonly add: (title: string, result: string) => void;
  readonly end: () => void;
}

const BAR_WIDTH = 24;

export function zoneProgress({
  err,
  progress,
  width,
}: Pick<Terminal, 'err' | 'progress' | 'width'>): ZoneProgress {
  let [all, count] = [0, 0];
  const bar = (title: string): string => {
    const filled = all === 0 ? BAR_WIDTH : Math.round((BAR_WIDTH * count) / all);
    const line = `[${'#'.repeat(filled).padEnd(BAR_WIDTH)}] ${count}/${all} ${title}`;
    return line.length < width ? line : `${line.slice(0, width - 2)}…`;
  };
  return {
    begin(total, done) {
      [all, count] = [total, done];
      if (done > 0) err(`${done} of ${total} zones are done already`);
      progress?.(bar(''));
    },
    add(title, result) {
      count += 1;
      if (progress) progress(bar(title));
      else err(`[${String(count).padStart(String(all).length)}/${all}] ${title}: ${result}`);
    },
    end: () => progress?.(''),
  };
}
