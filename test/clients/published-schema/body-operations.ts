import type { Model } from '../running-emulator';
import { ZONE_ID } from '../seed';
import type { Arguments } from '../sdk/call';
import type { Hints } from './generate';
import { RULE_OPERATIONS } from './rule-bodies';

/** A method with a body, and how its bodies are made. */
export interface BodyOperation extends Hints {
  readonly method: string;
  /** Distinguishes it from others of the method. */
  readonly title?: string;
  /** Arguments that stay as they are. */
  readonly given: Arguments;
  /** Members that this model does not have. */
  readonly neverIn?: Partial<Record<Model, RegExp>>;
  /** Only the branches of the schema whose rules have this action. */
  readonly action?: string;
  /** Undoes a call that was accepted, with the `id` of its result as this argument. */
  readonly undo?: { readonly method: string; readonly id: string };
}

const DESTINATIONS = [
  'https://logs.example/in?header_Authorization=secret',
  'r2://logs/clients?account-id=a&access-key-id=k&secret-access-key=s',
  'splunk://splunk.example:8088/in?channel=c&header_Authorization=x',
  'datadog://intake.example/in?header_DD-API-KEY=k',
];

const ZONE = { zone_id: ZONE_ID };

const FILTER = JSON.stringify({
  where: { key: 'ClientRequestHost', operator: 'contains', value: 'example' },
});

const JOB: Hints & Pick<BodyOperation, 'neverIn'> = {
  samples: {
    destination_conf: DESTINATIONS,
    filter: [FILTER, null],
    logpull_options: ['fields=RayID&timestamps=rfc3339', null],
    max_upload_bytes: [0, 5_000_000, null],
    max_upload_interval_seconds: [0, 30, null],
    max_upload_records: [0, 1000, null],
    dataset: ['http_requests', 'firewall_events', 'dns_logs', 'spectrum_events', 'nel_reports'],
    name: ['clients.one', null],
    field_names: [['RayID', 'ClientIP']],
    field_delimiter: [','],
    record_template: ['{"id":{{.RayID}}}'],
    sample_rate: [0.5],
  },
  neverIn: { specification: /^\/filter_attack_traffic$/ },
  // The token is in a file at the destination.
  never: /^\/(?:account_id|ownership_challenge)$/,
};

const TARGETS = [[{ target: 'url', constraint: { operator: 'matches', value: 'example.com/generated/*' } }]];

/** Every operation whose bodies are generated. */
export const BODY_OPERATIONS: readonly BodyOperation[] = [
  ...RULE_OPERATIONS,
  {
    ...JOB,
    method: 'logpush.jobs.create',
    given: ZONE,
    undo: { method: 'logpush.jobs.delete', id: 'job_id' },
  },
  ...['destination', 'destinationExists'].map((method) => ({
    ...JOB,
    method: `logpush.validate.${method}`,
    given: ZONE,
  })),
  { ...JOB, method: 'logpush.validate.origin', given: ZONE },
  {
    ...JOB,
    method: 'logpush.ownership.create',
    given: ZONE,
    samples: { destination_conf: ['s3://logs/generated?region=eu-central-1', 'gs://logs/generated'] },
  },
  {
    method: 'logpush.edge.create',
    given: ZONE,
    samples: { fields: ['ClientIP,RayID'], filter: [FILTER], sample: [1, 10] },
  },
  {
    method: 'filters.create',
    given: ZONE,
    samples: { expression: ['ip.src eq 192.0.2.9'] },
    // The schema does not require it; a filter without one is refused.
    always: /^\/body\/\[\]\/expression$/,
    never: /^\/body\/\[\]\/id$/,
    undo: { method: 'filters.delete', id: 'filter_id' },
  },
  {
    method: 'pageRules.create',
    given: ZONE,
    samples: { '/targets': TARGETS, url: ['https://example.com/$1'] },
    always: /^\/actions\/\[\]\/(?:id|value|value\/(?:url|status_code))$/,
    anyName: '200',
    undo: { method: 'pageRules.delete', id: 'pagerule_id' },
  },
];

/** Methods with a body that has no generated form, and why. */
export const WITHOUT_GENERATED_BODIES: readonly { readonly methods: RegExp; readonly because: string }[] = [
  { methods: /^rulesets\.rules\.create$/, because: 'takes a rule of an entry point' },
  {
    methods: /^zones\.settings\.edit$/,
    because: 'the schema does not say which value belongs to which setting',
  },
  {
    methods: /^firewall\.waf\.packages\.\w+\.edit$/,
    because: 'the modes of a rule depend on its package, which the schema does not say',
  },
  {
    methods: /^logpush\.transformers\./,
    because: 'a transformer is code, of which the schema says nothing',
  },
  {
    methods: /\.(?:update|edit)$/,
    because: 'takes the body of its create, for an object that is already there',
  },
  { methods: /^logpush\.ownership\.validate$/, because: 'the token is in a file at the destination' },
  {
    methods: /^firewall\.waf\.overrides\.create$/,
    because: 'the schema knows no member but the URLs, and the service wants a rule',
  },
  {
    methods: /^firewall\.rules\.create$/,
    because: 'the schema has the action of a rate limit, an object, where the service takes a word',
  },
];
