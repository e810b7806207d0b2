import { type TerraformStack, TerraformVariable } from 'cdktf';
import { LogCustomFields, LogDestination, ManagedRuleset } from '../../lib';
import { approvalOf, approvalRow } from '../lib/approval-row';
import { OPEN, OTHER_ZONE, SECRET, ZONE } from '../lib/logpush-stack';

const { CLOUDFLARE, OWASP } = ManagedRuleset;
const RULE = '23ee7cebe6e8443e99ecf932ab579455';
const NO_VALUE =
  'A value is required here. Give one. A value from the environment is undefined when its variable is not set.';
const NO_OBJECT =
  'Expected an object, got a value of type string. Give an object, or a token that stands for it.';
const NO_ID = 'is not the id of a managed ruleset. An id is 32 lower-case hexadecimal digits.';
const IDS = 'ManagedRuleset has these ids, such as ManagedRuleset.OWASP.';
const TAKE = 'Take the row of the zone from the file of approvals.';

const gcs = { destination: LogDestination.gcs({ bucket: 'logs' }) };
const executed = (execute: object): object => ({
  rules: [{ name: 'a', execute: { rulesetId: ZONE, ...execute } }],
});
const adjusted = (rule: object): object => ({
  adjustments: { [ZONE]: { [ZONE]: { action: 'log', ...rule } } },
});
const receiver = (more: object): object => ({
  destination: LogDestination.https({ host: 'logs.example.com', ...more }),
});
const ofRow = (more: object): object => ({ approval: { ...approvalRow(), ...more } });
const fieldsOf = (zoneId: string) => (stack: TerraformStack) => ({
  customFields: new LogCustomFields(stack, 'fields', { zoneId, cookies: ['a'] }),
});

/** Props, beside those that the construct needs, and what is said of them, without the construct. */
type Refused = readonly [
  given: object | ((stack: TerraformStack) => object),
  ...errors: readonly (string | RegExp)[],
];

const ofZone = { zoneId: ZONE };

/** What each construct needs. */
export const NEEDED: Readonly<Record<string, object>> = {
  LogCustomFields: { ...ofZone, cookies: ['a'] },
  LogpushJob: { ...ofZone, destination: OPEN },
  LogpushOwnershipChallenge: { ...ofZone, ...gcs },
  LogpushDelivery: { ...ofZone, jobId: 17 },
  LogpushDestinationCheck: { ...ofZone, destinationConf: 'gs://logs' },
  ManagedRules: { ...ofZone, ...executed({}) },
  ManagedRulesMigration: { ...ofZone, targetState: 'validation' },
  DataLogpushJobHealth: { ...ofZone, jobId: 17 },
  DataLogpushJobs: ofZone,
  DataManagedRulesCompatibility: ofZone,
  DataManagedRulesConfiguration: ofZone,
  DataManagedRulesStatus: ofZone,
  DataManagedRulesets: ofZone,
  DataRulesets: ofZone,
  DataZones: { names: ['example.com'] },
  MigrationGate: { approval: approvalRow() },
  ZoneProvider: { alias: 'x' },
};

