import { randomBytes } from 'node:crypto';
import {
  isKnown,
  MAX_CUSTOM_FIELDS,
  type ConfigAtPlan,
  type Explanation,
  type providerSchema,
  NUMBER_SETTINGS,
  PROOF,
  type RequestSetting,
} from '../schema';
import {
  DOCTOR,
  keepCertificatesChecked,
  type ClientOptions,
  createClients,
  parseBaseUrl,
  resolveCredentials,
  systemTime,
} from './api';
import { openRecords } from './records/creation-records';
import type { Configured } from './resources/configured';
import { Proofs } from './resources/proofs';
import { RunState } from './resources/run-state';
import { ServiceMessages } from './resources/service-messages';
import type { Log } from './sdk/text';

type Name = keyof typeof NUMBER_SETTINGS;

/** Settings of requests and of a run. In the configuration, undefined and null mean unset. */
type RequestSettings = { readonly [name in Name]?: number };

const NAMES = Object.keys(NUMBER_SETTINGS) as readonly Name[];

/**
 * Reads the settings of requests from the configuration, else from the environment. An empty variable counts as unset.
 *
 * @returns the settings, or a problem for each variable that is not a whole number in its range
 */
export function resolveRequestSettings(
  config: { readonly [name in Name]: unknown },
  environment: Readonly<Record<string, string | undefined>>,
): RequestSettings | readonly Explanation[] {
  const problems: Explanation[] = [];
  const settings: { [name in Name]?: number } = {};
  for (const name of NAMES) {
    const set = config[name];
    const text = environment[NUMBER_SETTINGS[name].variable];
    if (isKnown(set) && typeof set === 'number') settings[name] = set;
    else if (text !== undefined && text !== '') {
      const read = readWhole(text, NUMBER_SETTINGS[name]);
      if (read === undefined) problems.push(notInRange(text, name));
      else settings[name] = read;
    }
  }
  return problems.length > 0 ? problems : settings;
}

function readWhole(text: string, { least, most }: RequestSetting): number | undefined {
  const value = /^\d{1,9}$/.test(text.trim()) ? Number(text) : NaN;
  return value >= least && value <= most ? value : undefined;
}

function notInRange(text: string, name: Name): Explanation {
  const { variable, least, most } = NUMBER_SETTINGS[name];
  return {
    message: `The environment variable ${variable} is ${JSON.stringify(text.slice(0, 40))}.`,
    hint: `Allowed: a whole number from ${least} to ${most}. Correct or unset it, or set ${name} in the provider block, which wins.`,
  };
}

/** The provider's configuration; undefined and null mean unset. */
export type ProviderConfig = ConfigAtPlan<typeof providerSchema>;

export interface ConfigureOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The root module. */
  readonly folder: string;
  /** Names this client to the service. */
  readonly userAgent: string;
  readonly log: Log;
  /** Told every secret before it is used, so that no log line shows it. @default nobody is told */
  readonly redact?: (secret: string) => void;
  /** Called for each request that is sent, also when one is sent again. @default nothing is called */
  readonly onRequest?: () => void;
  /** Called for each answer. @default nothing is called */
  readonly onAnswer?: ClientOptions['onAnswer'];
  /** Told what is not as the environment asks for it. */
  readonly warn: (warning: Explanation) => void;
}

const BASE_URL_VARIABLE = 'ZONEWRIGHT_BASE_URL';

/** With `on`, address and credentials are those of the environment alone, whatever the configuration has. */
const ENVIRONMENT_ONLY_VARIABLE = 'ZONEWRIGHT_ENVIRONMENT_ONLY';

const FROM_ENVIRONMENT = { base_url: null, api_token: null, email: null, api_key: null } as const;

/**
 * Makes what every resource works with, from a configuration that is wholly known and the environment.
 *
 * @returns all problems, if there are any
 */
