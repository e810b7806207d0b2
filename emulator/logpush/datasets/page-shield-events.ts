import type { FieldRow } from '../dataset-field';

/** Violations of content security policies. */
export const PAGE_SHIELD_EVENTS: readonly FieldRow[] = [
  ['Action', 'string', 'Action that was taken against the violation.'],
  ['CSPDirective', 'string', 'Directive that was violated.'],
  ['Host', 'string', 'Host on which the resource was seen.'],
  ['PageURL', 'string', 'Page on which the violation was seen.'],
  ['PolicyID', 'string', 'Policy that was violated.'],
  ['ResourceType', 'string', 'Type of the resource.'],
  ['Timestamp', 'int or string', 'When the report was received.'],
  ['URL', 'string', 'URL of the resource.'],
  ['URLContainsCDNCGIPath', 'bool', 'Whether the URL has a path of the edge itself (deprecated).'],
  ['URLHost', 'string', 'Host of the URL.'],
];
