import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { migratingZone, zoneIdOf } from '../e2e/migrating-zones';
import { createWorkspace, startService } from '../support/workspace';

/** The files of a recorded release. */
export const FILES = {
  configuration: 'main.tf.json',
  state: 'terraform.tfstate',
  service: 'service.json',
} as const;

const ZONES = ['logging', 'validation', 'finished', 'rules'];
const R2 = 'r2://logs/http?account-id=a1b2&access-key-id=AKIArecorded&secret-access-key=recorded';

/** Every resource, in the forms whose states differ. */
export const RESOURCES = {
  zone_log_custom_fields: {
    all: {
      zone_id: zoneIdOf('logging'),
      request_headers: ['x-request-id', 'content-type'],
      response_headers: ['server-timing'],
      cookies: ['Session'],
      description: 'für alle',
    },
  },
  zone_logpush_job: {
    stored: job('stored', {
      destination_conf: R2,
      logpull_options: { timestamps: 'unix', fields: ['RayID', 'ClientIP'], other: 'x_a=1' },
    }),
    'write-only': job('write-only', {
      destination_conf_wo: R2,
      destination_conf_wo_version: 3,
      logpull_options: { fields: ['RayID', 'Cookies'], timestamps: 'rfc3339', sample: 0.1 },
    }),
    output: job('output', {
      destination_conf: R2,
      output_options: { field_names: ['RayID'], output_type: 'csv', sample_rate: 0.001 },
      filter: JSON.stringify({ where: { key: 'ClientRequestHost', operator: 'eq', value: 'é' } }),
      max_upload_records: 1000,
    }),
  },
  zone_logpush_ownership_challenge: {
    stored: { zone_id: zoneIdOf('logging'), destination_conf: 'gs://logs/http' },
    'write-only': {
      zone_id: zoneIdOf('logging'),
      destination_conf_wo: 'azure://logs/http?sig=recorded',
      destination_conf_wo_version: 1,
    },
  },
  zone_managed_rules: {
    all: {
      zone_id: zoneIdOf('rules'),
      rules: [
        { name: 'office', expression: 'ip.src in {192.0.2.0/24}', skip: { ruleset: 'current' } },
        {
          name: 'cloudflare',
          execute: {
            ruleset_id: 'efb7b8c949ac4650a09736fc376e9aee',
            overrides: { categories: { wordpress: { action: 'block', enabled: true } } },
          },
        },
      ],
    },
  },
  zone_managed_rules_migration: {
    validation: { zone_id: zoneIdOf('validation'), target_state: 'validation', timeouts: { create: '2h' } },
    finished: {
      zone_id: zoneIdOf('finished'),
      target_state: 'finished',
      acknowledge_irreversible: zoneIdOf('finished'),
      on_destroy: 'abandon',
    },
  },
} as const;

function job(name: string, more: object): object {
  return { zone_id: zoneIdOf('logging'), name, ...more };
}

/**
 * Applies {@link RESOURCES} with the built provider and the real engine against the emulator, and writes configuration,
 * state and service into the folder of a release. It never overwrites what is there.
 */
export async function recordStates(folder: string): Promise<void> {
  const zones = ZONES.map((name) =>
    migratingZone(name, name === 'rules' ? { state: 'finished', rules: [] } : {}),
  );
  const service = await startService({ seed: { options: { finish_seconds: 0 }, zones } });
  const workspace = await createWorkspace({ env: service.env });
  try {
    const configuration = {
      terraform: { required_providers: { zone: { source: 'zonewright/zone' } } },
      provider: { zone: { max_requests_per_second: 1000 } },
      resource: RESOURCES,
    };
    workspace.write(FILES.configuration, JSON.stringify(configuration, null, 2));
    await workspace.ready();
    await workspace.applied();
    await workspace.applied({ args: ['-refresh-only'] });
    mkdirSync(folder, { recursive: true });
    for (const [name, text] of [
      [FILES.configuration, workspace.read(FILES.configuration)],
      [FILES.state, workspace.read(FILES.state)],
      [FILES.service, JSON.stringify(service.emulator.control.snapshot(), null, 2)],
    ] as const)
      writeFileSync(join(folder, name), text, { flag: 'wx' });
  } finally {
    workspace.remove();
    await service.emulator.close();
  }
}
