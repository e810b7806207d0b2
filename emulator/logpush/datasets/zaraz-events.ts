import type { FieldRow } from '../dataset-field';

/** Events of the tag manager. */
export const ZARAZ_EVENTS: readonly FieldRow[] = [
  ['Body', 'object', 'Body of the incoming request.'],
  ['EventDetails', 'object', 'Details of the event.'],
  ['EventType', 'string', 'Name of the event.'],
  ['IP', 'string', 'Address of the client.'],
  ['RequestHeaders', 'object', 'Headers of the incoming request.'],
  ['TimestampStart', 'int or string', 'When the event began.'],
  ['URL', 'string', 'URL of the incoming request.'],
];
