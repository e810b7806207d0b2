import {
  isIrreversible,
  KIND_MANAGED,
  logpushJobHealthSchema,
  logpushJobsSchema,
  managedRulesCompatibilitySchema,
  managedRulesConfigurationSchema,
  managedRulesetsSchema,
  managedRulesStatusSchema,
  nearest,
  oneProblem,
  rulesetsSchema,
  shownDestination,
  zonesSchema,
  type Problem,
} from '../schema';
import {
  findZones,
  inventoryOperations,
  type LogpushJob,
  type Rule,
  type Ruleset,
  type RulesetSummary,
} from './api';
import type { Configured } from './resources/configured';
import { isZoneGone } from './resources/zone-resource';
import {
  findLosses,
  findObstacles,
  readConfiguration,
  shownLosses,
} from './resources/migration/previous-waf';
import { readStatus, type Status } from './resources/migration/status';
import { savedRules } from './resources/rules/rule';
import { telling } from './resources/service-messages';
import { defineDataSource, type AnyDataSource } from './sdk/framework';

/** The rulesets of a zone (docs/internals/service.md 3.3), narrowed down by kind and phase where the user says so. */
const rulesets = defineDataSource<typeof rulesetsSchema, Configured>({
  schema: rulesetsSchema,

  async read({ client, config, signal }) {
    const all = await client.reads.listRulesets(config.zone_id, { signal });
    return {
      ...config,
      rulesets: all
        .filter(({ kind }) => config.kind === null || kind === config.kind)
        .filter(({ phase }) => config.phase === null || phase === config.phase)
        .map(({ id, name, description, kind, phase, version, last_updated }) => ({
          ...{ id, name, description, kind, phase, version, last_updated },
        })),
    };
  },
});

/** The managed rulesets that a zone can execute, with their rules (docs/internals/service.md 3.3, 6.4). */
const managedRulesets = defineDataSource<typeof managedRulesetsSchema, Configured>({
  schema: managedRulesetsSchema,

  async read({ client, config, diagnostics, signal }) {
    const { zone_id: zoneId, ids, names, phase } = config;
    const listed = (await client.reads.listRulesets(zoneId, { signal }))
      .filter(({ kind }) => kind === KIND_MANAGED)
      .filter((ruleset) => phase === null || ruleset.phase === phase);
    diagnostics.errors([...missing('ids', 'id', ids, listed), ...missing('names', 'name', names, listed)]);
    if (diagnostics.hasError) return undefined;
    const isAll = ids === null && names === null;
    const asked = listed.filter(({ id, name }) => isAll || ids?.includes(id) || names?.includes(name));
    const found = await Promise.all(asked.map(({ id }) => client.reads.getRuleset(zoneId, id, { signal })));
    return {
      ...config,
      rulesets: Object.fromEntries(found.map((ruleset) => [ruleset.id, described(ruleset)])),
    };
  },
});

function described({ name, description, phase, version, last_updated, rules }: Ruleset) {
  const categories = new Set(rules.flatMap((rule) => rule.categories ?? []));
  return {
    ...{ name, description, phase, version, last_updated },
    categories: [...categories].sort(),
    rules: Object.fromEntries(rules.map((rule) => [rule.id, describedRule(rule)])),
  };
}

function describedRule({ description, action, enabled, categories, score_threshold }: Rule) {
  return {
    name: description,
    action,
    enabled,
    categories: categories ?? [],
    score_threshold: score_threshold ?? null,
  };
}

/** A problem for each id or name that was asked for and that no ruleset in the list has. */
function missing(
  attribute: 'ids' | 'names',
  member: 'id' | 'name',
  asked: readonly string[] | null,
  listed: readonly RulesetSummary[],
): readonly Problem[] {
  const there = listed.map((ruleset) => ruleset[member]);
  return (asked ?? [])
    .filter((one) => !there.includes(one))
    .flatMap((one) => {
      const meant = nearest(one, there);
      return oneProblem(
        'managed_ruleset_not_found',
        `The zone can execute no managed ruleset with the ${member} ${JSON.stringify(one)}.`,
        (meant === undefined ? '' : `The nearest is ${JSON.stringify(meant)}. `) +
          (listed.length === 0
            ? 'The service lists no managed ruleset for it.'
            : `It can execute: ${listed.map(({ id, name }) => `${name} (${id})`).join(', ')}.`) +
          ' What there is depends on the subscription of the zone, and on phase if that is set.',
        [attribute],
      );
    });
}

/** The ids of zones by name (docs/internals/service.md 9.1). */
const zones = defineDataSource<typeof zonesSchema, Configured>({
  schema: zonesSchema,

  async read({ client, config, diagnostics, signal }) {
    const { names } = config;
    const inventory = inventoryOperations(client.api);
    // An id is no answer to itself.
    const { byWanted, failures } = await findZones(names, { inventory }, signal, () => false);
    diagnostics.errors(failures.map(({ problem }) => ({ ...problem, path: ['names'] })));
    if (diagnostics.hasError) return undefined;
    return { names, ids: Object.fromEntries([...byWanted].map(([name, { id }]) => [name, id])) };
  },
});

