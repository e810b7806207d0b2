import { randomBytes } from 'node:crypto';
import {
  isKnown,
  isUnknown,
  MAX_CUSTOM_FIELDS,
  providerSchema,
  type ConfigAtPlan,
  type Problem,
} from '../schema';
import { createClients, credentialFaults, parseBaseUrl, resolveCredentials, systemTime } from './api';
import { openRecords } from './records/open-records';
import { logpushJobHealth } from './data-sources/logpush-job-health';
import { logpushJobs } from './data-sources/logpush-jobs';
import { managedRulesCompatibility } from './data-sources/managed-rules-compatibility';
import { managedRulesConfiguration } from './data-sources/managed-rules-configuration';
import { managedRulesStatus } from './data-sources/managed-rules-status';
import { managedRulesets } from './data-sources/managed-rulesets';
import { rulesets } from './data-sources/rulesets';
import { logpushOwnershipChallenge } from './ephemeral/logpush-ownership-challenge';
import { defineProvider, type AnyProvider, type ConfigureCall } from './framework';
import { coreRuleSetSettings } from './functions/core-rule-set-settings';
import { logpullOptions } from './functions/logpull-options';
import { parseLogpullOptions } from './functions/parse-logpull-options';
import type { Configured } from './resources/configured';
import { resolveRequestSettings, type RequestSettings } from './request-settings';
import { listResources } from './resources/list-resources';
import { logCustomFields } from './resources/log-custom-fields';
import { logpushJob } from './resources/logpush-job';
import { DatasetFields } from './resources/logpush-job/dataset-fields';
import { managedRules } from './resources/managed-rules';
import { managedRulesMigration } from './resources/migration';
import { RunState } from './resources/run-state';
import { sharedRequestCount } from './shared-request-count';
import { secretForms } from './text';

type Schema = typeof providerSchema;
type Config = ConfigAtPlan<Schema>;
type Environment = Readonly<Record<string, string | undefined>>;

const BASE_URL_VARIABLE = 'ZONEWRIGHT_BASE_URL';

/** What the provider takes from the process that it runs in. */
export interface ZoneProviderOptions {
  readonly environment: Environment;
  /** The folder that the engine runs in: the root module. */
  readonly folder: string;
  /** The provider's own version, told to the service as the user agent. */
  readonly version: string;
  /** Told every secret before it is used, so that no log line shows it. */
  readonly redact: (secret: string) => void;
}

/** The provider `zonewright/zone`. */
export function createZoneProvider(options: ZoneProviderOptions): AnyProvider<Configured> {
  return defineProvider<Schema, Configured>({
    schema: providerSchema,
    resources: [logCustomFields, logpushJob, managedRules, managedRulesMigration],
    dataSources: [
      rulesets,
      logpushJobHealth,
      logpushJobs,
      managedRulesCompatibility,
      managedRulesConfiguration,
      managedRulesStatus,
      managedRulesets,
    ],
    ephemerals: [logpushOwnershipChallenge],
    listResources,
    functions: [logpullOptions, parseLogpullOptions, coreRuleSetSettings],

    validate(config, diagnostics) {
      if (isKnown(config.base_url)) diagnostics.errors(baseUrlProblems(config.base_url));
      diagnostics.errors(credentialFaults(credentialsIn(config)));
    },

    configure(call) {
      return configure(call, options);
    },

    close({ api, creationRecords, adjustmentRecords }, { isStopped }) {
      // A debugged process gets a new client for each command.
      api.release();
      // What a run that was stopped has told the engine is not certainly stored.
      if (isStopped) return;
      creationRecords.close();
      adjustmentRecords.close();
    },
  });
}

function configure(
  { config, engineVersion, diagnostics, log }: ConfigureCall<Schema>,
  { environment, folder, version, redact }: ZoneProviderOptions,
): Configured | undefined {
  if (Object.values(config).some(isUnknown)) return undefined;
  const baseUrl = findBaseUrl(config, environment);
  const credentials = resolveCredentials({ config: credentialsIn(config), environment });
  if (!(baseUrl instanceof URL)) diagnostics.error(baseUrl);
  if (isProblems(credentials)) diagnostics.errors(credentials);
  const settings = resolveRequestSettings(config, environment);
  if (isProblems(settings)) diagnostics.errors(settings);
  if (!(baseUrl instanceof URL) || isProblems(credentials) || isProblems(settings)) return undefined;
  secretForms(credentials.scheme === 'token' ? credentials.token : credentials.key).forEach(redact);
  const clients = createClients({
    baseUrl,
    baseUrlSource: isKnown(config.base_url)
      ? 'the provider configuration'
      : `the environment variable ${BASE_URL_VARIABLE}`,
    credentials,
    environment,
    log,
    userAgent: `zonewright/${version} engine/${engineVersion}`,
    // Whoever says how fast knows the service better than its published limit does.
    ...(settings.max_requests_per_second === undefined
      ? { count: sharedRequestCount({ baseUrl, credentials, environment, log }) }
      : {}),
    ...optionsOf(settings),
  });
  const records = openRecords({ service: baseUrl.href, folder, environment, time: systemTime, log });
  return {
    ...clients,
    maxCustomFields: numberOr(config.max_custom_fields, MAX_CUSTOM_FIELDS),
    runState: new RunState(),
    newToken: () => randomBytes(12).toString('hex'),
    creationRecords: records.creations,
    adjustmentRecords: records.adjustments,
    time: systemTime,
    datasetFields: new DatasetFields(clients.api),
    folder,
    environment,
  };
}

function findBaseUrl(config: Config, environment: Environment): URL | Problem {
  const text = isKnown(config.base_url) ? config.base_url : environment[BASE_URL_VARIABLE];
  if (text !== undefined && text !== '') return parseBaseUrl(text);
  return {
    code: 'base_url_missing',
    path: ['base_url'],
    message: 'Neither the configuration nor the environment gives the base URL of the zone service.',
    hint:
      'Set base_url in the provider block or ZONEWRIGHT_BASE_URL in the environment. It includes the version prefix, ' +
      'such as https://api.example.com/client/v4. For the emulator, run: zonewright emulator',
  };
}

function baseUrlProblems(text: string): readonly Problem[] {
  const url = parseBaseUrl(text);
  return url instanceof URL ? [] : [url];
}

function credentialsIn({
  api_token,
  email,
  api_key,
}: Config): Record<'api_token' | 'email' | 'api_key', string | null> {
  const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
  return { api_token: text(api_token), email: text(email), api_key: text(api_key) };
}

function optionsOf(settings: RequestSettings): Partial<Parameters<typeof createClients>[0]> {
  const { request_timeout: seconds, max_retries: maxRetries, max_requests_per_second: perSecond } = settings;
  return {
    ...(seconds === undefined ? {} : { requestTimeoutMs: seconds * 1000 }),
    ...(maxRetries === undefined ? {} : { maxRetries }),
    ...(perSecond === undefined ? {} : { pacing: { minIntervalMs: 1000 / perSecond, burst: 1 } }),
  };
}

function numberOr(value: Config['max_custom_fields'], fallback: number): number {
  return isKnown(value) ? value : fallback;
}

function isProblems<T>(found: T | readonly Problem[]): found is readonly Problem[] {
  return Array.isArray(found);
}
