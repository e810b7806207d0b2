/**
 * Distilled, a client by the authors of Alchemy, made for Effect. It decodes each answer by schemas of its own, which are made from the SDK and
 * mended where they met the service, and tells errors apart by their codes.
 */
import * as Credentials from '@distilled.cloud/cloudflare/Credentials';
import { Retry } from '@distilled.cloud/cloudflare';
import * as filters from '@distilled.cloud/cloudflare/filters';
import * as firewall from '@distilled.cloud/cloudflare/firewall';
import * as logpush from '@distilled.cloud/cloudflare/logpush';
import * as pageRules from '@distilled.cloud/cloudflare/page-rules';
import * as rulesets from '@distilled.cloud/cloudflare/rulesets';
import * as zones from '@distilled.cloud/cloudflare/zones';
import * as Effect from 'effect/Effect';
import * as Layer from 'effect/Layer';
import * as Stream from 'effect/Stream';
import * as FetchHttpClient from 'effect/unstable/http/FetchHttpClient';

import { BASE_URL, run, TOKEN, ZONE } from './steps.mjs';

const connection = Layer.mergeAll(
  FetchHttpClient.layer,
  Credentials.fromApiToken({ apiToken: TOKEN, apiBaseUrl: BASE_URL }),
);

const step = (name, effect, wanted) =>
  run(name, () => Effect.runPromise(effect().pipe(Retry.none, Effect.provide(connection))), wanted);

/** All items of a list, through its pages. */
const all = (list, request) => Stream.runCollect(list.items(request));

/** The tag of the error with which the service refuses the call. */
const refusal = (effect) =>
  effect.pipe(
    Effect.as('accepted'),
    Effect.catch((error) => Effect.succeed(error._tag)),
  );

const MANAGED_RULESET_ID = 'efb7b8c949ac4650a09736fc376e9aee';
const DESTINATION = 'https://logs.example/in?header_Authorization=secret';

await beforeTheZone();
const inZone = { zoneId: ZONE };
const executeRule = {
  action: 'execute',
  expression: 'true',
  actionParameters: { id: MANAGED_RULESET_ID, overrides: { action: 'log' } },
};
await livesOfRulesets('http_log_custom_fields', {
  action: 'log_custom_field',
  expression: 'true',
  actionParameters: { requestFields: [{ name: 'x-request-id' }] },
});
await livesOfRulesets('http_request_firewall_managed', executeRule);
await livesOfJobs('http_requests', 'RayID');
await previousRules();

async function beforeTheZone() {
  await step(
    'zones.getZone',
    () => zones.getZone({ zoneId: ZONE }),
    ({ name }) => name === 'example.com',
  );
  await step(
    'zones.listZones',
    () => all(zones.listZones, { perPage: 5 }),
    (listed) => [...listed].length === 3,
  );
  await step(
    'zones.listZones by name',
    () => all(zones.listZones, { name: 'example.com' }),
    (listed) => [...listed].length === 1,
  );
}

async function livesOfRulesets(phase, rule) {
  const call = (name, request, wanted) =>
    step(`rulesets.${name}ForZone ${phase}`, () => rulesets[`${name}ForZone`](request), wanted);
  const entryPoint = { ...inZone, rulesetPhase: phase };
  await step(
    `rulesets.getPhasForZone ${phase}, missing`,
    () => refusal(rulesets.getPhasForZone(entryPoint)),
    (tag) => tag === 'RulesetNotFound',
  );
  const made = await call('createRuleset', {
    ...inZone,
    kind: 'zone',
    name: 'default',
    phase,
    rules: [rule],
  });
  const ofRuleset = { ...inZone, rulesetId: made?.id ?? '0'.repeat(32) };
  await step(
    `rulesets.listRulesetsForZone ${phase}`,
    () => all(rulesets.listRulesetsForZone, inZone),
    (listed) => [...listed].some(({ id }) => id === made?.id),
  );
  await call('getRuleset', ofRuleset, ({ rules }) => rules.length === 1);
  await call(
    'updateRuleset',
    { ...ofRuleset, kind: 'zone', name: 'default', phase, description: 'updated', rules: [rule] },
    ({ description }) => description === 'updated',
  );
  await call('getPhas', entryPoint, ({ id }) => id === made?.id);
  const put = await call('putPhas', { ...entryPoint, rules: [rule] });
  const ofRule = { ...ofRuleset, ruleId: put?.rules[0]?.id ?? '0'.repeat(32) };
  // It sends the parameters of custom fields in a changed rule as an empty object, which the service refuses.
  const isPatched = phase !== 'http_log_custom_fields';
  if (isPatched)
    await call(
      'patchRule',
      { ...ofRule, ...rule, enabled: false },
      ({ rules }) => rules[0].enabled === false,
    );
  await step(
    `rulesets.listVersionsForZone ${phase}`,
    () => all(rulesets.listVersionsForZone, ofRuleset),
    (listed) => [...listed].length === (isPatched ? 4 : 3),
  );
  await call('deleteRule', ofRule);
  await call('deleteRuleset', ofRuleset);
}

async function livesOfJobs(dataset, field) {
  const call = (name, request, wanted) =>
    step(`logpush.${name}ForZone`, () => logpush[`${name}ForZone`](request), wanted);
  const made = await call('createJob', {
    ...inZone,
    name: 'clients',
    dataset,
    enabled: true,
    destinationConf: DESTINATION,
    outputOptions: { fieldNames: [field] },
  });
  const ofJob = { ...inZone, jobId: made?.id ?? 0 };
  await call('getJob', ofJob, ({ name }) => name === 'clients');
  await step(
    'logpush.listJobsForZone',
    () => all(logpush.listJobsForZone, inZone),
    (listed) => [...listed].length === 1,
  );
  await call('updateJob', { ...ofJob, enabled: false }, ({ enabled }) => enabled === false);
  await call('deleteJob', ofJob);
  await step(
    'logpush.getJobForZone, deleted',
    () => refusal(logpush.getJobForZone(ofJob)),
    (tag) => tag === 'JobNotFound',
  );
  await call('getDatasetField', { ...inZone, datasetId: dataset });
  await call('createOwnership', { ...inZone, destinationConf: 's3://logs/node?region=eu-central-1' });
  await call('destinationValidate', { ...inZone, destinationConf: DESTINATION }, ({ valid }) => valid);
}

async function previousRules() {
  const packages = await step('firewall.listWafPackages', () =>
    all(firewall.listWafPackages, { zoneId: ZONE }),
  );
  const ofPackage = { zoneId: ZONE, packageId: [...(packages ?? [])][0]?.id ?? '0'.repeat(32) };
  await step('firewall.listWafPackageGroups', () => all(firewall.listWafPackageGroups, ofPackage));
  await step('firewall.listRules', () => all(firewall.listRules, { zoneId: ZONE }));
  await step('filters.listFilters', () => all(filters.listFilters, { zoneId: ZONE }));
  await step('page-rules.listPageRules', () => pageRules.listPageRules({ zoneId: ZONE }));
}
