/**
 * Distilled, a client by the authors of Alchemy, made for Effect. It decodes each answer by schemas of its own, which are made from the SDK and
 * mended where they met the service, and tells errors apart by their codes.
 */
import * as Credentials from '@distilled.cloud/cloudflare/Credentials';
import { Retry } from '@distilled.cloud/cloudflare';
import * as accounts from '@distilled.cloud/cloudflare/accounts';
import * as filters from '@distilled.cloud/cloudflare/filters';
import * as firewall from '@distilled.cloud/cloudflare/firewall';
import * as logpush from '@distilled.cloud/cloudflare/logpush';
import * as memberships from '@distilled.cloud/cloudflare/memberships';
import * as pageRules from '@distilled.cloud/cloudflare/page-rules';
import * as rulesets from '@distilled.cloud/cloudflare/rulesets';
import * as user from '@distilled.cloud/cloudflare/user';
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

const zone = await beforeTheZone();
const inZone = { zoneId: ZONE };
const inAccount = { accountId: zone?.account.id ?? '0'.repeat(32) };
const executeRule = {
  action: 'execute',
  expression: 'true',
  actionParameters: { id: MANAGED_RULESET_ID, overrides: { action: 'log' } },
};
await livesOfRulesets('Zone', inZone, 'zone', 'http_log_custom_fields', {
  action: 'log_custom_field',
  expression: 'true',
  actionParameters: { requestFields: [{ name: 'x-request-id' }] },
});
await livesOfRulesets('Zone', inZone, 'zone', 'http_request_firewall_managed', executeRule);
await livesOfRulesets('Account', inAccount, 'root', 'http_request_firewall_managed', {
  ...executeRule,
  expression: '(http.host eq "example.com") and cf.zone.plan eq "ENT"',
});
await livesOfJobs('Zone', inZone, 'http_requests', 'RayID');
await livesOfJobs('Account', inAccount, 'audit_logs', 'ActionType');
await previousRules();

async function beforeTheZone() {
  const found = await step(
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
  await step('zones.getSetting', () => zones.getSetting({ zoneId: ZONE, settingId: 'ssl' }));
  await step('user.getUser', () => user.getUser({}));
  await step(
    'user.verifyToken',
    () => user.verifyToken({}),
    ({ status }) => status === 'active',
  );
  await step('accounts.listAccounts', () => all(accounts.listAccounts, {}));
  await step('accounts.getAccount', () => accounts.getAccount({ accountId: found?.account.id }));
  await step('memberships.listMemberships', () => all(memberships.listMemberships, {}));
  return found;
}

async function livesOfRulesets(scope, inScope, kind, phase, rule) {
  const call = (name, request, wanted) =>
    step(`rulesets.${name}For${scope} ${phase}`, () => rulesets[`${name}For${scope}`](request), wanted);
  const entryPoint = { ...inScope, rulesetPhase: phase };
  await step(
    `rulesets.getPhasFor${scope} ${phase}, missing`,
    () => refusal(rulesets[`getPhasFor${scope}`](entryPoint)),
    (tag) => tag === 'RulesetNotFound',
  );
  const made = await call('createRuleset', { ...inScope, kind, name: 'default', phase, rules: [rule] });
  const ofRuleset = { ...inScope, rulesetId: made?.id ?? '0'.repeat(32) };
  await step(
    `rulesets.listRulesetsFor${scope} ${phase}`,
    () => all(rulesets[`listRulesetsFor${scope}`], inScope),
    (listed) => [...listed].some(({ id }) => id === made?.id),
  );
  await call('getRuleset', ofRuleset, ({ rules }) => rules.length === 1);
  await call(
    'updateRuleset',
    { ...ofRuleset, kind, name: 'default', phase, description: 'updated', rules: [rule] },
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
    `rulesets.listVersionsFor${scope} ${phase}`,
    () => all(rulesets[`listVersionsFor${scope}`], ofRuleset),
    (listed) => [...listed].length === (isPatched ? 4 : 3),
  );
  await call('deleteRule', ofRule);
  await call('deleteRuleset', ofRuleset);
}

async function livesOfJobs(scope, inScope, dataset, field) {
  const call = (name, request, wanted) =>
    step(`logpush.${name}For${scope}`, () => logpush[`${name}For${scope}`](request), wanted);
  const made = await call('createJob', {
    ...inScope,
    name: 'clients',
    dataset,
    enabled: true,
    destinationConf: DESTINATION,
    outputOptions: { fieldNames: [field] },
  });
  const ofJob = { ...inScope, jobId: made?.id ?? 0 };
  await call('getJob', ofJob, ({ name }) => name === 'clients');
  await step(
    `logpush.listJobsFor${scope}`,
    () => all(logpush[`listJobsFor${scope}`], inScope),
    (listed) => [...listed].length === 1,
  );
  await call('updateJob', { ...ofJob, enabled: false }, ({ enabled }) => enabled === false);
  await call('deleteJob', ofJob);
  await step(
    `logpush.getJobFor${scope}, deleted`,
    () => refusal(logpush[`getJobFor${scope}`](ofJob)),
    (tag) => tag === 'JobNotFound',
  );
  await call('getDatasetField', { ...inScope, datasetId: dataset });
  await call('createOwnership', { ...inScope, destinationConf: 's3://logs/node?region=eu-central-1' });
  await call('destinationValidate', { ...inScope, destinationConf: DESTINATION }, ({ valid }) => valid);
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
