import { isRecord } from '../../schema';

/** A sample with what it repeats and joins written out. */
export function writtenOut(sample: unknown): unknown {
  if (Array.isArray(sample)) return sample.flatMap<unknown>((each) => copies(each) ?? [writtenOut(each)]);
  if (!isRecord(sample)) return sample;
  if (Array.isArray(sample['join'])) return (writtenOut(sample['join']) as readonly string[]).join('');
  return Object.fromEntries(Object.entries(sample).map(([name, member]) => [name, writtenOut(member)]));
}

function copies(sample: unknown): readonly string[] | undefined {
  if (!isRecord(sample) || typeof sample['repeat'] !== 'string') return undefined;
  const { repeat, times } = sample;
  return Array.from({ length: Number(times) }, (_, at) => repeat.replace('#', String(at + 1)));
}
