import { isKnown, isUnknown, providerSchema, type Problem } from '../schema';
import { credentialFaults, parseBaseUrl } from './api';
import { configure, credentialsIn, isProblems } from './configure';
import { logpushJobHealth } from './data-sources/logpush-job-health';
import { logpushJobs } from './data-sources/logpush-jobs';
import { managedRulesCompatibility } from './data-sources/managed-rules-compatibility';
import { managedRulesConfiguration } from './data-sources/managed-rules-configuration';
import { managedRulesStatus } from './data-sources/managed-rules-status';
import { managedRulesets } from './data-sources/managed-rulesets';
import { rulesets } from './data-sources/rulesets';
import { logpushOwnershipChallenge } from './ephemeral/logpush-ownership-challenge';
import { defineProvider, type AnyProvider } from './sdk/framework';
import { coreRuleSetSettings } from './functions/core-rule-set-settings';
import { knownJobIds } from './functions/known-job-ids';
import { logpullOptions } from './functions/logpull-options';
import { parseLogpullOptions } from './functions/parse-logpull-options';
import type { Configured } from './resources/configured';
import { goesWithZone } from './resources/gone-zone';
import { listResources } from './resources/list-resources';
import { logCustomFields } from './resources/log-custom-fields';
import { logpushJob } from './resources/logpush-job';
import { managedRules } from './resources/managed-rules';
import { managedRulesMigration } from './resources/migration';

type Schema = typeof providerSchema;
type Environment = Readonly<Record<string, string | undefined>>;

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
    resources: [
      goesWithZone(logCustomFields, { ruleset_id: null }),
      goesWithZone(logpushJob, { job_id: null }),
      goesWithZone(managedRules, { ruleset_id: null }),
      goesWithZone(managedRulesMigration, {
        ...{ migration_state: null, step: null, irreversible: false, deleted_uri_overrides: [] },
      }),
    ],
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
    functions: [logpullOptions, parseLogpullOptions, coreRuleSetSettings, knownJobIds],

    validate(config, diagnostics) {
      if (isKnown(config.base_url)) diagnostics.errors(baseUrlProblems(config.base_url));
      diagnostics.errors(credentialFaults(credentialsIn(config)));
    },

    configure({ config, engineVersion, diagnostics, log }) {
      if (Object.values(config).some(isUnknown)) return undefined;
      const { environment, folder, version, redact } = options;
      const userAgent = `zonewright/${version} engine/${engineVersion}`;
      const configured = configure(config, { environment, folder, userAgent, log, redact });
      if (!isProblems(configured)) return configured;
      diagnostics.errors(configured);
      return undefined;
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

function baseUrlProblems(text: string): readonly Problem[] {
  const url = parseBaseUrl(text);
  return url instanceof URL ? [] : [url];
}