/** The log push jobs of a zone (docs/internals/service.md 5.2). */
const logpushJobs = defineDataSource<typeof logpushJobsSchema, Configured>({
  schema: logpushJobsSchema,

  async read({ client, config, signal }) {
    const { zone_id: zoneId } = config;
    // The list that the jobs of the zone are read from, so it costs no request of its own.
    const answered = await client.reads.listLogpushJobs(zoneId, { signal });
    const jobs = answered.map((job) => ({
      job_id: job.id,
      import_id: `${zoneId}/${job.id}`,
      ...{ name: job.name, dataset: job.dataset, kind: job.kind, enabled: job.enabled },
      destination: shownDestination(job.destination_conf),
      ...deliveries(job),
    }));
    return { ...config, jobs: jobs.sort((a, b) => a.job_id - b.job_id) };
  },
});

/** How the deliveries of a log push job go (docs/internals/service.md 5.2). */
const logpushJobHealth = defineDataSource<typeof logpushJobHealthSchema, Configured>({
  schema: logpushJobHealthSchema,

  async read({ client, config, signal, diagnostics }) {
    const { zone_id: zoneId, job_id: jobId } = config;
    const job = await client.reads.getLogpushJob(zoneId, jobId, { signal });
    if (!job)
      return void diagnostics.error({
        path: ['job_id'],
        message: `Zone ${zoneId} has no log push job ${jobId}.`,
        hint:
          'It may have been deleted. Take the number from the resource (zone_logpush_job.NAME.job_id): then a deleted job ' +
          'is planned again, and its health is read after its creation.',
      });
    return {
      zone_id: zoneId,
      job_id: jobId,
      enabled: job.enabled,
      healthy: job.last_error === '' && job.error_message === '',
      ...deliveries(job),
    };
  },
});

function deliveries({ last_complete, last_error, error_message }: LogpushJob) {
  return { last_complete: last_complete || null, last_error: last_error || null, error_message };
}

/** A gate reads other zones: one that was deleted holds nothing back. */
const GONE = {
  migration_state: 'gone',
  reported_state: null,
  old_waf_status: null,
  new_waf_status: null,
  source: null,
  created: null,
};

/** The status of the migration of a zone (docs/internals/service.md 7.5). An unknown state is an error, never a guess. */
const managedRulesStatus = defineDataSource<typeof managedRulesStatusSchema, Configured>({
  schema: managedRulesStatusSchema,

  async read({ client, config: { zone_id: zoneId }, signal }) {
    let status: Status;
    try {
      status = await readStatus(client.reads, zoneId, signal);
    } catch (error) {
      if (await isZoneGone(client, zoneId, signal, error)) return { ...GONE, zone_id: zoneId };
      throw error;
    }
    const { state, word, oldStatus, newStatus, source, created } = status;
    return {
      zone_id: zoneId,
      migration_state: state,
      reported_state: word,
      old_waf_status: oldStatus,
      new_waf_status: newStatus,
      source,
      created,
    };
  },
});

/** The generated configuration (docs/internals/service.md 7.4). That the service refuses to make one is an answer, not an error. */
const managedRulesConfiguration = defineDataSource<typeof managedRulesConfigurationSchema, Configured>({
  schema: managedRulesConfigurationSchema,

  async read({ client, config: { zone_id: zoneId }, signal }) {
    const found = await readConfiguration(client.reads, zoneId, signal);
    if (!found.available)
      return {
        zone_id: zoneId,
        available: false,
        unavailable_because: found.because,
        name: null,
        rules: [],
        not_carried_over: null,
        losses_unknown_because: null,
      };
    return {
      zone_id: zoneId,
      available: true,
      unavailable_because: null,
      name: found.name,
      rules: savedRules(found.rules),
      ...shownLosses(await findLosses(client.reads, zoneId, signal)),
    };
  },
});

/** Whether a zone can migrate (docs/internals/service.md 7.4). What is in the way is looked for only when something is. */
const managedRulesCompatibility = defineDataSource<typeof managedRulesCompatibilitySchema, Configured>({
  schema: managedRulesCompatibilitySchema,

  async read({ client: { reads: api }, config: { zone_id: zoneId }, signal }) {
    const { state } = await readStatus(api, zoneId, signal);
    // The check is requested only while its answer matters. After the end of a migration, the service refuses it for some
    // zones (docs/internals/service.md 7.4), and a condition that held before the migration must continue to hold: nothing
    // is in the way then.
    const compatible = isIrreversible(state) || (await api.checkCompatibility(zoneId, { signal })).compatible;
    return {
      zone_id: zoneId,
      compatible,
      migration_state: state,
      obstacles: compatible ? [] : await findObstacles(api, zoneId, signal),
    };
  },
});

/** All data sources. Their calls tell what the service has said meanwhile. */
export const dataSources: readonly AnyDataSource<Configured>[] = [
  rulesets,
  zones,
  logpushJobHealth,
  logpushJobs,
  managedRulesCompatibility,
  managedRulesConfiguration,
  managedRulesStatus,
  managedRulesets,
].map((source: AnyDataSource<Configured>) => ({
  ...source,
  read: (call) => telling(call, 'plan', () => source.read(call)),
}));