/** What is refused at synth in a form that only the construct has, by the construct and by what is wrong. */
export const BY_CONSTRUCTS: Readonly<Record<string, Readonly<Record<string, Refused>>>> = {
  LogCustomFields: {
    'names that there are not': [
      { response_headers: ['a'], cookie: ['b'], enable: true, rulesetId: ZONE },
      'There is no prop "response_headers" here. Write responseHeaders.',
      'There is no prop "cookie" here. Write cookies.',
      'There is no prop "enable" here. Write enabled.',
      'There is no prop "rulesetId" here. The provider sets it: leave it out.',
    ],
    'an environment variable that is not set': [
      { zoneId: undefined, cookies: [undefined] },
      ...['zoneId', 'cookies[0]'].map((path) => `${path}: ${NO_VALUE}`),
    ],
    'values of other types': [
      { zoneId: 7, requestHeaders: 'accept'.repeat(9), cookies: [true], enabled: ['yes'] },
      'zoneId: Expected a string, got the number 7. Give a string, or a token that stands for it.',
      'requestHeaders: Expected a list, got a value of type string. Give a list, or a token that stands for it.',
      'cookies[0]: Expected a string, got a value of type boolean. Give a string, or a token that stands for it.',
      'enabled: Expected true or false, got a list. Give true or false, or a token that stands for it.',
    ],
    'a name twice in the props': [
      { cookies: ['id', 'id'] },
      'cookies: "id" is listed more than once. Each name is logged once. Remove the duplicate.',
    ],
  },
  LogpushJob: {
    'names that there are not': [
      { destination_conf: OPEN, destinationConf: OPEN, outputOptions: { recordPrefx: 'a', sample: 1 } },
      'outputOptions: There is no prop "recordPrefx" here. Write recordPrefix.',
      'outputOptions: There is no prop "sample" here. Write sampleRate, with the same value.',
      'There is no prop "destination_conf" here. Write destination.',
      'There is no prop "destinationConf" here. Write destination.',
    ],
    'what does not go together': [
      {
        ...{
          destinationVersion: 2,
          filterAttackTraffic: true,
          dataset: 'dns_logs',
          ownershipChallenge: 'a b',
        },
        ...{ transformerId: 7, outputOptions: { outputType: 'csv' }, maxUploadBytes: 2_000_000 },
      },
      /^ownershipChallenge: The text is not the token/,
      'destinationVersion: destinationVersion is set, but the destination is stored. Remove it: a change of a stored destination is detected without a version.',
      'maxUploadBytes: 2000000 is out of range. Allowed: 0 (no limit), or 5000000 to 1000000000 bytes.',
      'filterAttackTraffic: Jobs of the dataset "dns_logs" cannot leave out attack traffic. Those of http_requests, firewall_events, network_analytics_logs can. Remove filterAttackTraffic.',
      'transformerId: The job has a transformer, but its output type is csv. Transformers change records in JSON. Set outputType = "ndjson", or remove transformerId.',
    ],
    'no zone': [
      { zoneId: undefined, sample: '1' },
      'zoneId: Neither zoneId nor customFields is set. Set customFields to log what a LogCustomFields configures, or set zoneId.',
      'sample: Expected a number, got a value of type string. Give a number, or a token that stands for it.',
    ],
    'no destination': [
      { destination: undefined },
      `destination: A value is required here. Give a LogDestination, e.g. LogDestination.gcs({ bucket: 'logs' }), or a string.`,
    ],
    'a secret without the id of its key': [
      { destination: LogDestination.s3({ bucket: 'b', region: 'r', secretAccessKey: 's' } as never) },
      /^destination: LogDestination.s3 has no value for accessKeyId/,
    ],
    'a key without its secret': [
      { destination: LogDestination.s3({ bucket: 'b', region: 'r', accessKeyId: 'k' } as never) },
      /^destination: LogDestination.s3 has no value for secretAccessKey/,
    ],
    'a changed token in a destination, beside something else': [
      (stack) => {
        const host = new TerraformVariable(stack, 'v', {}).stringValue.toUpperCase();
        return { ...receiver({ host }), sample: NaN };
      },
      'sample: Expected a number, got the number NaN. Give a number, or a token that stands for it.',
      /^destination: host of LogDestination.https: This was calculated/,
    ],
    'a destination that needs a challenge and has none': [
      { destination: LogDestination.s3({ bucket: 'b', region: 'us-east-1' }) },
      'ownershipChallenge: The destination needs a token that proves its ownership, but none is set. Declare a LogpushOwnershipChallenge for the same destination, and set ownershipChallenge to the content of the file that it names. An s3 destination with keys needs none.',
    ],
    'a filter that is none': [
      { filter: 'ClientIP eq 1' },
      'filter: The filter is not JSON text with "where" as its only member. A filter is JSON text: {"where": <node>}, where a node is {"key": "ClientRequestHost", "operator": "eq", "value": …} or {"and": [<nodes>]} or {"or": [<nodes>]}. In HCL, write it with jsonencode. In TypeScript, it is the node itself: { key: "ClientRequestHost", operator: "eq", value: … }, { and: [<nodes>] } or { or: [<nodes>] }.',
    ],
    'an operator that does not fit the field of a filter as an object': [
      { filter: { key: 'ClientASN', operator: 'contains', value: '1' } },
      /^filter.*the field ClientASN is of type int/,
    ],
    'output options beside other options': [
      { outputOptions: {}, timestamps: 'unix', sample: 0.5, logpullOptions: { other: 'x=1' } },
      'timestamps: outputOptions and timestamps are both set. Set outputOptions.timestampFormat instead.',
      'sample: outputOptions and sample are both set. Set outputOptions.sampleRate instead.',
      'logpullOptions: outputOptions and logpullOptions are both set. Keep one of them: each defines what is logged.',
    ],
    'options as text': [
      { logpullOptions: 'fields=RayID,ClientIP&timestamps=rfc3339&sample=.5&CVE-2021-44228=true&x=1' },
      'logpullOptions: logpullOptions is the text "fields=RayID,ClientIP&timestamps=rfc3339&sample=.5&CVE-2021-44228=true&x=1", not an object. Set these props instead: {"fields":["RayID","ClientIP"],"timestamps":"rfc3339","sample":0.5,"logpullOptions":{"defuseLookups":true,"other":"x=1"}}.',
    ],
    'fields as text': [
      { logpullOptions: 'fields=RayID&sample=1' },
      'logpullOptions: logpullOptions is the text "fields=RayID&sample=1", not an object. Set these props instead: {"fields":["RayID"]}.',
    ],
    'defaults as text': [
      { logpullOptions: '' },
      'logpullOptions: logpullOptions is the text "", not an object. Remove it: it says nothing but defaults.',
    ],
    'what is wrong with each option': [
      { fields: ['a=b'], timestamps: 'iso', sample: 2, logpullOptions: { other: 'sample=1' } },
      /^fields\[0\]: "a=b"/,
      /^timestamps: "iso"/,
      /^sample: 2 /,
      /^logpullOptions\.other: /,
    ],
    'what is wrong with each output option': [
      { outputOptions: { fieldNames: ['a b'], sampleRate: 2 } },
      /^fields\[0\]: "a b"/,
      'outputOptions.sampleRate: 2 is out of range. It is the fraction of log entries to keep: from 0 to 1, such as 0.25.',
    ],
    'options as a token': [
      { logpullOptions: '${var.options}' },
      'logpullOptions: logpullOptions is a token or another value, not an object. Set fields, timestamps and sample, and logpullOptions: { defuseLookups, other }; each may be a token.',
    ],
    'a member of options that is a prop': [
      { fields: ['RayID'], logpullOptions: { defuseLookups: true, other: 'x', fields: ['ClientIP'] } },
      'logpullOptions: logpullOptions has "fields". It has defuseLookups and other; fields, timestamps and sample are props of the job.',
    ],
    'fields beside output options that are a token': [
      { outputOptions: '${var.output}', fields: ['RayID'] },
      'fields: outputOptions and fields are both set. Keep one of them: each defines what is logged.',
    ],
    'custom fields of another zone': [
      fieldsOf(OTHER_ZONE),
      `zoneId: The zone is ${ZONE}, but customFields is stack/fields of zone ${OTHER_ZONE}. If stack/fields is the right list, remove zoneId: customFields has the zone. Otherwise set customFields to the list of zone ${ZONE}.`,
    ],
    'custom fields for a dataset without any': [
      (stack) => ({ ...fieldsOf(ZONE)(stack), dataset: 'dns_logs' }),
      'customFields: Jobs of the dataset "dns_logs" cannot log custom fields. Only jobs of http_requests can. Remove dataset, or set zoneId instead of customFields.',
    ],
    'a mistake beside tokens': [
      (stack) => {
        const token = new TerraformVariable(stack, 'v', {}).stringValue;
        return { zoneId: token, destination: token, name: 'a b' };
      },
      'name: "a b" is not the name of a log push job. A name consists of letters, digits, "-", "_" and "." only. For example: "a-b".',
    ],
    'a near miss in a destination': [
      receiver({ header: {} }),
      'destination: There is no prop "header" in LogDestination.https. Write headers.',
    ],
    'a near miss in what is known of a destination': [
      { destination: LogDestination.of('https://a.example', { holdSecrets: true } as never) },
      'destination: There is no prop "holdSecrets" in LogDestination.of. Write holdsSecrets.',
    ],
  },
  LogpushOwnershipChallenge: {
    'a zone that is none, and a destination that is none, whose secret is not shown': [
      { zoneId: 'x', destination: `nonsense ${SECRET}` },
      `zoneId: "x" is not a zone id. A zone id is 32 lower-case hexadecimal digits, e.g. "${ZONE}". It is not the zone's name. Look it up in the zone's overview.`,
      'destination: The destination is not a URL of the form <scheme>://<bucket or host>/<path>?<parameters>. Its text is not shown here, because it may hold secrets. Character 9 of 28 is a blank: remove it, or percent-encode it. For example: s3://bucket/logs?region=us-east-1',
    ],
    'a bucket with a path': [
      { destination: LogDestination.gcs({ bucket: 'a/b' }) },
      'destination: bucket of LogDestination.gcs has a character that is not allowed there. Write it without "/", "?", "#", "@" and spaces: the scheme, the path and parameters are separate.',
    ],
    'a bucket without its region': [{ destination: 's3://b' }, /^destination: The s3 destination/],
    'a near miss': [{ storeSecret: true }, 'There is no prop "storeSecret" here. Write storeSecrets.'],
  },
  ManagedRules: {
    'names that there are not': [
      executed({ override: {}, id: ZONE, overrides: { rules: { [ZONE]: { action: 'log', score: 5 } } } }),
      'rules[0].execute: There is no prop "override" here. Write overrides.',
      'rules[0].execute: There is no prop "id" here. Write rulesetId, with the same value.',
      `rules[0].execute.overrides.rules.${ZONE}: There is no prop "score" here. Allowed: action, enabled, sensitivityLevel, scoreThreshold.`,
    ],
    'values of other types': [
      {
        rules: [
          ...['a', null, { skip: { ruleset: 'current' } }],
          ...[{ rules: { 'my-waf': 7 } }, new Date(0), { rules: 'd' }].map((skip, at) => ({
            name: `a${at}`,
            skip,
          })),
        ],
      },
      `rules[2].name: ${NO_VALUE}`,
      'rules[3].skip.rules["my-waf"]: Expected a list, got the number 7. Give a list, or a token that stands for it.',
      'rules[4].skip: Expected an object, got a value of type object. Give an object, or a token that stands for it.',
      `rules[5].skip.rules: ${NO_OBJECT}`,
      `rules[0]: ${NO_OBJECT}`,
      'rules[1]: Expected an object, got nothing. Give an object, or a token that stands for it.',
    ],
    'an object for a list': [
      { rules: {} },
      'rules: Expected a list, got a value of type object. Give a list, or a token that stands for it.',
    ],
  },
  ManagedRulesMigration: {
    'adjustments of another shape': [
      { adjustments: { [CLOUDFLARE]: 'log', [OTHER_ZONE]: { [RULE]: 'log' }, [ZONE]: undefined } },
      `adjustments.${CLOUDFLARE}: ${NO_OBJECT}`,
      `adjustments.${OTHER_ZONE}.${RULE}: ${NO_OBJECT}`,
      `adjustments.${ZONE}: ${NO_VALUE}`,
    ],
    'a near miss in an adjustment': [
      adjusted({ enable: false }),
      `adjustments.${ZONE}.${ZONE}: There is no prop "enable" here. Write enabled.`,
    ],
    'a singular': [{ timeout: {} }, 'There is no prop "timeout" here. Write timeouts.'],
  },
  DataManagedRulesets: {
    'names in place of ids': [
      { ids: ['Cloudflare Managed Ruleset', 'OWASP', 'owasp ', 'waf'] },
      `ids[0]: "Cloudflare Managed Ruleset" ${NO_ID} Cloudflare Managed Ruleset is "${CLOUDFLARE}". ${IDS}`,
      ...['OWASP', 'owasp '].map(
        (id, at) => `ids[${at + 1}]: "${id}" ${NO_ID} Cloudflare OWASP Core Ruleset is "${OWASP}". ${IDS}`,
      ),
      `ids[3]: "waf" ${NO_ID} Well known are: "${CLOUDFLARE}" (Cloudflare Managed Ruleset), "${OWASP}" (Cloudflare OWASP Core Ruleset), "${ManagedRuleset.EXPOSED_CREDENTIALS}" (Cloudflare Exposed Credentials Check Ruleset), "${ManagedRuleset.FREE}" (Cloudflare Managed Free Ruleset), "${ManagedRuleset.SENSITIVE_DATA}" (Cloudflare Sensitive Data Detection). ${IDS}`,
    ],
  },
  MigrationGate: {
    'no row': [{ approval: undefined }, `approval: "zone" is "", and must be the id of a zone. ${TAKE}`],
    'a row with an unknown member': [
      ofRow({ wave: '1' }),
      `approval: unknown member "wave". Allowed: "zone", "name", "approved_digest", "by", "ticket", "at". ${TAKE}`,
    ],
    // The engine would evaluate it, and a file of approvals is data.
    'a row with an expression': [
      ofRow({ by: '${file("key")}' }),
      `approval: "by" is an expression, and must be a text. ${TAKE}`,
    ],
    'a row that is known only to the engine': [
      (stack) => ofRow({ zone: new TerraformVariable(stack, 'zone_id', {}).stringValue }),
      `approval: "zone" is an expression, and must be a text. ${TAKE}`,
    ],
    'the row of another zone': [
      ofRow({ approved_digest: approvalOf('validation', OTHER_ZONE) }),
      `approval: "approved_digest" approves zone ${OTHER_ZONE}, and the row is of zone ${ZONE}. ${TAKE}`,
    ],
    'a count': [{ count: 2 }, 'There is no prop "count" here. Allowed: approval, dependsOn, lifecycle.'],
  },
  DataZones: { 'a singular': [{ name: 'a' }, 'There is no prop "name" here. Write names.'] },
  DataRulesets: { 'another case': [{ zoneID: ZONE }, 'There is no prop "zoneID" here. Write zoneId.'] },
  ZoneProvider: {
    'names that there are not, and a number as text': [
      { maxRetries: '3', baseURL: 'https://a.example', api_token: 'x' },
      'There is no prop "baseURL" here. Write baseUrl.',
      'There is no prop "api_token" here. Write apiToken.',
      'maxRetries: Expected a whole number, got a value of type string. Give a whole number, or a token that stands for it.',
    ],
    'a limit of none': [{ maxCustomFields: 0 }, 'maxCustomFields: 0 is out of range. Allowed: 1 to 500.'],
  },
};
