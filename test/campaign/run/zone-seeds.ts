import type { SeedZone } from '../../../emulator';
import { fullPreviousWaf, uriOverride, zoneIdOf } from '../../e2e/migrating-zones';
import type { ZoneStart } from '../scenario/scenario';

export const FIELDS_PHASE = 'http_log_custom_fields';
export const MANAGED_PHASE = 'http_request_firewall_managed';

/** The zones of a round as the emulator's seed has them. @param round its number: other rounds have other zones */
export function zoneSeeds(
  zones: readonly ZoneStart[],
  round: number,
): readonly (SeedZone & { readonly id: string })[] {
  return zones.map(({ plan, migrated, fields, jobs, previous }, index) => ({
    id: zoneIdOf(`campaign-${round}-${index}`),
    name: `campaign-${index}.example`,
    plan,
    ...(migrated ? { migration: { state: 'finished' as const } } : {}),
    ...(fields === undefined ? {} : { rulesets: [{ phase: FIELDS_PHASE, rules: [fieldsRule(fields)] }] }),
    logpush: { jobs: jobs.map(foreignJob) },
    ...(previous === 'default'
      ? {}
      : {
          previous_waf: {
            ...fullPreviousWaf({ sensitivity: 'high' }),
            ...(previous === 'with URI overrides' && plan === 'enterprise'
              ? { uri_overrides: [uriOverride('7'), uriOverride('8')] }
              : {}),
          },
        }),
  }));
}

/** A rule of the custom log fields with these cookies, as others save it. */
export function fieldsRule(cookies: readonly string[]): {
  readonly action: 'log_custom_field';
  readonly expression: 'true';
  readonly action_parameters: Readonly<Record<string, unknown>>;
} {
  const action_parameters = { cookie_fields: cookies.map((name) => ({ name })) };
  return { action: 'log_custom_field', expression: 'true', action_parameters };
}

/** A job that others made. */
export function foreignJob(
  name: string,
): NonNullable<NonNullable<SeedZone['logpush']>['jobs']>[number] & { readonly name: string } {
  return {
    name,
    enabled: true,
    destination_conf: `https://theirs.example.com/${name}?header_Authorization=theirs`,
    logpull_options: 'fields=RayID,ClientIP&timestamps=rfc3339',
  };
}
