import { present } from '../checks/present';
import type { Reader } from '../checks/reader';
import { check } from '../checks/reader';
import type { ExpectOptions, ExpectedRequest } from '../journal/expected-request';
import { REQUEST_ORDERS } from '../journal/expected-request';
import { readOperationName } from '../read-operation-name';
import { refusedDocument } from './control-error';

/** Reads `{ expected, order?, since? }`: what the journal should hold. @throws ControlError */
export function readExpectations(document: unknown): {
  readonly expected: readonly ExpectedRequest[];
  readonly options: ExpectOptions;
} {
  const read = check(document, (reader) => {
    const members = reader.members(['expected', 'order', 'since']);
    const expected = members?.required('expected')?.items();
    const order = members?.optional('order')?.oneOf(REQUEST_ORDERS);
    const since = members?.optional('since')?.count();
    if (expected === undefined) return undefined;
    return {
      expected: expected.flatMap((item) => readExpected(item) ?? []),
      options: present({ order, since }),
    };
  });
  if (!read.ok) throw refusedDocument('These requests cannot be expected:', read.problems);
  return read.value;
}

function readExpected(reader: Reader): ExpectedRequest | undefined {
  const members = reader.members(['operation', 'method', 'zoneId', 'status', 'body']);
  if (members === undefined) return undefined;
  const operation = readOperationName(members.optional('operation'));
  const method = members.optional('method')?.string()?.toUpperCase();
  const zoneId = members.optional('zoneId')?.string();
  const status = members.optional('status');
  const wantedStatus = status?.value === null ? null : status?.count();
  const body: unknown = members.optional('body')?.value;
  return present({ operation, method, zoneId, status: wantedStatus, body });
}