export function configure(
  given: ProviderConfig,
  { environment, folder, userAgent, log, redact, onRequest, onAnswer, warn }: ConfigureOptions,
): Configured | readonly Explanation[] {
  const config = environment[ENVIRONMENT_ONLY_VARIABLE] === 'on' ? { ...given, ...FROM_ENVIRONMENT } : given;
  const baseUrl = findBaseUrl(config, environment);
  const credentials = resolveCredentials({ config: credentialsIn(config), environment });
  const settings = resolveRequestSettings(config, environment);
  const proof = resolveProof(config, environment);
  const problems = [
    ...(baseUrl instanceof URL ? [] : [namingDoctor(baseUrl)]),
    ...(isProblems(credentials) ? credentials.map(namingDoctor) : []),
    ...(isProblems(settings) ? settings : []),
    ...(typeof proof === 'string' ? [] : [proof]),
  ];
  if (
    !(baseUrl instanceof URL) ||
    isProblems(credentials) ||
    isProblems(settings) ||
    typeof proof !== 'string'
  )
    return problems;
  const secret = credentials.scheme === 'token' ? credentials.token : credentials.key;
  redact?.(secret);
  const ignored = baseUrl.protocol === 'https:' ? keepCertificatesChecked(environment) : undefined;
  if (ignored) warn(ignored);
  const messages = new ServiceMessages(systemTime.now);
  const clients = createClients({
    baseUrl,
    baseUrlSource: isKnown(config.base_url)
      ? 'the provider configuration'
      : `the environment variable ${BASE_URL_VARIABLE}`,
    credentials,
    environment,
    log,
    ...(onRequest && { onRequest }),
    ...(onAnswer && { onAnswer }),
    onMessage: messages.note,
    onWait: messages.noteWait,
    longestWaitMs: messages.longestWaitMs,
    userAgent,
    ...optionsOf(settings),
  });
  const creationRecords = openRecords({
    service: baseUrl.href,
    folder,
    environment,
    time: systemTime,
    log,
  });
  return {
    ...clients,
    service: baseUrl.href.replace(/\/$/, ''),
    maxCustomFields: numberOr(config.max_custom_fields, MAX_CUSTOM_FIELDS),
    requiresApproval: config.require_approval === true,
    maxFailedMigrations: settings.max_failed_migrations,
    messages,
    proofs: new Proofs({
      isOn: proof === 'on',
      api: clients.reads,
      time: systemTime,
    }),
    runState: new RunState(),
    newToken: () => randomBytes(12).toString('hex'),
    creationRecords,
    time: systemTime,
    folder,
  };
}

/** Whether plans are proven: by the configuration, else the environment, else not. */
function resolveProof(
  { proof }: ProviderConfig,
  environment: ConfigureOptions['environment'],
): (typeof PROOF.words)[number] | Explanation {
  const text = isKnown(proof) && proof !== null ? proof : environment[PROOF.variable] || 'off';
  const word = PROOF.words.find((each) => each === text);
  return (
    word ?? {
      message: `The environment variable ${PROOF.variable} is ${JSON.stringify(text.slice(0, 40))}.`,
      hint: `Allowed: ${PROOF.words.join(' or ')}. Correct or unset it, or set proof in the provider block, which wins.`,
    }
  );
}

function findBaseUrl(
  config: ProviderConfig,
  environment: ConfigureOptions['environment'],
): URL | Explanation {
  const text = isKnown(config.base_url) ? config.base_url : environment[BASE_URL_VARIABLE];
  if (text !== undefined && text !== '') return parseBaseUrl(text);
  return {
    path: ['base_url'],
    message: 'Neither the configuration nor the environment gives the base URL of the zone service.',
    hint:
      'Set base_url in the provider block or ZONEWRIGHT_BASE_URL in the environment. It includes the version prefix, ' +
      'such as https://api.example.com/client/v4. For the emulator, run `npx zonewright emulator`.',
  };
}

/** The credentials of a configuration, as far as they are known. */
export function credentialsIn({
  api_token,
  email,
  api_key,
}: ProviderConfig): Record<'api_token' | 'email' | 'api_key', string | null> {
  const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
  return { api_token: text(api_token), email: text(email), api_key: text(api_key) };
}

function optionsOf(settings: RequestSettings): Partial<Parameters<typeof createClients>[0]> {
  const { request_timeout: seconds, max_retries: maxRetries, max_requests_per_second: perSecond } = settings;
  return {
    ...(seconds === undefined ? {} : { requestTimeoutMs: seconds * 1000 }),
    ...(maxRetries === undefined ? {} : { maxRetries }),
    ...(perSecond === undefined ? {} : { pacing: { minIntervalMs: 1000 / perSecond } }),
  };
}

function numberOr(value: ProviderConfig['max_custom_fields'], fallback: number): number {
  return isKnown(value) ? value : fallback;
}

/** A problem of the address or the credentials, with the command that checks them. */
export function namingDoctor(problem: Explanation): Explanation {
  return { ...problem, hint: `${problem.hint}${DOCTOR}` };
}

/** Whether something was refused. */
export function isProblems<T>(found: T | readonly Explanation[]): found is readonly Explanation[] {
  return Array.isArray(found);
}
