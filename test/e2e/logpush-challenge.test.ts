import { DEFAULT_ZONE_ID } from '../../emulator';
import { byEngine } from '../support/engine';
import { beginAnew, fillBuckets, service, useWorkspace, workspace, writes } from './one-service';
import { hcl } from '../support/workspace';
import { temporaryFolder } from '../support/temporary-folder';

/** An ownership challenge and the job that needs its token, in one configuration on the real engine. */
const buckets = temporaryFolder();

const DESTINATION = 's3://logs/http/{DATE}?region=eu-central-1';

useWorkspace({ onRequest: () => fillBuckets(buckets) }, { env: { TF_VAR_buckets: buckets } });
beforeEach(() => beginAnew());

const challenge = (more: string, destination = DESTINATION): string => `
variable "buckets" { type = string }

locals {
  destination = "${destination}"
}

ephemeral "zone_logpush_ownership_challenge" "own" {
  zone_id          = "${DEFAULT_ZONE_ID}"
  destination_conf = local.destination
  ${more}
}

resource "zone_logpush_job" "logs" {
  zone_id                     = "${DEFAULT_ZONE_ID}"
  name                        = "logs"
  destination_conf_wo         = local.destination
  destination_conf_wo_version = 1
  ownership_challenge_wo      = ephemeral.zone_logpush_ownership_challenge.own.token
  logpull_options             = { fields = ["RayID", "RequestHeaders"] }
}`;

const FOLDER = 'read_from = "${var.buckets}/s3/logs"';

/** What the provider asked for, without what it read. */
const written = (): readonly string[] =>
  writes().map(({ method, path }) => `${method} ${path.slice(path.indexOf('/logpush'))}`);

test('an ownership challenge and the job of its bucket need one apply', async () => {
  workspace.write('main.tf', hcl(challenge(FOLDER)));
  await workspace.applied();
  // Once for the plan and once for the apply.
  expect(written()).toEqual(['POST /logpush/ownership', 'POST /logpush/ownership', 'POST /logpush/jobs']);
  expect(await workspace.attributes('zone_logpush_job.logs')).toMatchObject({
    destination_conf: null,
    destination_conf_wo: null,
    destination: 's3://logs/http/{DATE}',
    ownership_challenge_wo: null,
    logpull_options: { fields: ['RayID', 'RequestHeaders'] },
  });
  expect((await workspace.plan({ out: 'rest.tfplan' })).exitCode).toBe(0);
  const tokens = service.emulator.control.destinations.files().map(({ text }) => text);
  const kept = [workspace.read('terraform.tfstate'), (await workspace.showJson('rest.tfplan')).stdout].join();
  expect([tokens.length, tokens.filter((token) => kept.includes(token))]).toEqual([3, []]);
});

test('an ownership challenge is requested once the destination is known, at plan or at apply', async () => {
  const later = challenge(FOLDER, '${terraform_data.region.output}').replace(
    'locals {',
    `resource "terraform_data" "region" { input = "${DESTINATION}" }\n\nlocals {`,
  );
  workspace.write('main.tf', hcl(later));
  expect((await workspace.plan({ out: 'saved.tfplan' })).exitCode).toBe(2);
  expect(written()).toEqual([]);
  expect((await workspace.apply({ planFile: 'saved.tfplan' })).exitCode).toBe(0);
  expect((await workspace.plan()).exitCode).toBe(0);
});

test('a token that a job gets later is stored, and nothing is sent', async () => {
  const job = (token: string): string =>
    hcl(`resource "zone_logpush_job" "logs" {
  zone_id          = "${DEFAULT_ZONE_ID}"
  destination_conf = "https://logs.example.com"
  ${token}
}
`);
  workspace.write('main.tf', job(''));
  await workspace.applied();
  service.emulator.control.clearJournal();
  workspace.write('main.tf', job('ownership_challenge = "token"'));
  await workspace.applied();
  expect((await workspace.plan()).exitCode).toBe(0);
  expect(writes()).toEqual([]);
});

test('an ownership challenge can be disabled once the job exists: nothing is written or changed', async () => {
  const switched = (on: boolean): string =>
    `variable "prove_ownership" {\n  type    = bool\n  default = ${on}\n}\n` +
    challenge(`${FOLDER}\n  count = var.prove_ownership ? 1 : 0`)
      .replace('challenge.own.token', 'challenge.own[*].token)')
      .replace('= ephemeral.', '= one(ephemeral.');
  workspace.write('main.tf', hcl(switched(true)));
  await workspace.applied();
  const made = written();
  workspace.write('main.tf', hcl(switched(false)));
  service.emulator.control.destinations.refuse('s3://logs', 'Access Denied');
  // OpenTofu stores that the token was sensitive, and shows once, as an update without a change, that null is not.
  expect((await workspace.plan()).exitCode).toBe(byEngine({ terraform: 0, tofu: 2 }));
  await workspace.applied();
  expect((await workspace.plan()).exitCode).toBe(0);
  expect([made, written()]).toEqual([expect.arrayContaining(['POST /logpush/jobs']), made]);
});
