import type { FieldRow } from './field-row';
import { FIREWALL_EVENTS, WEBSOCKET_ANALYTICS } from './other-datasets';

/** The datasets of an account (docs/internals/service.md 5.2). */
export const ACCOUNT_DATASETS = [
  'access_requests',
  'audit_logs',
  'audit_logs_v2',
  'biso_user_actions',
  'casb_findings',
  'device_posture_results',
  'dex_application_tests',
  'dex_device_state_events',
  'dlp_forensic_copies',
  'dns_firewall_logs',
  'email_security_alerts',
  'email_security_post_delivery_events',
  'firewall_events',
  'gateway_dns',
  'gateway_http',
  'gateway_network',
  'ipsec_logs',
  'magic_bgp_logs',
  'magic_ids_detections',
  'mcp_portal_logs',
  'mnm_flow_logs',
  'network_analytics_logs',
  'sinkhole_http_logs',
  'ssh_logs',
  'turnstile_events',
  'warp_config_changes',
  'warp_toggle_changes',
  'websocket_analytics',
  'workers_trace_events',
  'zero_trust_network_sessions',
] as const;

export type AccountDataset = (typeof ACCOUNT_DATASETS)[number];

const ACCESS_REQUESTS: readonly FieldRow[] = [
  ['Action', 'string', 'Kind of the record: login or logout.'],
  ['Allowed', 'bool', 'Whether the request was allowed.'],
  ['AppDomain', 'string', 'Domain of the protected application.'],
  ['AppUUID', 'string', 'Identifier of the protected application.'],
  ['Connection', 'string', 'Identity provider of the login.'],
  ['Country', 'string', 'Country of the request.'],
  ['CreatedAt', 'int or string', 'When the request was made.'],
  ['Email', 'string', 'E-mail address of the user.'],
  ['IPAddress', 'string', 'Address of the client.'],
  ['PurposeJustificationPrompt', 'string', 'Question to the user about the purpose.'],
  ['PurposeJustificationResponse', 'string', 'Answer of the user about the purpose.'],
  ['RayID', 'string', 'Identifier of the request.'],
  ['TemporaryAccessApprovers', 'array[string]', 'Who approved the temporary access.'],
  ['TemporaryAccessDuration', 'int', 'How long the temporary access was approved for.'],
  ['UserUID', 'string', 'Identifier of the user.'],
];

const AUDIT_LOGS: readonly FieldRow[] = [
  ['ActionResult', 'bool', 'Whether the action succeeded.'],
  ['ActionType', 'string', 'Type of the action.'],
  ['ActorEmail', 'string', 'E-mail address of the actor.'],
  ['ActorID', 'string', 'Identifier of the actor.'],
  ['ActorIP', 'string', 'Address of the actor.'],
  ['ActorType', 'string', 'Type of the actor.'],
  ['ID', 'string', 'Identifier of the entry.'],
  ['Interface', 'string', 'Interface that the actor used.'],
  ['Metadata', 'object', 'More information, by type of resource.'],
  ['NewValue', 'object', 'Value after the action.'],
  ['OldValue', 'object', 'Value before the action.'],
  ['OwnerID', 'string', 'Identifier of the user for whom the actor acted.'],
  ['ResourceID', 'string', 'Identifier of the changed resource.'],
  ['ResourceType', 'string', 'Type of the changed resource.'],
  ['When', 'int or string', 'When the change happened.'],
];

const AUDIT_LOGS_V2: readonly FieldRow[] = [
  ['AccountID', 'string', 'Identifier of the account.'],
  ['AccountName', 'string', 'Name of the account.'],
  ['ActionDescription', 'string', 'Description of the action.'],
  ['ActionResult', 'string', 'Whether the action succeeded.'],
  ['ActionTimestamp', 'int or string', 'When the change happened.'],
  ['ActionType', 'string', 'Type of the action.'],
  ['ActorContext', 'string', 'Context of the actor.'],
  ['ActorEmail', 'string', 'E-mail address of the actor.'],
  ['ActorID', 'string', 'Identifier of the actor.'],
  ['ActorIPAddress', 'string', 'Address of the actor.'],
  ['ActorTokenDetails', 'object', 'How the actor was authenticated.'],
  ['ActorType', 'string', 'Type of the actor.'],
  ['AuditLogID', 'string', 'Identifier of the entry.'],
  ['Raw', 'object', 'Raw data.'],
  ['ResourceID', 'string', 'Identifier of the changed resource.'],
  ['ResourceProduct', 'string', 'Product of the changed resource.'],
  ['ResourceRequest', 'object', 'Request to the resource.'],
  ['ResourceResponse', 'object', 'Response of the resource.'],
  ['ResourceScope', 'string', 'Scope of the changed resource.'],
  ['ResourceType', 'string', 'Type of the changed resource.'],
  ['ResourceValue', 'object', 'Value of the changed resource.'],
  ['ZoneID', 'string', 'Identifier of the zone.'],
  ['ZoneName', 'string', 'Name of the zone.'],
];

/** The datasets whose fields are known to the emulator; a job for another one may name any field. */
export const ACCOUNT_FIELDS: Readonly<Partial<Record<AccountDataset, readonly FieldRow[]>>> = {
  access_requests: ACCESS_REQUESTS,
  audit_logs: AUDIT_LOGS,
  audit_logs_v2: AUDIT_LOGS_V2,
  firewall_events: [...FIREWALL_EVENTS, ['ZoneName', 'string', 'Name of the zone.']],
  websocket_analytics: WEBSOCKET_ANALYTICS,
};
