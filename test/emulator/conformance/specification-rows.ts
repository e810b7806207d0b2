/**
 * What the specification says, row by row and bullet by bullet, in its order: each table with the names of its
 * rows. What it calls "not shown" is no row, and so is section 6, which has nothing else.
 */
export const TABLES = {
  '1': ['custom log fields', 'managed rules migration', 'irreversible', 'no global switch'],
  '2.1': ['result', 'success', 'errors', 'messages'],
  '2.2': [
    'id',
    'name',
    'description',
    'kind',
    'phase',
    'version',
    'rules',
    'last_updated',
    'one ruleset per phase',
  ],
  '2.3': [
    'id',
    'version',
    'ref',
    'action',
    'expression',
    'description',
    'enabled',
    'action_parameters',
    'last_updated',
  ],
  '2.4': ['request_fields', 'response_fields', 'cookie_fields', 'at least one'],
  '2.5': ['id', 'overrides', 'overrides.rules'],
  '2.6': ['name', 'rules'],
  '2.7': ['compatible', 'migration_state'],
  '2.8': ['name', 'destination_conf', 'dataset', 'logpull_options', 'ownership_challenge', 'log field names'],
  '2.9': ['old and new managed rules', 'migration state'],
  '3 waf_migration': ['pending', 'validation'],
  '3 known states': ['start', 'validation mode', 'finished'],
  '3 transitions': [
    'start to validation mode',
    'validation mode to finished',
    'start to finished',
    'finished is irreversible',
  ],
  '3 eligibility': ['1', '2', '3', '4'],
  '3 settings migrated': [
    'Firewall rules with bypass of managed rules',
    'Page rules with "Disable Security"',
    'Page rules with WAF Off or On',
    'Core rule set action',
    'Core rule set group overrides',
    'Core rule set rule overrides',
  ],
  '3 sensitivity mapping': ['High', 'Medium', 'Low', 'Default'],
  '3 remarks': ['paranoia level PL2', 'versions of the core rule sets', 'WAF Off and the new managed rules'],
  '4.1': ['request body', 'response'],
  '4.2': ['name', 'kind', 'description', 'phase', 'response', 'only when none exists'],
  '4.3': ['body', 'rule of custom log fields', 'response'],
  '4.4': ['body', 'fields in logpull_options'],
  '4.5': ['query', 'response'],
  '4.6': ['query', 'response'],
  '4.7': ['waf_migration', 'phase_two', 'body', 'rules of the configuration', 'behavior', 'response'],
  '4.8': ['response'],
  '4.9': ['delete a URI-based override'],
  '5': ['key-based', 'bearer token'],
  '7': [
    'failures',
    'more than 200 firewall rules',
    'a firewall rule expression longer than 4 KB',
    'compatible is false',
    'rule validation: no list present',
    'rule validation: expression other than true',
    'rule validation: header names not lower case',
  ],
  '8': [
    'Custom fields per zone',
    'Custom field data per log entry',
    'Repeated headers',
    'Header modifications',
    'Zone-level rulesets per phase',
    'Firewall rules migratable',
    'Firewall rule expression length',
  ],
  '9': ['version in the path', 'phase_two', 'version strings', 'versions of the core rule sets'],
} as const satisfies Record<string, readonly string[]>;

/** A table of the specification: its section, and its subject where a section has several. */
export type TableId = keyof typeof TABLES;

export type RowOf<Id extends TableId> = (typeof TABLES)[Id][number];
