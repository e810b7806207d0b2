import { isLoopback } from '../zone/loopback';
import type { Problem } from '../description/problem';

/** A `destination_conf`: `<scheme>://<bucket or host>[/<path>][?<parameters>]` (docs/internals/service.md 5.2). */
export interface Destination {
  readonly scheme: string;
  /** Bucket, container or host; without user information. */
  readonly host: string;
  /** Without slashes at its ends; may hold `{DATE}`. */
  readonly path: string;
  /** Decoded. Often secret. */
  readonly parameters: ReadonlyMap<string, string>;
}

/** What is known about the destinations of a scheme (docs/internals/service.md 5.7). */
interface SchemeDetails {
  readonly example: string;
  /** The names of the parameters that the service needs to deliver. */
  readonly requires?: (parameters: Destination['parameters']) => readonly string[];
  /** Whether the service requires a token that proves ownership. */
  readonly needsChallenge: (parameters: Destination['parameters']) => boolean;
  /** The names of the parameters that are no secrets: all others may be. @default - none */
  readonly open?: readonly string[];
}

const NEVER = (): boolean => false;
const ALWAYS = (): boolean => true;
const KEY_PARAMETERS = ['access-key-id', 'secret-access-key'];

/** The schemes with public documentation (docs/internals/service.md 5.7). */
const SCHEMES: Readonly<Record<string, SchemeDetails>> = {
  s3: {
    example: 's3://bucket/logs?region=us-east-1',
    open: ['region', 'sse', 'endpoint'],
    requires: (parameters) => ['region', ...(parameters.has('endpoint') ? KEY_PARAMETERS : [])],
    // S3-compatible stores set `endpoint`. Keys in the text prove ownership as well as a token does.
    needsChallenge: (parameters) =>
      !parameters.has('endpoint') &&
      !(parameters.has('access-key-id') && parameters.has('secret-access-key')),
  },
  gs: { example: 'gs://bucket/logs', needsChallenge: ALWAYS },
  azure: {
    example: 'azure://container/logs?sv=…&sig=…',
    requires: () => ['sig'],
    needsChallenge: ALWAYS,
  },
  sumo: { example: 'sumo://endpoint.example.com/receiver/v1/http/token', needsChallenge: ALWAYS },
  r2: {
    example: 'r2://bucket/logs?account-id=…&access-key-id=…&secret-access-key=…',
    open: ['account-id'],
    requires: () => ['account-id', ...KEY_PARAMETERS],
    needsChallenge: NEVER,
  },
  https: { example: 'https://logs.example.com/collect?header_Authorization=…', needsChallenge: NEVER },
  splunk: {
    example: 'splunk://splunk.example.com/services/collector/raw?channel=…&header_Authorization=…',
    open: ['channel', 'insecure-skip-verify', 'sourcetype'],
    requires: () => ['header_Authorization'],
    needsChallenge: NEVER,
  },
  datadog: {
    example: 'datadog://intake.example.com/v1/input?header_DD-API-KEY=…',
    open: ['ddtags'],
    requires: () => ['header_DD-API-KEY'],
    needsChallenge: NEVER,
  },
};

export const DESTINATION_SCHEMES = Object.keys(SCHEMES);

/** Words, hosts and addresses without user information or a query. */
const OPEN_VALUE = /^[\w.:,/-]{0,253}$/;

/** Whether a parameter only locates a destination and grants no access. @param value decoded */
export function isOpenParameter(scheme: string, name: string, value: string): boolean {
  return (detailsOf(scheme)?.open?.includes(name) ?? false) && OPEN_VALUE.test(value);
}

/** Schemes whose path is a path in a bucket. The others are HTTP receivers. */
export const OBJECT_STORES: ReadonlySet<string> = new Set(['s3', 'gs', 'azure', 'r2']);

