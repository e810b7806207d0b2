import type { Problem } from '../description/problem';
import { isKnown } from '../description/value';

/** The provider's credentials as configured: unset, unknown, or text. */
export interface WrittenCredentials {
  readonly api_token?: unknown;
  readonly email?: unknown;
  readonly api_key?: unknown;
}

/**
 * A token excludes the key and its e-mail address: one of the two schemes (docs/internals/service.md 2.2).
 *
 * @param where describes where a value is set; by default, the name of the attribute
 */
export function oneCredential(
  config: WrittenCredentials,
  where = (name: keyof WrittenCredentials): string => `the attribute ${name}`,
): readonly Problem[] {
  const rival = (['api_key', 'email'] as const).find((name) => isGiven(config[name]));
  if (!isGiven(config.api_token) || rival === undefined) return [];
  return [
    {
      code: 'credentials_conflict',
      path: ['api_token'],
      message: `Both ways to authenticate are set: ${where('api_token')} and ${where(rival)}.`,
      hint: 'Keep one: a token (api_token), or an e-mail address with its key (email and api_key).',
    },
  ];
}

/** An empty string is a problem of its own, and does not show which scheme is meant. */
function isGiven(value: unknown): boolean {
  return isKnown(value) && value !== '';
}
