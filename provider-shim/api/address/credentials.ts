import { oneCredential, type Explanation } from '../../../schema';

/** The two schemes of docs/internals/service.md 2.2. */
export type Credentials =
  | { readonly scheme: 'token'; readonly token: string }
  | { readonly scheme: 'key'; readonly email: string; readonly key: string };

/** The headers of docs/internals/service.md 2.2 that carry the credentials. */
export function authenticationHeaders(credentials: Credentials): Readonly<Record<string, string>> {
  return credentials.scheme === 'token'
    ? { authorization: `Bearer ${credentials.token}` }
    : { 'x-auth-email': credentials.email, 'x-auth-key': credentials.key };
}

/** The values that must never be shown. The e-mail address is a name and not a secret. */
export function secretsOf(credentials: Credentials): readonly string[] {
  return [credentials.scheme === 'token' ? credentials.token : credentials.key];
}

const VARIABLES = {
  api_token: 'ZONEWRIGHT_API_TOKEN',
  email: 'ZONEWRIGHT_EMAIL',
  api_key: 'ZONEWRIGHT_API_KEY',
} as const;

type Attribute = keyof typeof VARIABLES;

const ATTRIBUTES: readonly Attribute[] = ['api_token', 'email', 'api_key'];

/** What the configuration sets; undefined or null for an attribute that it does not set. */
type ConfiguredCredentials = { readonly [name in Attribute]?: string | null | undefined };

interface CredentialSources {
  readonly config: ConfiguredCredentials;
  /** The process's environment. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** A value and where it is set, in words. */
interface Given {
  readonly value: string;
  readonly where: string;
}

type Source = { readonly [name in Attribute]?: Given };

/**
 * What is wrong with each value of the configuration by itself: it is empty, or cannot be sent as a header. The
 * schema's check and `resolveCredentials` check the values together.
 *
 * @returns problems on the path of the attribute at fault. No problem quotes a value.
 */
export function credentialFaults(config: ConfiguredCredentials): readonly Explanation[] {
  const given = configured(config);
  return ATTRIBUTES.flatMap((name) => {
    if (given[name] === undefined) return [];
    return given[name].value === '' ? [emptyValue(name)] : unsendable(name, given[name]);
  });
}

/**
 * Chooses one of the two schemes of docs/internals/service.md 2.2.
 *
 * The configuration takes precedence as a whole: once it sets an attribute of a scheme, the environment can only
 * complete that scheme. Both schemes in one source, half of a scheme, an empty string in the configuration, and a value
 * that cannot be sent as a header are problems. An empty environment variable counts as absent.
 *
 * @returns the credentials, or one or more problems on the path of the attribute at fault. No problem quotes a value.
 */
export function resolveCredentials({
  config,
  environment,
}: CredentialSources): Credentials | readonly Explanation[] {
  const faults = credentialFaults(config);
  if (faults.length > 0) return faults;
  const written = configured(config);
  const variables = read(
    (name) => environment[VARIABLES[name]] || undefined,
    (name) => `the environment variable ${VARIABLES[name]}`,
  );
  const chosen = ATTRIBUTES.some((name) => written[name] !== undefined) ? written : variables;
  const conflict = oneCredential(chosen, (name) => chosen[name]?.where ?? name);
  if (conflict.length > 0) return conflict;
  const { api_token: token } = chosen;
  if (!token) return keyScheme(chosen.email ?? variables.email, chosen.api_key ?? variables.api_key);
  const unsent = unsendable('api_token', token);
  return unsent.length === 0 ? { scheme: 'token', token: token.value } : unsent;
}

function keyScheme(email: Given | undefined, key: Given | undefined): Credentials | readonly Explanation[] {
  if (email === undefined && key === undefined) return [NOTHING_GIVEN];
  if (email === undefined) return [halfGiven('email', key)];
  if (key === undefined) return [halfGiven('api_key', email)];
  const faults = [...unsendable('email', email), ...unsendable('api_key', key)];
  return faults.length === 0 ? { scheme: 'key', email: email.value, key: key.value } : faults;
}

function configured(config: ConfiguredCredentials): Source {
  return read(
    (name) => config[name],
    (name) => `the attribute ${name}`,
  );
}

function read(
  value: (name: Attribute) => string | null | undefined,
  where: (name: Attribute) => string,
): Source {
  const found = ATTRIBUTES.map((name) => {
    const text = value(name);
    return [name, typeof text === 'string' ? { value: text, where: where(name) } : undefined] as const;
  });
  return Object.fromEntries(found);
}

function emptyValue(name: Attribute): Explanation {
  return {
    path: [name],
    message: `The attribute ${name} is an empty string.`,
    hint: `Give it a value, or remove it and set the environment variable ${VARIABLES[name]}.`,
  };
}

function halfGiven(missing: Attribute, present: Given | undefined): Explanation {
  return {
    path: [missing],
    message: `The ${missing} is missing: ${present?.where ?? 'its other half'} is only half of the credentials.`,
    hint:
      `Set the attribute ${missing} or the environment variable ${VARIABLES[missing]}; ` +
      'or use a token alone (api_token or ZONEWRIGHT_API_TOKEN).',
  };
}

const NOTHING_GIVEN: Explanation = {
  message: 'Neither the configuration nor the environment has credentials for the zone service.',
  hint:
    'Set one of: the attribute api_token; the attributes email and api_key; the environment variable ' +
    'ZONEWRIGHT_API_TOKEN; the environment variables ZONEWRIGHT_EMAIL and ZONEWRIGHT_API_KEY.',
};

function unsendable(name: Attribute, given: Given): readonly Explanation[] {
  const fault = headerValueFault(given.value);
  if (fault === undefined) return [];
  const prefixed = name === 'api_token' && /^bearer /i.test(given.value);
  return [
    {
      path: [name],
      message: `The value of ${given.where} has ${fault}, so it cannot be sent as a header.`,
      hint: prefixed
        ? 'Give only the token, without the word "Bearer": the client adds it.'
        : 'Only printable ASCII characters without spaces are allowed. Check how the value was copied or read from a file.',
    },
  ];
}

/**
 * Says why `value` cannot be sent as a header, without quoting it, such as "a line break at character 41"; undefined
 * when it can be sent. Stricter than RFC 9110, section 5.5: neither a token, a key nor an
 * e-mail address has spaces, and letters outside ASCII have no agreed encoding in a header.
 */
function headerValueFault(value: string): string | undefined {
  const position = value.search(/[^\x21-\x7e]/);
  if (position < 0) return undefined;
  return `${nameOf(value.charCodeAt(position))} at character ${position + 1} of ${value.length}`;
}

function nameOf(code: number): string {
  if (code === 0x0a || code === 0x0d) return 'a line break';
  if (code === 0x20) return 'a space';
  if (code === 0x09) return 'a tab';
  if (code < 0x20 || code === 0x7f) return 'a control character';
  return 'a character outside ASCII';
}
