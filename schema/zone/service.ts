/** Wire names, ids and limits of the zone service, each with the section of docs/internals/service.md it comes from. */

/** Kind of a zone-level ruleset (docs/internals/service.md 3.1). */
export const KIND_ZONE = 'zone';

/** Kind of the rulesets that the service provides and a rule can execute (docs/internals/service.md 3.1). */
export const KIND_MANAGED = 'managed';

/** Phase of the rule that lists custom log fields (docs/internals/service.md 3.5). */
export const PHASE_LOG_CUSTOM_FIELDS = 'http_log_custom_fields';

/** Phase of the managed rules (docs/internals/service.md 3.5). */
export const PHASE_MANAGED_RULES = 'http_request_firewall_managed';

/** Action of a rule that runs a managed ruleset (docs/internals/service.md 6.1). */
export const ACTION_EXECUTE = 'execute';

/** Action of an exception, which skips rules that follow (docs/internals/service.md 6.2). */
export const ACTION_SKIP = 'skip';

/** What a rule executes of a managed ruleset unless it pins a version (docs/internals/service.md 3.2, 6.1). */
export const LATEST_VERSION = 'latest';

/** Phases that the service publishes for exceptions; it decides about others (docs/internals/service.md 6.2). */
export const SKIPPED_PHASES = ['http_ratelimit', 'http_request_sbfm', PHASE_MANAGED_RULES] as const;

/** Firewall rules that can be migrated (docs/internals/service.md 8). */
export const MAX_MIGRATED_FIREWALL_RULES = 200;

/** Bytes in the expression of a firewall rule that can be migrated: 4 KB (docs/internals/service.md 8). */
export const MAX_MIGRATED_EXPRESSION_BYTES = 4096;

/** Action of the rule that lists custom log fields (docs/internals/service.md 4.1). */
export const ACTION_LOG_CUSTOM_FIELD = 'log_custom_field';

/** The only expression that a custom-log-field rule may have (docs/internals/service.md 4.1). */
export const EXPRESSION_ALWAYS = 'true';

/** Custom fields per zone, over request headers, response headers and cookies together (docs/internals/service.md 8). */
export const MAX_CUSTOM_FIELDS = 40;

/** Custom fields in one list, whatever a zone is granted (docs/internals/service.md 1.2). */
export const MAX_CUSTOM_FIELDS_OF_LIST = 100;

/** The most fields that any generation of the production service accepts: five lists (docs/internals/service.md 1.2). */
export const MAX_CUSTOM_FIELDS_LIVING = 5 * MAX_CUSTOM_FIELDS_OF_LIST;

/** Zone, ruleset and rule ids: 32 lower-case hexadecimal digits (docs/internals/service.md 3.2). */
export const ID_PATTERN = /^[0-9a-f]{32}$/;
