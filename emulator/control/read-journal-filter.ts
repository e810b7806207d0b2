import { present } from '../checks/present';
import type { Reader } from '../checks/reader';
import { check } from '../checks/reader';
import type { JournalFilter } from '../journal/journal-filter';
import { readOperationName } from '../read-operation-name';
import { refusedDocument } from './control-error';

/**
 * Reads the query of the journal, with the members of a filter; `status=none` fits requests that got no answer.
 *
 * @throws ControlError
 */
export function readJournalFilter(query: Readonly<Record<string, string>>): JournalFilter {
  const read = check(query, (reader): JournalFilter | undefined => {
    const members = reader.members(['operation', 'zoneId', 'method', 'status', 'since']);
    if (members === undefined) return undefined;
    const operation = readOperationName(members.optional('operation'));
    const zoneId = members.optional('zoneId')?.string();
    const method = members.optional('method')?.string()?.toUpperCase();
    const sent = members.optional('status');
    const status = sent?.value === 'none' ? null : readDigits(sent);
    const since = readDigits(members.optional('since'));
    return present({ operation, zoneId, method, status, since });
  });
  if (!read.ok) throw refusedDocument('The journal cannot be asked so:', read.problems);
  return read.value;
}

function readDigits(reader: Reader | undefined): number | undefined {
  const digits = reader?.matching(/^\d{1,15}$/, 'a whole number');
  return digits === undefined ? undefined : Number(digits);
}
