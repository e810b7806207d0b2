/**
 * The app of a repository that configures many zones through a pipeline: the zones of zones.json in stacks by their label
 * `stack`, each with its state in a backend that all runners reach. docs/guides/pipelines.md describes the workflows beside it.
 *
 * STATE_ADDRESS is where the states are. The secrets of the log destination are ephemeral variables: TF_VAR_store_key_id and
 * TF_VAR_store_key, for each plan and again for each apply.
 */
import { readFileSync } from 'node:fs';
import { App, HttpBackend, TerraformStack } from 'cdktf';
import { Construct } from 'constructs';
import {
  DataLogpushJobs,
  LogCustomFields,
  LogDestination,
  LogpushJob,
  ManagedRulesMigration,
  Secret,
  ZoneProvider,
} from 'zonewright';

interface Zone {
  readonly id: string;
  readonly name: string;
  readonly stack: string;
  /** The folders of the bucket that log push jobs deliver to, a job for each. */
  readonly logs: readonly string[];
  readonly migration?: 'validation' | 'finished';
  /** The zone's id, again: what cannot be undone is confirmed. */
  readonly finish?: string;
}

/** Why to plan a stack again, by its name, though it is declared as before: a change of the text counts as one. */
const PLAN_AGAIN = JSON.parse(readFileSync('plan-again.json', 'utf8')) as Readonly<Record<string, string>>;
const STATES = process.env.STATE_ADDRESS ?? 'https://state.example.com/terraform';
const zones = JSON.parse(readFileSync('zones.json', 'utf8')) as readonly Zone[];

const app = new App();
for (const name of new Set(zones.map(({ stack }) => stack))) {
  const stack = new TerraformStack(app, `zones-${name}`);
  const address = `${STATES}/${name}`; // its user and password: TF_HTTP_USERNAME and TF_HTTP_PASSWORD
  new HttpBackend(stack, { address, lockAddress: address, unlockAddress: address });
  const reason = PLAN_AGAIN[name];
  if (reason !== undefined) stack.addOverride('locals.plan_again', reason);
  new ZoneProvider(stack, 'zone');
  const accessKeyId = Secret.variable(stack, 'store_key_id');
  const secretAccessKey = Secret.variable(stack, 'store_key');
  const own = zones.filter((each) => each.stack === name);
  for (const zone of own) declare(stack, zone, { accessKeyId, secretAccessKey });
  checkDeliveries(stack, own);
}
app.synth();

/** What one zone has. Its scope is named after it, so that no other zone moves when it comes or goes. */
function declare(
  stack: TerraformStack,
  zone: Zone,
  keys: Pick<Parameters<typeof LogDestination.r2>[0], 'accessKeyId' | 'secretAccessKey'>,
): void {
  const scope = new Construct(stack, zone.name);
  const zoneId = zone.id;
  const customFields = new LogCustomFields(scope, 'fields', { zoneId, requestHeaders: ['x-request-id'] });
  for (const folder of zone.logs)
    new LogpushJob(scope, folder, {
      customFields,
      name: folder,
      fields: ['RayID', 'EdgeStartTimestamp', 'ClientRequestURI'],
      timestamps: 'rfc3339',
      destination: LogDestination.r2({ bucket: 'example-logs', path: folder, accountId: 'example', ...keys }),
    });
  if (zone.migration !== undefined)
    new ManagedRulesMigration(scope, 'migration', {
      zoneId,
      targetState: zone.migration,
      ...(zone.finish === undefined ? {} : { acknowledgeIrreversible: zone.finish }),
    });
}

/** One check over all zones of a stack: plans and the drift of the night name each job whose last delivery failed. */
function checkDeliveries(stack: TerraformStack, own: readonly Zone[]): void {
  const failing = own.map(({ id, name }) => {
    const { fqn } = new DataLogpushJobs(stack, `jobs of ${name}`, { zoneId: id });
    const text = `format("%s: job %d %q, %q", ${JSON.stringify(name)}, job.job_id, job.name, job.error_message)`;
    return `[for job in ${fqn}.jobs : ${text} if job.last_error != null]`;
  });
  stack.addOverride('locals.failing', `\${concat(${failing.join(', ')})}`);
  stack.addOverride('check.logs_are_delivered.assert', {
    condition: '${length(local.failing) == 0}',
    error_message: 'Logs are not delivered:\n${join("\\n", local.failing)}',
  });
}
