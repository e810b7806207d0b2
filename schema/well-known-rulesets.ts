import type { Problem } from './problem';
import { nearest } from './nearest';
import { ID_PATTERN, PHASE_MANAGED_RULES } from './service';

/** A managed ruleset whose id is the same for every zone. */
export interface WellKnownRuleset {
  readonly id: string;
  readonly name: string;
  /** The phase whose entry point can execute it. */
  readonly phase: string;
}

/** Managed rulesets with published ids (docs/service.md 6.3). The service has more, and lists them for each zone. */
export const WELL_KNOWN_RULESETS = {
  CLOUDFLARE: {
    id: 'efb7b8c949ac4650a09736fc376e9aee',
    name: 'Cloudflare Managed Ruleset',
    phase: PHASE_MANAGED_RULES,
  },
  OWASP: {
    id: '4814384a9e5d4991b9815dcfc25d2f1f',
    name: 'Cloudflare OWASP Core Ruleset',
    phase: PHASE_MANAGED_RULES,
  },
  EXPOSED_CREDENTIALS: {
    id: 'c2e184081120413c86c3ab7e14069605',
    name: 'Cloudflare Exposed Credentials Check Ruleset',
    phase: PHASE_MANAGED_RULES,
  },
  FREE: {
    id: '77454fe2d30c4220b5701f6fdfb893ba',
    name: 'Cloudflare Managed Free Ruleset',
    phase: PHASE_MANAGED_RULES,
  },
  SENSITIVE_DATA: {
    id: 'e22d83c647c64a3eae91b71b499d988e',
    name: 'Cloudflare Sensitive Data Detection',
    phase: 'http_response_firewall_managed',
  },
} as const satisfies Readonly<Record<string, WellKnownRuleset>>;

const ALL: readonly WellKnownRuleset[] = Object.values(WELL_KNOWN_RULESETS);

/** The well-known managed ruleset with this id, if there is one. */
export function wellKnownRuleset(id: string): WellKnownRuleset | undefined {
  return ALL.find((ruleset) => ruleset.id === id);
}

/** A managed ruleset for people: its well-known name with the id, or the id alone. */
export function rulesetForPeople(id: string): string {
  const known = wellKnownRuleset(id);
  return known === undefined ? id : `${known.name} (${id})`;
}

/** Checks the id of a managed ruleset: 32 lower-case hexadecimal digits. A well-known name gets its id as the hint. */
export function managedRulesetId(value: string): readonly Problem[] {
  if (ID_PATTERN.test(value)) return [];
  const lower = value.trim().toLowerCase();
  const name = nearest(
    value,
    ALL.map((ruleset) => ruleset.name),
  );
  const meant = ALL.find((ruleset) => ruleset.name === name);
  const write = meant
    ? `Write "${meant.id}" for ${meant.name}.`
    : ID_PATTERN.test(lower) && `Write "${lower}".`;
  return [
    {
      code: 'ruleset_id_malformed',
      path: [],
      message: `${JSON.stringify(value)} is not the id of a managed ruleset.`,
      hint:
        'An id is 32 lower-case hexadecimal digits. ' +
        (write || 'The data source zone_managed_rulesets lists the ids with their names.'),
    },
  ];
}
