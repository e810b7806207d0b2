/**
 * The app of a repository that configures many zones through a pipeline: the zones of zones.csv in stacks, each with its
 * state in a backend that all runners reach. docs/pipelines.md describes the workflows beside it.
 *
 *   npm run synth && npx zonewright matrix
 *
 * STATE_ADDRESS is where the states are. The secrets of the log destination are ephemeral variables: TF_VAR_store_key_id and
 * TF_VAR_store_key, for each plan and again for each apply.
 */
import { App, HttpBackend, TerraformStack } from 'cdktf';
import type { Construct } from 'constructs';
import {
  EphemeralVariable,
  FleetStacks,
  LogDestination,
  ManagedRulesMigration,
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

const app = new App();
new ZoneFleet<Settings>(app, 'zones', {
  zones: ZoneInventory.fromFile('zones.csv'),
  stacks: FleetStacks.byLabel('stack'),
  backend: (stack, key) => {
    const address = `${STATES}/${key}`; // its user and password: TF_HTTP_USERNAME and TF_HTTP_PASSWORD
    new HttpBackend(stack, { address, lockAddress: address, unlockAddress: address });
  },
  settings: {
    defaults: { requestHeaders: ['x-request-id'], logs: ['http'] },
    exceptions: [
      { where: { logs: 'audited' }, settings: { logs: ['http', 'audit'] } },
      { where: { logs: 'all' }, settings: { logs: ['http', 'audit', 'security'] } },
    ],
  },
  zone: (scope, { id, labels, settings }) => {
    new ZoneLogging(scope, 'logging', {
      zoneId: id,
      requestHeaders: settings.requestHeaders,
      jobs: Object.fromEntries(settings.logs.map((folder) => [folder, job(scope, folder)])),
      exclusive: true,
    });
    const { migration, finish } = labels;
    if (migration !== undefined)
      new ManagedRulesMigration(scope, 'migration', {
        zoneId: id,
        targetState: migration,
        ...(finish === undefined ? {} : { acknowledgeIrreversible: finish }), // the zone's id, again
      });
  },
});
app.synth();

function job(scope: Construct, folder: string): ZoneLoggingJobProps {
  return {
    name: folder,
    fields: ['RayID', 'EdgeStartTimestamp', 'ClientRequestURI'],
    timestamps: 'rfc3339',
    destination: LogDestination.r2({
      bucket: 'example-logs',
      path: folder,
      accountId: 'example',
      accessKeyId: secret(scope, 'store_key_id'),
      secretAccessKey: secret(scope, 'store_key'),
    }),
    enabled: true,
  };
}

/** A variable of the stack, which all its zones share. */
function secret(scope: Construct, id: string): string {
  const stack = TerraformStack.of(scope);
  const declared = stack.node.tryFindChild(id) as EphemeralVariable | undefined;
  return (declared ?? new EphemeralVariable(stack, id, { type: 'string' })).stringValue;
}
