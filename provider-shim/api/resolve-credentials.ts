import type { Problem } from '../../schema/problem';
import type { Credentials } from './credentials';
import { headerValueFault } from './header-value';

const VARIABLES = {
  api_token: 'ZONEWRIGHT_API_TOKEN',
  email: 'ZONEWRIGHT_EMAIL',
  api_key: 'ZONEWRIGHT_API_KEY',
} as const;

type Attribute = keyof typeof VARIABLES;

const ATTRIBUTES: readonly Attribute[] = ['api_token', 'email', 'api_key'];

export interface CredentialSources {
  /** What the configuration sets; undefined or null stands for an attribute that it leaves out. */
  readonly config: { readonly [name in Attribute]?: string | null | undefined };
  /** The process's environment. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** One value and where it was found, in words. */
interface Given {
  readonly value: string;
  readonly where: string;
}

type Source = { readonly [name in Attribute]?: Given };

/**
 * Chooses one of the two schemes of spec 5.
 *
 * The configuration wins as a whole: once it names an attribute of a scheme, the environment can only complete that
 * scheme. Both schemes in one source, half of a scheme, an empty string in the configuration, and a value that
 * cannot be sent as a header are problems; an empty environment variable counts as absent.
 *
 * @returns the credentials, or one or more problems on the path of the attribute at fault. No problem quotes a value.
 */
export function resolveCredentials(sources: CredentialSources): Credentials | readonly Problem[] {
  const configuration = read(
    (name) => sources.config[name],
    (name) => `the attribute ${name}`,
  );
  const environment = read((name) => sources.environment[VARIABLES[name]] || undefined, variableNamed);
  const configured = ATTRIBUTES.some((name) => configuration[name] !== undefined);
  const empty = ATTRIBUTES.filter((name) => configuration[name]?.value === '').map(emptyValue);
  if (empty.length > 0) return empty;

  const chosen = configured ? configuration : environment;
  if (chosen.api_token !== undefined) {
    const rival = chosen.api_key ?? chosen.email;
    if (rival !== undefined) return [bothSchemes(chosen.api_token, rival)];
    const fault = unsendable('api_token', chosen.api_token);
    return fault === undefined ? { scheme: 'token', token: chosen.api_token.value } : [fault];
  }
  return keyScheme(chosen.email ?? environment.email, chosen.api_key ?? environment.api_key);
}

function keyScheme(email: Given | undefined, key: Given | undefined): Credentials | readonly Problem[] {
  if (email === undefined && key === undefined) return [nothingGiven()];
  if (email === undefined) return [halfGiven('email', key)];
  if (key === undefined) return [halfGiven('api_key', email)];
  const faults = [unsendable('email', email), unsendable('api_key', key)].filter(
    (fault) => fault !== undefined,
  );
  return faults.length === 0 ? { scheme: 'key', email: email.value, key: key.value } : faults;
}

function read(
  value: (name: Attribute) => string | null | undefined,
  where: (name: Attribute) => string,
): Source {
  const found = ATTRIBUTES.map((name): readonly [Attribute, Given | undefined] => {
    const text = value(name);
    return [name, typeof text === 'string' ? { value: text, where: where(name) } : undefined];
  });
  return Object.fromEntries(found);
}

function variableNamed(name: Attribute): string {
  return `the environment variable ${VARIABLES[name]}`;
}

function emptyValue(name: Attribute): Problem {
  return {
    code: 'credentials_empty',
    path: [name],
    message: `The attribute ${name} is an empty string.`,
    hint: `Give its value, or leave the attribute out and set the environment variable ${VARIABLES[name]}.`,
  };
}

function bothSchemes(token: Given, rival: Given): Problem {
  return {
    code: 'credentials_conflict',
    path: ['api_token'],
    message: `Both ways to authenticate are given at once: ${token.where} and ${rival.where}.`,
    hint: 'Keep one of the two: a token (api_token), or an e-mail address with its key (email and api_key).',
  };
}

function halfGiven(missing: Attribute, present: Given | undefined): Problem {
  return {
    code: 'credentials_incomplete',
    path: [missing],
    message: `The ${missing} is missing: ${present?.where ?? 'its other half'} is only half of the credentials.`,
    hint:
      `Set the attribute ${missing} or the environment variable ${VARIABLES[missing]}; ` +
      'or use a token alone (api_token or ZONEWRIGHT_API_TOKEN).',
  };
}

function nothingGiven(): Problem {
  return {
    code: 'credentials_missing',
    path: [],
    message:
      'There are no credentials for the zone service, neither in the configuration nor in the environment.',
    hint:
      'Set one of: the attribute api_token; the attributes email and api_key; the environment variable ' +
      'ZONEWRIGHT_API_TOKEN; the environment variables ZONEWRIGHT_EMAIL and ZONEWRIGHT_API_KEY.',
  };
}

function unsendable(name: Attribute, given: Given): Problem | undefined {
  const fault = headerValueFault(given.value);
  if (fault === undefined) return undefined;
  const prefixed = name === 'api_token' && /^bearer /i.test(given.value);
  return {
    code: 'credentials_not_a_header',
    path: [name],
    message: `The value of ${given.where} has ${fault}, so it cannot be sent as a header.`,
    hint: prefixed
      ? 'Give the token alone, without the word "Bearer": the client adds it.'
      : 'Only printable ASCII characters without spaces are allowed. Check how the value was copied or read from a file.',
  };
}
