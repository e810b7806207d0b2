/**
 * The app of a repository that configures many zones through a pipeline: the zones of zones.csv in stacks, each with its
 * state in a backend that all runners reach. docs/guides/fleets.md describes the workflows beside it.
 *
 *   npm run synth && npx zonewright matrix
 *
 * plan-again.json names stacks that a pull request plans although it declares them as before.
 *
 * STATE_ADDRESS is where the states are. The secrets of the log destination are ephemeral variables: TF_VAR_store_key_id and
 * TF_VAR_store_key, for each plan and again for each apply.
 */
import { readFileSync } from 'node:fs';
import { App, HttpBackend } from 'cdktf';
import type { Construct } from 'constructs';
import {
  FleetStacks,
  LogDestination,
  ManagedRulesMigration,
  Secret,
  ZoneFleet,
  ZoneInventory,
  ZoneLogging,
  type ZoneLoggingJobProps,
} from 'zonewright';

interface Settings {
  readonly requestHeaders: readonly string[];
  /** The folders of the bucket that log push jobs deliver to, a job for each. */
  readonly logs: readonly string[];
}

const STATES = process.env.STATE_ADDRESS ?? 'https://state.example.com/terraform';

/** Why to plan a stack again, by its name; `*` is every stack. The text is part of the declaration, so a change of it counts. */
const PLAN_AGAIN = JSON.parse(readFileSync('plan-again.json', 'utf8')) as Readonly<Record<string, string>>;
const stacks: string[] = [];

const app = new App();
new ZoneFleet<Settings>(app, 'zones', {
  zones: ZoneInventory.fromFile('zones.csv'),
  stacks: FleetStacks.byLabel('stack'),
  backend: (stack, key) => {
    const address = `${STATES}/${key}`; // its user and password: TF_HTTP_USERNAME and TF_HTTP_PASSWORD
    new HttpBackend(stack, { address, lockAddress: address, unlockAddress: address });
    stacks.push(key);
    const reason = PLAN_AGAIN[key] ?? PLAN_AGAIN['*'];
    if (reason !== undefined) stack.addOverride('locals.plan_again', reason);
  },
  settings: {
    defaults: { requestHeaders: ['x-request-id'], logs: ['http'] },
    exceptions: [
      { where: { logs: 'audited' }, settings: { logs: ['http', 'audit'] } },
      { where: { logs: 'all' }, settings: { logs: ['http', 'audit', 'security'] } },
    ],
  },
  zone: (scope, { id, name, labels, settings }) => {
    refuseOthers(`${name}: logs`, labels.logs, ['audited', 'all']); // a misspelled label would mean the default
    refuseOthers(`${name}: migration`, labels.migration, ['validation', 'finished']);
    new ZoneLogging(scope, 'logging', {
      zoneId: id,
      requestHeaders: settings.requestHeaders,
      jobs: Object.fromEntries(settings.logs.map((folder) => [folder, job(scope, folder)])),
      exclusive: true,
    });
    const { migration, finish } = labels;
    if (migration === 'validation' || migration === 'finished')
      new ManagedRulesMigration(scope, 'migration', {
        zoneId: id,
        targetState: migration,
        ...(finish === undefined ? {} : { acknowledgeIrreversible: finish }), // the zone's id, again
      });
  },
});
for (const name of Object.keys(PLAN_AGAIN)) refuseOthers('plan-again.json', name, ['*', ...stacks]);
app.synth();

/** @throws Error for a value that is given and not allowed */
function refuseOthers(what: string, value: string | undefined, allowed: readonly string[]): void {
  if (value === undefined || allowed.includes(value)) return;
  throw new Error(`${what}: "${value}" is none of ${allowed.join(', ')}.`);
}

function job(scope: Construct, folder: string): ZoneLoggingJobProps {
  return {
    name: folder,
    fields: ['RayID', 'EdgeStartTimestamp', 'ClientRequestURI'],
    timestamps: 'rfc3339',
    destination: LogDestination.r2({
      bucket: 'example-logs',
      path: folder,
      accountId: 'example',
      accessKeyId: Secret.variable(scope, 'store_key_id'),
      secretAccessKey: Secret.variable(scope, 'store_key'),
    }),
    enabled: true,
  };
}
