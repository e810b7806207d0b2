import type { ZoneFacts } from '../../cli/migration/survey';
import { formatApproval, parseApproval, type Approval, type ApprovalRow } from '../../schema';

/** The id of a zone, by the first letter of its name. */
export const idOf = (name: string): string => name.charCodeAt(0).toString(16).padStart(32, '0');

/** An Enterprise zone that can begin validation and loses nothing. */
export function zone(name: string, more: Partial<ZoneFacts> = {}): ZoneFacts {
  const id = idOf(name);
  const digest = { step: more.step ?? 'validation', zoneId: id, rules: 'a'.repeat(32), replaced: 'none' };
  return {
    ...{ id, name, plan: 'enterprise', state: 'start', step: 'validation', problems: [] },
    approved_digest: formatApproval({ ...digest, losses: 'none', overrides: [] }),
    ...{ rules: ['execute x everywhere'], replaced_rules: [], deleted_uri_overrides: [] },
    ...{ not_carried_over: [], losses_unknown_because: null, read_at: '2027-01-31T07:00:00.000Z' },
    ...more,
  };
}

/** A zone that needs nothing more. */
export function ended(name: string, state: ZoneFacts['state'], more: Partial<ZoneFacts> = {}): ZoneFacts {
  return zone(name, {
    state,
    step: null,
    approved_digest: null,
    rules: null,
    not_carried_over: null,
    ...more,
  });
}

/** The row that approves a zone as it is, or with another part. */
export function rowOf(
  { id, name, approved_digest: digest }: ZoneFacts,
  other: Partial<Approval> = {},
): ApprovalRow {
  const approval = { ...(parseApproval(digest ?? '') as Approval), ...other };
  return {
    ...{ zone: id, name, approved_digest: formatApproval(approval), step: approval.step },
    ...{ by: 'Ada', ticket: '', at: '2027-01-31T07:00:00.000Z' },
  };
}

export const LOST = {
  kind: 'core_rule_set_group_override',
  id: '1',
  description: 'group "x" is off',
} as const;
