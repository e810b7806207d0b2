import { isLoopback } from '../zone/loopback';
import { oneProblem, type Problem } from '../description/problem';

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
interface DestinationScheme {
  readonly example: string;
  /** Whether files go to a bucket, a table or a stream, whose path is no secret. @default false, to a receiver on the web */
  readonly isStore?: true;
  /** The names of the parameters that are no secrets: all others may be. @default - none */
  readonly open?: readonly string[];
  /** The names of the parameters that grant access. @default - none */
  readonly secret?: readonly string[];
  /** The names of the parameters that the service needs to deliver. @default - the secret ones */
  readonly requires?: (parameters: Destination['parameters']) => readonly string[];
  /** Whether the service requires a token that proves ownership. @default - never */
  readonly needsChallenge?: (parameters: Destination['parameters']) => boolean;
  /** Whether the query is one secret, whose parts belong together. @default false */
  readonly isQuerySecret?: true;
  /** The smallest `max_upload_bytes` besides 0. @default 5000000 */
  readonly leastUploadBytes?: number;
}

const ALWAYS = (): boolean => true;

/** The access keys of a store. The first only identifies the second, and grants no access by itself. */
export const KEY_PARAMETERS: readonly [id: string, secret: string] = ['access-key-id', 'secret-access-key'];

/** Parameters that begin with it become headers of the requests to a receiver. */
export const HEADER_PREFIX = 'header_';

/** The role that the service takes on to write to a stream. */
const ROLE = 'sts-assume-role-arn';

/** The schemes with public documentation (docs/internals/service.md 5.7): all that anything here knows of them. */
const SCHEMES: Readonly<Record<string, DestinationScheme>> = {
  s3: {
    example: 's3://bucket/logs?region=us-east-1',
    isStore: true,
    open: ['region', 'sse', 'endpoint'],
    secret: KEY_PARAMETERS,
    requires: (parameters) => ['region', ...(parameters.has('endpoint') ? KEY_PARAMETERS : [])],
    // S3-compatible stores set `endpoint`. Keys in the text prove ownership as well as a token does.
    needsChallenge: (parameters) =>
      !parameters.has('endpoint') && !KEY_PARAMETERS.every((name) => parameters.has(name)),
  },
  gs: { example: 'gs://bucket/logs', isStore: true, needsChallenge: ALWAYS },
  azure: {
    example: 'azure://container/logs?sv=…&sig=…',
    isStore: true,
    secret: ['sig'],
    needsChallenge: ALWAYS,
    isQuerySecret: true,
  },
  sumo: { example: 'sumo://endpoint.example.com/receiver/v1/http/token', needsChallenge: ALWAYS },
  r2: {
    example: 'r2://bucket/logs?account-id=…&access-key-id=…&secret-access-key=…',
    isStore: true,
    open: ['account-id'],
    secret: KEY_PARAMETERS,
    requires: () => ['account-id', ...KEY_PARAMETERS],
  },
  https: { example: 'https://logs.example.com/collect?header_Authorization=…' },
  splunk: {
    example: 'splunk://splunk.example.com/services/collector/raw?channel=…&header_Authorization=…',
    open: ['channel', 'insecure-skip-verify', 'sourcetype'],
    secret: ['header_Authorization'],
  },
  datadog: {
    example: 'datadog://intake.example.com/v1/input?header_DD-API-KEY=…',
    open: ['ddsource', 'ddtags', 'host', 'service'],
    secret: ['header_DD-API-KEY'],
  },
  bq: {
    example: 'bq://projects/project/datasets/dataset/tables/table?credentials=base64:…',
    isStore: true,
    secret: ['credentials'],
    // Jobs without them have been seen.
    requires: () => [],
  },
  kinesis: {
    example: 'kinesis://stream?region=us-east-1&sts-assume-role-arn=…',
    isStore: true,
    open: ['region', ROLE],
    secret: KEY_PARAMETERS,
    requires: (parameters) => {
      const hasKeys = KEY_PARAMETERS.some((name) => parameters.has(name));
      return ['region', ...(hasKeys ? KEY_PARAMETERS : [ROLE])];
    },
  },
  sentinelone: {
    example: 'sentinelone://ingest.example.com/services/collector/raw?sourcetype=…&header_Authorization=…',
    open: ['sourcetype'],
    secret: ['header_Authorization'],
  },
  ibmcl: {
    example: 'ibmcl://instance.ingress.us-south.logs.cloud.ibm.com/logs/v1/singles?ibm_api_key=…',
    secret: ['ibm_api_key'],
    leastUploadBytes: 2_000_000,
  },
};

