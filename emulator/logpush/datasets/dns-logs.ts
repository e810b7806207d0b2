import type { FieldRow } from '../dataset-field';

/** DNS queries for the zone. */
export const DNS_LOGS: readonly FieldRow[] = [
  ['ColoCode', 'string', 'Airport code of the data center that received the query.'],
  ['EDNSSubnet', 'string', 'Client subnet that a resolver passed on.'],
  ['EDNSSubnetLength', 'int', 'Length of the client subnet in bits.'],
  ['QueryName', 'string', 'Name that was asked for.'],
  ['QueryType', 'int', 'Type of the query by its number.'],
  ['ResponseCached', 'bool', 'Whether the response was cached.'],
  ['ResponseCode', 'int', 'Code of the response by its number.'],
  ['SourceIP', 'string', 'Address of the client.'],
  ['Timestamp', 'int or string', 'When the query was made.'],
];
