import type { Output } from '../logpush/output';
import type { Query } from '../sql/query';
import { runQuery } from '../sql/query';
import type { SqlRecord, SqlValue } from '../sql/values';
import { fieldReader, isTime } from './field-values';
import type { LogEntry } from './make-records';
import { fieldWriter, formatTime } from './write-record';

/**
 * Writes what a query makes of an entry, with the record's prefix and suffix; `undefined` if the query drops it or makes too much of it. The
 * query sees the fields of the job, with times in the job's format; what it returns is written in JSON.
 */
export function transformWriter(output: Output, query: Query): (entry: LogEntry) => string | undefined {
  const { fieldNames, recordPrefix, recordSuffix } = output;
  const readers = fieldNames.map((name) => [name, valueReader(name, output)] as const);
  return (entry) => {
    const record: SqlRecord = Object.fromEntries(readers.map(([name, read]) => [name, read(entry)]));
    const made = runQuery(query, record);
    // The prefix and the suffix of a record are, or contain, the braces of its object.
    return typeof made === 'string' ? recordPrefix + made.slice(1, -1) + recordSuffix : undefined;
  };
}

function valueReader(name: string, output: Output): (entry: LogEntry) => SqlValue {
  const read = fieldReader(name);
  const { timestampFormat } = output;
  if (isTime(name)) {
    // Nanoseconds are beyond the whole numbers that a double holds.
    if (timestampFormat === 'unixnano')
      return (entry) => BigInt(formatTime(Number(read(entry)), timestampFormat));
    return (entry) => JSON.parse(formatTime(Number(read(entry)), timestampFormat)) as SqlValue;
  }
  const write = fieldWriter(name, { ...output, type: 'ndjson' });
  return (entry) => JSON.parse(write(entry)) as SqlValue;
}
