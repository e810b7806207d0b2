import { HEADER_PREFIX, mayHoldSecrets, needsOwnershipChallenge } from '../../../schema';
import {
  decoded,
  secretsIn,
  type DestinationParts,
  type Parameter,
  type Piece,
  type Secret,
  type SplitDestination,
} from '../destination';
import { CallCode, Code, escaped, type TsValue, forEngine } from '../../text/typescript-code';

/** The code of a destination, and the secrets whose variables it uses. */
export interface DestinationCode {
  readonly code: TsValue;
  readonly secrets: readonly Secret[];
}

/**
 * A destination by the builder of `LogDestination` for its scheme, if that makes exactly the text of the service; else by
 * its text.
 */
export function destinationCode(destination: SplitDestination): DestinationCode {
  const built = destination.parts && BUILDERS[destination.scheme]?.(destination.parts);
  if (built) return { code: built, secrets: secretsIn(destination.pieces) };
  const { pieces } = destination;
  const text = pieces.map((piece) => (typeof piece === 'string' ? piece : (piece.value ?? ''))).join('');
  const secrets = secretsIn(pieces);
  const facts = {
    // The service had its proof when the job was created.
    ...(needsOwnershipChallenge(text) === true ? { needsChallenge: false } : {}),
    // What the engine would take for a template may hold anything.
    ...(secrets.length === 0 && (mayHoldSecrets(text) || forEngine(text) !== text)
      ? { holdsSecrets: false }
      : {}),
  };
  // In the text of a destination the engine encodes the value; a builder does so itself.
  const args = [
    pieceCode(pieces, ({ encoded }) => (encoded ? SECRET_IN_URL : SECRET)),
    ...(Object.keys(facts).length > 0 ? [facts] : []),
  ];
  return { code: new CallCode('LogDestination.of', args), secrets };
}

type Builder = (parts: DestinationParts) => TsValue | undefined;

/** By scheme. Destinations that need a proof of ownership have no builder that does without a challenge. */
const BUILDERS: Readonly<Record<string, Builder>> = {
  s3: (parts) =>
    store('s3', parts, { region: 'region', sse: 'encryption', ...KEYS }, ['sse']) ??
    store('s3Compatible', parts, { endpoint: 'endpoint', region: 'region', ...KEYS }),
  r2: (parts) => store('r2', parts, { 'account-id': 'accountId', ...KEYS }),
  https: ({ host, path, parameters }) => {
    const headers = parameters.map(
      ({ name, value }) => [name.slice(HEADER_PREFIX.length), decodedCode(value)] as const,
    );
    const isPlain =
      parameters.every(({ name }) => name.startsWith(HEADER_PREFIX)) &&
      new Set(headers.map(([name]) => name)).size === headers.length;
    if (!isPlain || headers.some(([, value]) => value === undefined)) return undefined;
    return call('https', {
      host: forEngine(host),
      path: pathCode(path),
      headers: Object.fromEntries(headers),
    });
  },
  splunk: ({ host, path, parameters }) => {
    const names = ['channel', 'insecure-skip-verify', 'sourcetype', 'header_Authorization'];
    const values = valuesOf(parameters, names, ['sourcetype']);
    const [word, token] = parameters.at(-1)?.value ?? [];
    const skip = values?.['insecure-skip-verify'];
    if (!values || word !== 'Splunk%20' || typeof token !== 'object' || path.length === 0) return undefined;
    if (skip !== 'true' && skip !== 'false') return undefined;
    return call('splunk', {
      host: forEngine(host),
      path: path[0] === '/services/collector/raw' ? undefined : pathCode(path),
      channel: values['channel'],
      token: pieceCode([token]),
      sourceType: values['sourcetype'],
      insecureSkipVerify: skip === 'true' ? true : undefined,
    });
  },
  datadog: ({ host, path, parameters }) => {
    const values = valuesOf(parameters, ['header_DD-API-KEY', 'ddtags'], ['ddtags']);
    const tags = tagsIn(parameters.find(({ name }) => name === 'ddtags'));
    if (!values || tags === 'none' || path.length === 0) return undefined;
    return call('datadog', {
      host: forEngine(host),
      path: path[0] === '/api/v2/logs' ? undefined : pathCode(path),
      apiKey: values['header_DD-API-KEY'],
      tags,
    });
  },
};

