const ZONE = '023e105f4ecef8ad9ca31a8372d0c353';
const MANAGED = 'efb7b8c949ac4650a09736fc376e9aee';
const CORE = '4814384a9e5d4991b9815dcfc25d2f1f';
const SENSITIVE = 'e22d83c647c64a3eae91b71b499d988e';
const RULE = '0242110ae62e44028a13bf4834780914';
const SCORE_RULE = '6179ae15870a4bb7b2d480d4843b323c';
const SCORE = { score_threshold: 25 };
const DESTINATION = 'https://logs.example.com/collect?header_Authorization=t';
const job = (more: object): object => ({
  name: 'job',
  destination_conf: DESTINATION,
  logpull_options: { fields: ['RayID'] },
  ...more,
});
const executed = (execute: object, name = 'managed'): object => ({
  name,
  execute: { ruleset_id: MANAGED, ...execute },
});
const overridden = (overrides: object): object => ({ rules: [executed({ overrides })] });
const skipped = (skip: object): object => ({
  rules: [{ name: 'office', expression: 'ssl', skip }, executed({})],
});
const validated = (more: object): object => ({ target_state: 'validation', ...more });

/** Attributes, without a `zone_id` those of a zone; and what is said of them: the place, what is wrong, what to do. */
export type Refused = readonly [given: object, ...errors: readonly string[]];

