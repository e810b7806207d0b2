import type { FieldRow } from '../dataset-field';

/** Reports of network errors by browsers. */
export const NEL_REPORTS: readonly FieldRow[] = [
  ['ClientIPASN', 'int', 'AS number of the client.'],
  ['ClientIPASNDescription', 'string', 'Name of the AS of the client.'],
  ['ClientIPCountry', 'string', 'Country of the client.'],
  ['LastKnownGoodColoCode', 'string', 'Airport code of the data center that the client reached last.'],
  ['Phase', 'string', 'Phase of the connection in which the error occurred.'],
  ['Timestamp', 'int or string', 'When the error was reported.'],
  ['Type', 'string', 'Type of the error in its phase.'],
];
