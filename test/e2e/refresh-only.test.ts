import { DEFAULT_ZONE_ID } from '../../emulator';
import { useWorkspace, workspace } from './one-service';
import { hcl } from '../support/workspace';
import { driftOf, type Drift } from './no-drift';

/**
 * `plan -refresh-only -detailed-exitcode` is a drift alarm: where nothing changed it is 0, and the state file keeps its
 * bytes. Terraform compares what it has decoded bit by bit, so it also takes for a change what it does not show.
 */

/** As many zones as a configuration has cases. */
const ZONES = Array.from({ length: 20 }, (_, index) => ({
  id: index === 0 ? DEFAULT_ZONE_ID : index.toString(16).padStart(32, '0'),
  name: `zone${index}.example`,
  plan: 'enterprise' as const,
}));

useWorkspace({ seed: { zones: ZONES } });

const VARIABLES = `
variable "word" {
  sensitive = true
  default   = "edge.1"
}
variable "number" {
  sensitive = true
  default   = 0.1
}
variable "names" {
  sensitive = true
  default   = ["ray-id", "client"]
}
variable "destination" {
  sensitive = true
  default   = "https://logs.example.com/a?header_X=secret"
}
variable "unstored" {
  ephemeral = true
  default   = "https://logs.example.com/a?header_X=secret"
}
`;

const job = (name: string, body: string, zone: string = DEFAULT_ZONE_ID): string => `
resource "zone_logpush_job" "${name}" {
  zone_id = "${zone}"
  name    = "${name}"
  ${body}
}
`;
const fields = (name: string, body: string, zone: string = DEFAULT_ZONE_ID): string => `
resource "zone_log_custom_fields" "${name}" {
  zone_id = "${zone}"
  ${body}
}
`;
const PLAIN = 'destination_conf = "https://logs.example.com/a?header_X=1"';
const WRITE_ONLY = 'destination_conf_wo = var.unstored\n  destination_conf_wo_version = 1';

const NOTHING: Drift = { plan: 0, refreshOnly: 0, changed: [], isFileSame: true };

/** However a number is written or comes about. */
const NUMBERS = [
  '0.10',
  '2.50 / 10',
  '1.0',
  '1e-7',
  '0.123456789012345',
  '3/10',
  '0.1 + 0.2',
  'jsondecode("0.1")',
];

/** What a case declares, and the body of its resource. */
type Case = readonly [name: string, kind: typeof job, body: string];

const CASES: readonly Case[] = [
  ['a job with nothing but a destination', job, PLAIN],
  ['a destination that is never stored', job, WRITE_ONLY],
  ['a destination from a sensitive variable', job, 'destination_conf = var.destination'],
  ['a token that came with the job', job, `${PLAIN}\n  ownership_challenge = "edge.1"`],
  ['limits', job, `${PLAIN}\n  max_upload_bytes = 5e6\n  max_upload_interval_seconds = 30.0`],
  ['the largest limits', job, `${PLAIN}\n  max_upload_bytes = 1000000000\n  max_upload_records = 1e6`],
  ['another version of a destination', job, WRITE_ONLY.replace('= 1', '= 9007199254740991')],
  [
    'options in another order',
    job,
    `${PLAIN}\n  logpull_options = { timestamps = "unix", sample = 0.10, fields = ["RayID"] }`,
  ],
  [
    'a filter with big numbers',
    job,
    `${PLAIN}\n  filter = jsonencode({ where = { key = "EdgeResponseBytes", operator = "eq", value = 12345678901234567890 } })`,
  ],
  [
    'a sensitive sample',
    job,
    `${WRITE_ONLY}\n  output_options = { field_names = ["RayID"], sample_rate = 0.5 }`,
  ],
  ['fields', fields, 'request_headers = ["b", "a"]'],
  ['fields that are empty or null', fields, 'cookies = ["a"]\n  request_headers = []\n  description = null'],
  ['fields of which some are sensitive', fields, 'request_headers = ["a", var.names[0]]'],
  ['fields that are sensitive as a whole', fields, 'request_headers = var.names'],
];

test('refresh-only after an apply shows no drift, in the plans and the state file', async () => {
  const samples = NUMBERS.flatMap((number, at) => [
    job(`options-${at}`, `${PLAIN}\n  logpull_options = { fields = ["RayID"], sample = ${number} }`),
    job(`output-${at}`, `${PLAIN}\n  output_options = { field_names = ["RayID"], sample_rate = ${number} }`),
  ]);
  // Each in a zone of its own.
  const cases = CASES.map(([name, kind, body], index) =>
    kind(name.replaceAll(' ', '-'), body, ZONES[index]?.id),
  );
  workspace.write('main.tf', hcl([VARIABLES, ...samples, ...cases].join('')));
  await workspace.applied();
  expect(await driftOf(workspace)).toEqual(NOTHING);
});
