import type { Checked } from '../checks/problem';
import { check } from '../checks/reader';
import type { DestinationRefusal } from './destinations';

/** Reads an array of refusals, as the control API takes it. */
export function readRefusals(document: unknown): Checked<readonly DestinationRefusal[]> {
  return check(document, (reader) =>
    reader.items()?.flatMap((item) => {
      const members = item.members(['prefix', 'message']);
      const prefix = members?.required('prefix')?.string();
      const message = members?.required('message')?.matching(/\S/, 'a message that is not blank');
      return prefix === undefined || message === undefined ? [] : [{ prefix, message }];
    }),
  );
}