/** What is refused before anything is asked of the service, by resource and by what is wrong. */
export const REFUSED: Readonly<Record<string, Readonly<Record<string, Refused>>>> = {
  zone_log_custom_fields: {
    'names that are none': [
      { request_headers: ['X-Foo', ''], response_headers: ['a b'], cookies: ['', 'sid=1'] },
      'request_headers[0]: The header name "X-Foo" is not in lower case. The service accepts header names only in lower case, without spaces. Write "x-foo".',
      'request_headers[1]: A header name is empty. A header name has at least one character. Remove the empty one.',
      'response_headers[0]: "a b" is not a header name. A header name consists of lower-case letters, digits and - _ . ! # $ % & \' * + ^ ` | ~ only.',
      'cookies[0]: A cookie name is empty. A cookie name has at least one character. Remove the empty one.',
      'cookies[1]: "sid=1" is not a cookie name. A cookie name is printable ASCII without spaces and without " = ; , and \\. Give only the name, without its value.',
    ],
    'three empty lists': [
      { request_headers: [], response_headers: [], cookies: [] },
      'There are no custom fields: request_headers, transformed_request_headers, response_headers, raw_response_headers and cookies are all empty. Add at least one header or cookie. To log none, remove the resource.',
    ],
    'a zone id in upper case, a header in both of its forms, and duplicates of another': [
      {
        zone_id: ZONE.toUpperCase(),
        ...{ request_headers: ['b'], transformed_request_headers: ['b'] },
        ...{ response_headers: ['c'], raw_response_headers: ['c', 'd'], preserve_duplicates: ['a', 'd'] },
      },
      'zone_id: "023E105F4ECEF8AD9CA31A8372D0C353" is not a zone id. A zone id is 32 lower-case hexadecimal digits, e.g. "023e105f4ecef8ad9ca31a8372d0c353". Write "023e105f4ecef8ad9ca31a8372d0c353".',
      'transformed_request_headers[0]: "b" is in transformed_request_headers and in request_headers. The service logs a header in one of these forms only. Keep it in one of the lists.',
      'raw_response_headers[0]: "c" is in raw_response_headers and in response_headers. The service logs a header in one of these forms only. Keep it in one of the lists.',
      'preserve_duplicates[0]: "a" is in neither response_headers nor raw_response_headers. Add it to one of them, or remove it from preserve_duplicates.',
    ],
  },
  zone_logpush_job: {
    'settings that are none': [
      job({
        ...{ zone_id: 'example.com', kind: 'instant-logs', name: 'my job', filter: 'ClientIP' },
        logpull_options: { fields: ['RayID,Cookies'], timestamps: 'iso', sample: 0, other: 'sample=0.5' },
        ...{ max_upload_bytes: 1, max_upload_interval_seconds: 301, max_upload_records: 999 },
        transformer_id: 0,
      }),
      'zone_id: "example.com" is not a zone id. A zone id is 32 lower-case hexadecimal digits, e.g. "023e105f4ecef8ad9ca31a8372d0c353". It is not the zone\'s name. Look it up in the zone\'s overview.',
      'kind: "instant-logs" is not an allowed value. Allowed: "", "edge".',
      'name: "my job" is not the name of a log push job. A name consists of letters, digits, "-", "_" and "." only. For example: "my-job".',
      'filter: The filter is not JSON text with "where" as its only member. A filter is JSON text: {"where": <node>}, where a node is {"key": "ClientRequestHost", "operator": "eq", "value": …} or {"and": [<nodes>]} or {"or": [<nodes>]}. In HCL, write it with jsonencode.',
      'logpull_options.fields[0]: "RayID,Cookies" is not the name of a log field. List each name separately: "RayID", "Cookies".',
      'logpull_options.timestamps: "iso" is not an allowed value. Allowed: "unixnano", "unix", "rfc3339".',
      'logpull_options.sample: 0 is out of range. It is the fraction of log entries to keep: above 0 and at most 1, such as 0.25.',
      'logpull_options.other: other has "sample=0.5", which is the member sample. Remove it from other, and set sample = 0.5.',
      'max_upload_interval_seconds: 301 is out of range. Allowed: 0 (no limit), or 30 to 300 seconds.',
      'max_upload_records: 999 is out of range. Allowed: 0 (no limit), or 1000 to 1000000 records.',
      'transformer_id: 0 is out of range. Numbers of the service begin with 1. Leave it out for none.',
      'max_upload_bytes: 1 is out of range. Allowed: 0 (no limit), or 5000000 to 1000000000 bytes.',
    ],
    'a destination without a scheme': [
      job({ destination_conf: 'logs.example.com' }),
      'destination_conf: The destination is not a URL of the form <scheme>://<bucket or host>/<path>?<parameters>. Its text is not shown here, because it may hold secrets. The schemes are s3, gs, azure, sumo, r2, https, splunk, datadog, bq, kinesis, sentinelone, ibmcl. Percent-encode spaces and reserved characters. For example: s3://bucket/logs?region=us-east-1',
    ],
    'an unencrypted destination': [
      job({ destination_conf: 'http://logs.example.com' }),
      'destination_conf: The destination has the scheme http, which sends logs unencrypted. Use https. Plain http is allowed only for receivers on loopback.',
    ],
    'a bucket without its region': [
      job({ destination_conf: 's3://bucket', ownership_challenge: 'token' }),
      'destination_conf: The s3 destination has no value for region. Add region=… to its parameters. For example: s3://bucket/logs?region=us-east-1',
    ],
    'both forms of what has two': [
      job({
        ...{ destination_conf_wo: DESTINATION, destination_conf_wo_version: 1 },
        ...{ ownership_challenge: 'a b', ownership_challenge_wo: 'c d' },
        output_options: { field_names: ['RayID'] },
      }),
      'ownership_challenge: The text is not the token of an ownership challenge. It is not shown here, because it may be a secret. A token is at most 4096 letters, digits, "/", "+", ".", "-" and "_": the content of the file that the service wrote, not the file name.',
      'ownership_challenge_wo: The text is not the token of an ownership challenge. It is not shown here, because it may be a secret. A token is at most 4096 letters, digits, "/", "+", ".", "-" and "_": the content of the file that the service wrote, not the file name.',
      'destination_conf_wo: destination_conf and destination_conf_wo are both set. Keep destination_conf_wo: it is never stored. Remove destination_conf.',
      'destination_conf_wo_version: destination_conf_wo_version is set without destination_conf_wo. Remove it: changes to destination_conf are detected without a version.',
      'ownership_challenge: ownership_challenge and ownership_challenge_wo are both set. Keep ownership_challenge_wo: it is never stored. Remove ownership_challenge.',
      'output_options: logpull_options and output_options are both set. Keep one of them: each defines what is logged.',
    ],
    'a write-only destination without a version, no fields, and an operator of another type': [
      job({
        ...{ destination_conf: null, destination_conf_wo: DESTINATION, logpull_options: null },
        ...{ output_options: { field_names: [] }, max_upload_bytes: 2_000_000 },
        filter: '{"where":{"key":"ClientASN","operator":"contains","value":"1"}}',
      }),
      'output_options.field_names: The list of log fields is empty. Name at least one, such as "RayID". To log the default fields of the service, omit the options.',
      'destination_conf_wo: destination_conf_wo has no destination_conf_wo_version. Set destination_conf_wo_version = 1, and increase it whenever the destination changes: the engine cannot detect a change to a value that it does not store.',
      'filter: The operator at where is "contains", and the field ClientASN is of type int. Allowed for int: eq, !eq, lt, leq, gt, geq, in, !in.',
      'max_upload_bytes: 2000000 is out of range. Allowed: 0 (no limit), or 5000000 to 1000000000 bytes.',
    ],
  },
  zone_logpush_ownership_challenge: {
    'a challenge of no destination': [
      {},
      'No destination is set. Set destination_conf_wo with destination_conf_wo_version, or destination_conf if it holds no secret.',
    ],
    'a challenge of a destination in both forms': [
      { destination_conf: 'gs://a', destination_conf_wo: 'gs://a', destination_conf_wo_version: 1 },
      'destination_conf_wo: destination_conf and destination_conf_wo are both set. Keep destination_conf_wo: it is never stored. Remove destination_conf.',
      'destination_conf_wo_version: destination_conf_wo_version is set without destination_conf_wo. Remove it: changes to destination_conf are detected without a version.',
    ],
  },
  zone_managed_rules: {
    'nothing declared': [
      { rules: [] },
      'There are no managed rules: rules is empty. Add at least one rule. To deploy nothing, remove the resource.',
    ],
    'one name twice, and one managed ruleset': [
      {
        ...{ others: 'keep', owner: 'a'.repeat(30) },
        rules: [
          executed({}, 'a'),
          { ...executed({}, 'b'), expression: 'ssl' },
          executed({ ruleset_id: CORE }, 'b'),
        ],
      },
      'rules[2].name: Several rules have the name "b". Rename all but one: a rule is known by its name.',
      'rules[1].execute.ruleset_id: The rules "a" and "b" execute the same managed ruleset, efb7b8c949ac4650a09736fc376e9aee. A zone deploys a managed ruleset at most once, whatever the expressions. Keep one of them; for requests that should skip it, or some of its rules, add a rule with skip before it.',
    ],
    'what is executed and is none': [
      {
        rules: [
          executed({ ruleset_id: 'cloudflare owasp core rules' }, 'a'),
          executed({ ruleset_id: SENSITIVE }, 'b'),
          executed({ core_rule_set: { paranoia_level: 1 } }, 'c'),
          executed(
            {
              ruleset_id: CORE,
              core_rule_set: SCORE,
              overrides: { rules: { [RULE]: SCORE, [SCORE_RULE]: SCORE } },
            },
            'd',
          ),
        ],
      },
      'rules[0].execute.ruleset_id: "cloudflare owasp core rules" is not the id of a managed ruleset. An id is 32 lower-case hexadecimal digits. Cloudflare OWASP Core Ruleset is "4814384a9e5d4991b9815dcfc25d2f1f".',
      'rules[1].execute.ruleset_id: Cloudflare Sensitive Data Detection (e22d83c647c64a3eae91b71b499d988e) is of the phase http_response_firewall_managed. Here are only managed rulesets of the phase http_request_firewall_managed. Remove the rule.',
      'rules[2].execute.core_rule_set: core_rule_set is set for the managed ruleset efb7b8c949ac4650a09736fc376e9aee, which has no paranoia levels. Only the core rule set, 4814384a9e5d4991b9815dcfc25d2f1f, has these settings. Use overrides here.',
      'rules[3].execute.overrides.rules.0242110ae62e44028a13bf4834780914.score_threshold: The rule 0242110ae62e44028a13bf4834780914 has no anomaly score, so score_threshold has no meaning. Remove it. In the core rule set, the rule 6179ae15870a4bb7b2d480d4843b323c acts on the score: set core_rule_set = { score_threshold = … }.',
      'rules[3].execute.overrides.rules.6179ae15870a4bb7b2d480d4843b323c: core_rule_set and overrides both set the threshold and the action of the score rule. Keep one of the two: core_rule_set stands for these overrides.',
    ],
    'overrides that are none': [
      overridden({
        action: 'allow',
        categories: { word_press: {} },
        rules: { [RULE]: {}, scanner: { enabled: false }, [SCORE_RULE]: SCORE },
      }),
      'rules[0].execute.overrides.action: "allow" is not an allowed value. Allowed: "block", "challenge", "js_challenge", "managed_challenge", "log", "rewrite".',
      'rules[0].execute.overrides.categories.word_press: The override of the category "word_press" sets nothing. Set what should be different, such as action = "log" or enabled = false; or remove the override.',
      'rules[0].execute.overrides.rules.0242110ae62e44028a13bf4834780914: The override of the rule 0242110ae62e44028a13bf4834780914 sets nothing. Set what should be different, such as action = "log" or enabled = false; or remove the override.',
      'rules[0].execute.overrides.rules.scanner: "scanner" is not the id of a rule. Rules of a managed ruleset are named by their ids: 32 lower-case hexadecimal digits.',
      'rules[0].execute.overrides.rules.6179ae15870a4bb7b2d480d4843b323c.score_threshold: The rule 6179ae15870a4bb7b2d480d4843b323c has no anomaly score, so score_threshold has no meaning. Remove it. In the core rule set, the rule 6179ae15870a4bb7b2d480d4843b323c acts on the score: set core_rule_set = { score_threshold = … }.',
    ],
    'exceptions that are none': [
      {
        rules: [
          {},
          { rulesets: [] },
          { rules: { [CORE]: [RULE, 'x'], [MANAGED]: [] } },
          { ruleset: 'current', rulesets: [MANAGED] },
          { rulesets: [MANAGED], phases: ['of_later'] },
          { phases: ['http_rate_limits'] },
          { products: ['WAF'] },
        ].map((skip, index) => ({ name: `office${index}`, expression: 'ssl', skip })),
      },
      'rules[0].skip: This skips nothing. Set ruleset = "current" (all managed rules after this one), rulesets (whole managed rulesets), rules (rules by their managed ruleset), phases or products; or remove the rule.',
      'rules[1].skip.rulesets: This skips nothing. Set ruleset = "current" (all managed rules after this one), rulesets (whole managed rulesets), rules (rules by their managed ruleset), phases or products; or remove the rule.',
      'rules[2].skip.rules.4814384a9e5d4991b9815dcfc25d2f1f: "x" is not the id of a rule. Rules of a managed ruleset are named by their ids: 32 lower-case hexadecimal digits.',
      'rules[2].skip.rules.efb7b8c949ac4650a09736fc376e9aee: No rules are listed for the managed ruleset efb7b8c949ac4650a09736fc376e9aee. List the ids of the rules to skip. To skip the whole managed ruleset, add it to rulesets instead.',
      'rules[3].skip.rulesets: ruleset and rulesets are both set. ruleset = "current" skips all managed rules after this one. Remove it, or remove rulesets.',
      'rules[4].skip.phases: rulesets and phases are both set. The service takes only one of them in a rule. Make two rules of it.',
      'rules[5].skip.phases[0]: "http_rate_limits" is not the name of a phase. Did you mean "http_ratelimit"?',
      'rules[6].skip.products[0]: "WAF" is not an allowed value. Allowed: "bic", "hot", "rateLimit", "securityLevel", "uaBlock", "waf", "zoneLockdown".',
    ],
    'rules that are none': [
      {
        rules: [
          { name: 'nothing', expression: 'ssl' },
          { ...executed({}, 'both'), expression: 'ssl', skip: { ruleset: 'current' } },
          { name: 'office', skip: { ruleset: 'current' } },
          { name: 'a b', execute: { ruleset_id: ZONE } },
          { name: 'logged', execute: { ruleset_id: 'a'.repeat(32) }, logging: { enabled: true } },
          { name: 'old', execute: { ruleset_id: 'b'.repeat(32), version: '0180' } },
          { name: 'key', execute: { ruleset_id: 'c'.repeat(32), matched_data: { public_key: 'k\n' } } },
        ],
      },
      'rules[3].name: "a b" cannot be the name of a rule. A name has 1 to 64 letters (a to z, A to Z), digits, "_", "-" and ".", and begins with a letter, a digit or "_".',
      'rules[5].execute.version: "0180" is not a version of a managed ruleset. Write its number, such as "180", or "latest", which a rule without version executes.',
      'rules[6].execute.matched_data.public_key: "k\\n" is not a public key. Write the key alone, without spaces or line breaks around it: of a file, trimspace(file("…")).',
      'rules[0]: Neither execute nor skip is set. Set execute, with the ruleset_id of the managed ruleset to run; or skip, with what the requests skip.',
      'rules[1]: execute and skip are both set. A rule does one of the two. Make two rules of it: what skips affects the rules after it.',
      'rules[2].skip: There is no expression, so nothing says which requests skip. Set expression of the rule; expression = "true" is all requests.',
      'rules[4].logging: logging is set for a rule with execute. Only what a rule with skip lets through is logged or not. Remove logging.',
    ],
    'an owner that is no name, and a phase that cannot be one': [
      { ...skipped({ phases: ['Rate limiting'] }), others: 'mine', owner: 'Team A' },
      'others: "mine" is not an allowed value. Allowed: "remove", "keep".',
      'owner: "Team A" cannot be an owner. An owner has 1 to 30 lower-case letters (a to z), digits and single "-" between them, such as "team-a".',
      'rules[0].skip.phases[0]: "Rate limiting" is not the name of a phase. Known to be skipped are: http_ratelimit, http_request_sbfm, http_request_firewall_managed.',
    ],
    'keep without an owner': [
      { rules: [executed({})], others: 'keep' },
      'owner: others is "keep", but there is no owner. Set owner to a short name, such as "team-a": it says which rules of the zone are those of this object.',
    ],
    'an owner and a placement without keep': [
      { rules: [executed({})], owner: 'a', placement: 'first' },
      'owner: owner is set, but the rules of others are removed. Set others = "keep" to manage rules beside those of others, or remove owner.',
      'placement: placement is set, but the rules of others are removed. Set others = "keep" to manage rules beside those of others, or remove placement.',
    ],
  },
  zone_managed_rules_migration: {
    'the word and the approval for another zone': [
      {
        ...{ target_state: 'finished', acknowledge_irreversible: 'f'.repeat(32) },
        approved_digest: `v1/validation/${'f'.repeat(32)}/none/none/none`,
      },
      'acknowledge_irreversible: acknowledge_irreversible is "ffffffffffffffffffffffffffffffff", which is not the id of this migration\'s zone. Finishing cannot be undone, so the acknowledgement names the zone: "023e105f4ecef8ad9ca31a8372d0c353". Write it only if you mean this zone. Nothing was changed.',
      'approved_digest: approved_digest approves zone ffffffffffffffffffffffffffffffff, and this is the migration of zone 023e105f4ecef8ad9ca31a8372d0c353. Each zone has an approval of its own: take the row of this zone.',
    ],
    'an empty word': [
      { target_state: 'finished', acknowledge_irreversible: '' },
      'acknowledge_irreversible: acknowledge_irreversible is "", which is not the id of this migration\'s zone. Finishing cannot be undone, so the acknowledgement names the zone: "023e105f4ecef8ad9ca31a8372d0c353". Write it only if you mean this zone. Nothing was changed.',
    ],
    'adjustments that are none': [
      validated({
        adjustments: {
          core: { rules: {} },
          [MANAGED]: { rules: { [RULE]: { action: 'allow' }, [SCORE_RULE]: {}, 100015: { enabled: false } } },
        },
      }),
      'adjustments.efb7b8c949ac4650a09736fc376e9aee.rules.0242110ae62e44028a13bf4834780914.action: "allow" is not an allowed value. Allowed: "block", "challenge", "js_challenge", "managed_challenge", "log".',
      'adjustments.core: "core" is not the id of a managed ruleset. The keys of adjustments are the id of a managed ruleset and the id of a rule in it: 32 lower-case hexadecimal digits each.',
      'adjustments.efb7b8c949ac4650a09736fc376e9aee.rules.100015: "100015" is not the id of a rule. The keys of adjustments are the id of a managed ruleset and the id of a rule in it: 32 lower-case hexadecimal digits each.',
      'adjustments.efb7b8c949ac4650a09736fc376e9aee.rules.6179ae15870a4bb7b2d480d4843b323c: The adjustment of rule 6179ae15870a4bb7b2d480d4843b323c sets neither action nor enabled. Set action = "log" or another action, enabled = false, or both; or remove the adjustment.',
    ],
    'settings that are none': [
      {
        ...{
          zone_id: 'example.com',
          target_state: 'start',
          on_destroy: 'keep',
          approved_digest: 'sha256:abc',
        },
        timeouts: { create: '1 hour', update: '0s' },
      },
      'zone_id: "example.com" is not a zone id. A zone id is 32 lower-case hexadecimal digits, e.g. "023e105f4ecef8ad9ca31a8372d0c353". It is not the zone\'s name. Look it up in the zone\'s overview.',
      'target_state: "start" is not an allowed value. Allowed: "validation", "finished".',
      'approved_digest: "sha256:abc" is not an approval. It has the form v1/STEP/ZONE_ID/RULES/LOSSES/OVERRIDES. Let zonewright migration approve write it, or copy it from the error of a plan.',
      'on_destroy: "keep" is not an allowed value. Allowed: "refuse", "abandon".',
      'timeouts.create: "1 hour" is not a time limit. Write hours, minutes and seconds in this order, as needed: "90m", "1h30m", "45s".',
      'timeouts.update: "0s" is not a time limit. Write hours, minutes and seconds in this order, as needed: "90m", "1h30m", "45s".',
    ],
  },
};