/** Parses a destination; undefined when the text is not one. */
export function parseDestination(text: string): Destination | undefined {
  const match = /^([a-z][a-z0-9+.-]*):\/\/(?:[^/?#@]*@)?([^/?#@\s]+)((?:\/[^?#\s]*)?)(?:\?([^#\s]*))?$/.exec(
    text,
  );
  if (match === null) return undefined;
  const [, scheme = '', host = '', path = '', query = ''] = match;
  const parameters = new Map<string, string>();
  for (const part of query.split('&').filter((each) => each !== '')) {
    const at = part.indexOf('=');
    const key = decoded(at < 0 ? part : part.slice(0, at));
    const value = decoded(at < 0 ? '' : part.slice(at + 1));
    if (key === undefined || value === undefined) return undefined;
    parameters.set(key, value);
  }
  return { scheme, host, path: path.replace(/^\/+|(?<!\/)\/+$/g, ''), parameters };
}

/**
 * Whether the service requires a token that proves ownership of this destination (docs/internals/service.md 5.6). Undefined for
 * a text that is not a destination and for an unknown scheme: the service decides.
 */
export function needsOwnershipChallenge(text: string): boolean | undefined {
  const destination = parseDestination(text);
  if (destination === undefined) return undefined;
  return detailsOf(destination.scheme)?.needsChallenge(destination.parameters);
}

/** The names of required parameters that are missing or empty. */
export function missingParameters({ scheme, parameters }: Destination): readonly string[] {
  const required = detailsOf(scheme)?.requires?.(parameters) ?? [];
  return required.filter((name) => (parameters.get(name) ?? '') === '');
}

/** An example of a destination with this scheme; undefined for an unknown scheme. */
export function destinationExample(scheme: string): string | undefined {
  return detailsOf(scheme)?.example;
}

function detailsOf(scheme: string): SchemeDetails | undefined {
  return Object.hasOwn(SCHEMES, scheme) ? SCHEMES[scheme] : undefined;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** The longest destination (docs/internals/service.md 5.2). */
export const MAX_DESTINATION_LENGTH = 4096;

/**
 * Checks a `destination_conf`. The text may hold secrets, so messages show only its scheme. An unknown scheme passes:
 * the service decides.
 */
export function destinationForm(text: string): readonly Problem[] {
  if (text.length > MAX_DESTINATION_LENGTH)
    return [
      problem(
        'destination_too_long',
        `The destination has ${text.length} characters.`,
        `At most ${MAX_DESTINATION_LENGTH} are allowed.`,
      ),
    ];
  const destination = parseDestination(text);
  if (destination === undefined)
    return [
      problem(
        'destination_malformed',
        'The destination is not a URL of the form <scheme>://<bucket or host>/<path>?<parameters>. ' +
          'Its text is not shown here, because it may hold secrets.',
        `The schemes are ${DESTINATION_SCHEMES.join(', ')}. Percent-encode spaces and reserved characters. For example: ${destinationExample('s3')}`,
      ),
    ];
  const { scheme, host } = destination;
  if (scheme === 'http' && !isLoopback(host.replace(/:\d+$/, '')))
    return [
      problem(
        'destination_insecure',
        'The destination has the scheme http, which sends logs unencrypted.',
        'Use https. Plain http is allowed only for receivers on loopback.',
      ),
    ];
  const missing = missingParameters(destination);
  if (missing.length === 0) return [];
  return [
    problem(
      'destination_parameter_missing',
      `The ${scheme} destination has no value for ${missing.join(', ')}.`,
      `Add ${missing.map((name) => `${name}=…`).join('&')} to its parameters. For example: ${exampleWith(scheme, missing)}`,
    ),
  ];
}

/** The example of the scheme, extended by the named parameters that it lacks. */
function exampleWith(scheme: string, names: readonly string[]): string {
  const example = destinationExample(scheme) ?? '';
  const more = names.filter((name) => !example.includes(`${name}=`)).map((name) => `&${name}=…`);
  return `${example}${more.join('')}`;
}

function problem(code: string, message: string, hint: string): Problem {
  return { code, path: [], message, hint };
}