export const DESTINATION_SCHEMES = Object.keys(SCHEMES);

/** The scheme of this name; undefined for one that is not known, of which the service decides. */
export function destinationScheme(name: string): DestinationScheme | undefined {
  return Object.hasOwn(SCHEMES, name) ? SCHEMES[name] : undefined;
}

/** Words, hosts and addresses without user information or a query. */
const OPEN_VALUE = /^[\w.:,/-]{0,253}$/;

/** Whether a parameter only locates a destination and grants no access. @param value decoded; empty if it is not known */
export function isOpenParameter(scheme: string, name: string, value: string): boolean {
  return (destinationScheme(scheme)?.open?.includes(name) ?? false) && OPEN_VALUE.test(value);
}

/** A parameter of a destination. */
interface Parameter {
  readonly name: string;
  readonly value: string;
  /** The value as it is written. */
  readonly raw: string;
}

/** The parameters of a destination in their order, decoded as those of a form; undefined if one cannot be. */
export function parametersIn(text: string): readonly Parameter[] | undefined {
  const decoded = (part: string): string => decodeURIComponent(part.replaceAll('+', ' '));
  const parts = (/\?([^#]*)/.exec(text)?.[1] ?? '').split('&').filter((part) => part !== '');
  try {
    return parts.map((part) => {
      const at = part.indexOf('=');
      const raw = part.slice(at + 1);
      return { name: decoded(at < 0 ? part : part.slice(0, at)), value: at < 0 ? '' : decoded(raw), raw };
    });
  } catch {
    return undefined;
  }
}

/** Parses a destination; undefined when the text is not one. */
export function parseDestination(text: string): Destination | undefined {
  const match = /^([a-z][a-z0-9+.-]*):\/\/(?:[^/?#@]*@)?([^/?#@\s]+)((?:\/[^?#\s]*)?)(?:\?[^#\s]*)?$/.exec(
    text,
  );
  if (match === null) return undefined;
  const [, scheme = '', host = '', path = ''] = match;
  const parameters = parametersIn(text)?.map(({ name, value }) => [name, value] as const);
  if (parameters === undefined) return undefined;
  return { scheme, host, path: path.replace(/^\/+|(?<!\/)\/+$/g, ''), parameters: new Map(parameters) };
}

/**
 * Whether the service requires a token that proves ownership of this destination (docs/internals/service.md 5.6). Undefined for
 * a text that is not a destination and for an unknown scheme: the service decides.
 */
export function needsOwnershipChallenge(text: string): boolean | undefined {
  const destination = parseDestination(text);
  if (destination === undefined) return undefined;
  const known = destinationScheme(destination.scheme);
  return known && (known.needsChallenge?.(destination.parameters) ?? false);
}

/** The names of required parameters that are missing or empty. */
export function missingParameters({ scheme, parameters }: Destination): readonly string[] {
  const { secret, requires = () => secret ?? [] } = destinationScheme(scheme) ?? {};
  const given = [...parameters].flatMap(([name, value]) => (value === '' ? [] : [headerCase(name)]));
  return requires(parameters).filter((name) => !given.includes(headerCase(name)));
}

/** The name of a parameter; names of headers may be in any case. */
function headerCase(name: string): string {
  return name.startsWith(HEADER_PREFIX) ? name.toLowerCase() : name;
}

/** The smallest `max_upload_bytes` besides 0. @param text of the destination; if it is not known, any may be meant */
export function leastUploadBytes(text: unknown): number {
  const scheme = typeof text === 'string' ? parseDestination(text)?.scheme : undefined;
  const known = destinationScheme(scheme ?? '');
  return Math.min(
    ...(known ? [known] : Object.values(SCHEMES)).map((one) => one.leastUploadBytes ?? 5_000_000),
  );
}

/** The longest destination (docs/internals/service.md 5.2). */
export const MAX_DESTINATION_LENGTH = 4096;

/**
 * Checks a `destination_conf`. The text may hold secrets, so messages show only its scheme. An unknown scheme passes:
 * the service decides.
 */
export function destinationForm(text: string): readonly Problem[] {
  if (text.length > MAX_DESTINATION_LENGTH)
    return oneProblem(
      'destination_too_long',
      `The destination has ${text.length} characters.`,
      `At most ${MAX_DESTINATION_LENGTH} are allowed.`,
    );
  const destination = parseDestination(text);
  if (destination === undefined)
    return oneProblem(
      'destination_malformed',
      'The destination is not a URL of the form <scheme>://<bucket or host>/<path>?<parameters>. ' +
        'Its text is not shown here, because it may hold secrets.',
      `${mended(text)} For example: ${SCHEMES['s3']?.example}`,
    );
  const { scheme, host } = destination;
  if (scheme === 'http' && !isLoopback(host.replace(/:\d+$/, '')))
    return oneProblem(
      'destination_insecure',
      'The destination has the scheme http, which sends logs unencrypted.',
      'Use https. Plain http is allowed only for receivers on loopback.',
    );
  const missing = missingParameters(destination);
  return [
    ...repeatedParameters(scheme, text).flatMap((name) =>
      oneProblem(
        'destination_parameter_repeated',
        `The ${scheme} destination has the parameter ${name} more than once.`,
        `Keep one of them. Several values of a header are one parameter: ${HEADER_PREFIX}Accept=a%2Cb.`,
      ),
    ),
    ...(missing.length === 0
      ? []
      : oneProblem(
          'destination_parameter_missing',
          `The ${scheme} destination has no value for ${missing.join(', ')}.`,
          `Add ${missing.map((name) => `${name}=…`).join('&')} to its parameters. For example: ` +
            exampleWith(scheme, missing),
        )),
  ];
}

/** What to write in the place of a text that is no destination. */
function mended(text: string): string {
  const scheme = /^[a-z][a-z0-9+.-]*(?=:\/\/)/i.exec(text)?.[0] ?? '';
  if (scheme !== scheme.toLowerCase()) return `Write the scheme in lower case: ${scheme.toLowerCase()}://….`;
  const at = text.search(/[\s\p{Cc}]/u);
  const blank = { ' ': 'a blank', '\n': 'a line break', '\r': 'a carriage return' }[text[at] ?? ''];
  if (at >= 0)
    return `Character ${at + 1} of ${text.length} is ${blank ?? 'a control character'}: remove it, or percent-encode it.`;
  if (text.includes('#')) return 'Remove the "#" and what follows it, or write it as %23.';
  return `The schemes are ${DESTINATION_SCHEMES.join(', ')}. Percent-encode spaces and reserved characters.`;
}

/** The parameters that the service itself reads, and finds more than once. Others are for the receiver. */
function repeatedParameters(name: string, text: string): readonly string[] {
  const { open = [], secret = [] } = destinationScheme(name) ?? {};
  const read = (parametersIn(text) ?? [])
    .map((one) => headerCase(one.name))
    .filter((one) => one.startsWith(HEADER_PREFIX) || [...open, ...secret].includes(one));
  return [...new Set(read.filter((one, index) => read.indexOf(one) < index))];
}

/** The example of the scheme, extended by the named parameters that it lacks. */
function exampleWith(scheme: string, names: readonly string[]): string {
  const example = destinationScheme(scheme)?.example ?? '';
  const more = names.filter((name) => !example.includes(`${name}=`)).map((name) => `&${name}=…`);
  return `${example}${more.join('')}`;
}
