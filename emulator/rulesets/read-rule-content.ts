import { type JsonObject, present } from '../checks/json';
import { readJsonObject } from '../checks/read-json';
import { type Members, type Reader, alternatives } from '../checks/reader';
import { modelReason } from '../service/model-errors';
import { readCustomFields } from './custom-fields';
import { MISPLACED_LOGGING } from './errors';
import { actionsOf, ENTRY_POINT_KINDS } from './phases';
import { LATEST_VERSION, readExecuteParameters } from './read-execute-parameters';
import type { RuleContext } from './named-managed-rules';
import { readSkipParameters } from './read-skip-parameters';
import type { RuleLogging } from './ruleset';

/** What a rule has besides its identity, its expression and its action. */
export interface RuleContent {
  readonly action_parameters?: JsonObject;
  readonly logging?: RuleLogging;
  readonly ratelimit?: JsonObject;
  readonly exposed_credential_check?: JsonObject;
}

/** Members of rules in some of the phases that are stored and not judged (docs/internals/service.md 3.5). */
export const CONTENT_MEMBERS = ['ratelimit', 'exposed_credential_check'] as const;

/** Reads the action of a rule in this phase. If the phase is not judged, any word is one. */
export function readAction(
  reader: Reader | undefined,
  { kind, phase, settings }: RuleContext,
): string | undefined {
  const actions = actionsOf(phase);
  if (actions === undefined) return reader?.matching(/^[a-z_]+$/, 'lower-case letters and _');
  const action = reader?.string();
  if (reader === undefined || action === undefined || actions.includes(action)) return action;
  const details = { actions: alternatives(actions), action, phase, kind: ENTRY_POINT_KINDS[kind] };
  return reader.refuse(modelReason(settings, 'actionOutsidePhase', details));
}

/** Reads the content of a rule in a phase that the emulator judges. */
export function readJudgedContent(
  action: string,
  members: Members<'action_parameters' | 'logging'>,
  context: RuleContext,
): RuleContent | undefined {
  const sent = members.required('action_parameters');
  const parameters = sent && readParameters(action, sent, context);
  const logging = readLogging(members.optional('logging'), action);
  return parameters && { action_parameters: parameters, ...(logging && { logging }) };
}

/**
 * Reads the content of a rule in a phase that the emulator only stores: objects of any form. Parameters of `execute`
 * get their default version, as in every phase (docs/internals/service.md 3.2).
 */
export function readStoredContent(
  action: string,
  members: Members<'action_parameters' | 'logging' | (typeof CONTENT_MEMBERS)[number]>,
): RuleContent {
  const logging = readLogging(members.optional('logging'), action);
  const [parameters, ratelimit, exposed_credential_check] = [
    members.optional('action_parameters'),
    members.optional('ratelimit'),
    members.optional('exposed_credential_check'),
  ].map((sent) => sent && readJsonObject(sent));
  const action_parameters =
    parameters && action === 'execute' ? { version: LATEST_VERSION, ...parameters } : parameters;
  return present({ action_parameters, logging, ratelimit, exposed_credential_check });
}

function readParameters(action: string, reader: Reader, context: RuleContext): JsonObject | undefined {
  switch (action) {
    case 'log_custom_field':
      return readCustomFields(reader, context.settings.limits);
    case 'execute':
      return readExecuteParameters(reader, context);
    case 'skip':
      return readSkipParameters(reader, context);
    default:
      throw new Error(`The action ${action} is in the table of phases, but nothing reads its parameters.`);
  }
}

/** What a `skip` rule without `logging` has (docs/internals/service.md 3.2). */
const DEFAULT_LOGGING: RuleLogging = { enabled: true };

/** Reads `logging`, which only rules with the action `skip` have (docs/internals/service.md 3.2). */
function readLogging(reader: Reader | undefined, action: string): RuleLogging | undefined {
  if (action !== 'skip') return reader?.refuse('logging is only for the action skip', MISPLACED_LOGGING);
  if (reader === undefined) return DEFAULT_LOGGING;
  const enabled = reader.members(['enabled'])?.required('enabled')?.boolean();
  return enabled === undefined ? undefined : { enabled };
}
