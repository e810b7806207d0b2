import type { JournalEntry } from '../../emulator';
import type { PlayedStep } from './play';

/** The last lines of the demo: how long each step took, and the requests to the service. */
export function summary(
  played: readonly PlayedStep[],
  journal: readonly Pick<JournalEntry, 'method'>[],
): readonly string[] {
  const total = played.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
  const width = Math.max(...played.map(({ title }) => title.length), 'Total'.length);
  const row = (title: string, milliseconds: number): string =>
    `  ${title.padEnd(width)}  ${(milliseconds / 1000).toFixed(1).padStart(5)} s`;
  return [
    ...played.map(({ title, milliseconds }) => row(title, milliseconds)),
    row('Total', total),
    '',
    `  ${journal.length} API requests: ${byMethod(journal)}`,
  ];
}

function byMethod(journal: readonly Pick<JournalEntry, 'method'>[]): string {
  const counts = new Map<string, number>();
  for (const { method } of journal) counts.set(method, (counts.get(method) ?? 0) + 1);
  return [...counts].map(([method, count]) => `${count} ${method}`).join(', ');
}