const KEYS = { 'access-key-id': 'accessKeyId', 'secret-access-key': 'secretAccessKey' };

function store(
  method: string,
  { host, path, parameters }: DestinationParts,
  props: Readonly<Record<string, string>>,
  optional: readonly string[] = [],
): TsValue | undefined {
  const values = valuesOf(parameters, Object.keys(props), optional);
  // A builder leaves out one slash.
  if (!values || path.join('').startsWith('//')) return undefined;
  const named = Object.entries(values).map(([name, value]) => [props[name] ?? name, value]);
  return call(method, { bucket: forEngine(host), path: pathCode(path), ...Object.fromEntries(named) });
}

function call(method: string, props: { readonly [name: string]: TsValue | undefined }): TsValue {
  return new CallCode(`LogDestination.${method}`, [props]);
}

/** The parameters' values, if they are exactly these, in the order in which the builder writes them. */
function valuesOf(
  parameters: readonly Parameter[],
  names: readonly string[],
  optional: readonly string[],
): Readonly<Record<string, TsValue>> | undefined {
  const there = new Set(parameters.map(({ name }) => name));
  const expected = names.filter((name) => there.has(name) || !optional.includes(name));
  if (expected.join('&') !== parameters.map(({ name }) => name).join('&')) return undefined;
  const values = parameters.map(({ name, value }) => [name, decodedCode(value)] as const);
  if (values.some(([, value]) => value === undefined)) return undefined;
  return Object.fromEntries(values) as Readonly<Record<string, TsValue>>;
}

/** The value that a builder encodes to exactly this; undefined if there is none. */
function decodedCode(pieces: readonly Piece[]): TsValue | undefined {
  const plain: Piece[] = [];
  for (const piece of pieces) {
    if (typeof piece === 'string') {
      const text = decoded(piece);
      if (text === undefined || encodeURIComponent(text) !== piece) return undefined;
      plain.push(text);
    } else if (piece.encoded) plain.push(piece);
    else return undefined;
  }
  return plain[0] === '' ? undefined : pieceCode(plain);
}

/** Tags as an object; `none` if there is none that means exactly this text. */
function tagsIn(parameter: Parameter | undefined): Readonly<Record<string, string>> | 'none' | undefined {
  if (parameter === undefined) return undefined;
  const [raw] = parameter.value;
  const text = typeof raw === 'string' ? decoded(raw) : undefined;
  const tags = text?.split(',').map((tag) => tag.split(/:(.*)/s));
  if (!tags || tags.some(([name, value]) => !name || !value)) return 'none';
  const named = Object.fromEntries(tags) as Record<string, string>;
  if (Object.keys(named).join() !== tags.map(([name]) => name).join()) return 'none';
  return named;
}

function pathCode([first, ...more]: readonly Piece[]): TsValue | undefined {
  if (typeof first !== 'string') return undefined;
  return pieceCode([first.slice(1), ...more].filter((piece) => piece !== '' || more.length === 0));
}

/** The functions that give secrets. */
const SECRET = 'Secret.variable';
const SECRET_IN_URL = 'Secret.variableInUrl';

/**
 * A text with its secrets: a literal, a call for a secret, or a template literal of both.
 *
 * @param callOf the function that returns a secret's value
 */
function pieceCode(pieces: readonly Piece[], callOf: (secret: Secret) => string = () => SECRET): TsValue {
  const [only, ...more] = pieces;
  if (only !== undefined && more.length === 0)
    return typeof only === 'string'
      ? forEngine(only)
      : new CallCode(callOf(only), [new Code('stack'), only.variable, only.description]);
  const text = pieces.map((piece) =>
    typeof piece === 'string'
      ? escaped(forEngine(piece)).replace(/`|\$(?=\{)/g, '\\$&')
      : `\${${callOf(piece)}(stack, "${piece.variable}", "${piece.description}")}`,
  );
  return new Code(`\`${text.join('')}\``);
}
