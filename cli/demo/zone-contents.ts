import type { Control, RuleDraft } from '../../emulator';
import { ACTION_LOG_CUSTOM_FIELD, PHASE_LOG_CUSTOM_FIELDS } from '../../schema';
import { counted } from '../text/words';

/** The names that a zone logs, each list in alphabetical order. */
export interface LoggedFields {
  readonly requestHeaders: readonly string[];
  readonly responseHeaders: readonly string[];
  readonly cookies: readonly string[];
}

/** The lists of a rule and their names at the service (docs/internals/service.md 4.1). */
const LISTS = {
  requestHeaders: 'request_fields',
  responseHeaders: 'response_fields',
  cookies: 'cookie_fields',
} as const;

interface NamedField {
  readonly name: string;
}

/** Reads the fields directly from the service. Undefined if the zone logs no custom fields. */
export function loggedFields(control: Pick<Control, 'zones'>, zoneId: string): LoggedFields | undefined {
  const rule = control
    .zones()
    .find((zone) => zone.id === zoneId)
    ?.rulesets.find((ruleset) => ruleset.phase === PHASE_LOG_CUSTOM_FIELDS)
    ?.rules.find((each) => each.action === ACTION_LOG_CUSTOM_FIELD);
  if (!rule) return undefined;
  const names = (list: string): readonly string[] =>
    ((rule.action_parameters?.[list] ?? []) as readonly NamedField[]).map(({ name }) => name).sort();
  return {
    requestHeaders: names(LISTS.requestHeaders),
    responseHeaders: names(LISTS.responseHeaders),
    cookies: names(LISTS.cookies),
  };
}

/** Replaces a header name in a rule with another, like an edit by hand. */
export function swapRequestHeader(rule: RuleDraft | undefined, from: string, to: string): void {
  if (!rule) return;
  const fields = (rule.action_parameters[LISTS.requestHeaders] ?? []) as readonly NamedField[];
  rule.action_parameters[LISTS.requestHeaders] = fields.map(({ name }) => ({
    name: name === from ? to : name,
  }));
}

/** `4 request headers, 1 response header, 2 cookies` */
export function countsOf({ requestHeaders, responseHeaders, cookies }: LoggedFields): string {
  return [
    counted(requestHeaders.length, 'request header'),
    counted(responseHeaders.length, 'response header'),
    counted(cookies.length, 'cookie'),
  ].join(', ');
}

/** The numbers of the zone's log push jobs, read directly from the service. */
export function jobIds(control: Pick<Control, 'zone'>, zoneId: string): readonly number[] {
  return (control.zone(zoneId).logpush?.jobs ?? []).flatMap(({ id }) => id ?? []);
}
