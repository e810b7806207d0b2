import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const command = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

const zoneId = (index) => (index + 1).toString(16).padStart(32, '0');

/** The kinds of objects: object number `index` is in the zone of that number and has its own secret. */
export const KINDS = {
  data: {
    canBeDestroyed: true,
    configuration: (_service, from, count) => ({
      resource: { terraform_data: named(from, count, (index) => ({ input: destination(index) })) },
    }),
  },
  jobs: kind('zone_logpush_job', true, (index) => ({
    ...job(index),
    destination_conf_wo: destination(index),
    destination_conf_wo_version: 1,
  })),
  /** Their secrets are in the state, and every plan warns about that. */
  'stored-jobs': kind('zone_logpush_job', true, (index) => ({
    ...job(index),
    destination_conf: destination(index),
  })),
  fields: kind('zone_log_custom_fields', true, (index) => ({
    zone_id: zoneId(index),
    request_headers: ['content-type', 'x-request-id', `x-${index}`],
    cookies: ['session'],
  })),
  migrations: kind('zone_managed_rules_migration', false, (index) => ({
    zone_id: zoneId(index),
    target_state: 'validation',
  })),
};

function job(index) {
  return {
    zone_id: zoneId(index),
    name: `job-${index}`,
    options: { fields: ['ClientIP', 'RayID', 'RequestHeaders'], timestamps: 'rfc3339' },
    enabled: true,
  };
}

function kind(type, canBeDestroyed, attributes) {
  return {
    canBeDestroyed,
    configuration: (_service, from, count) => ({
      terraform: { required_providers: { zone: { source: 'registry.terraform.io/zonewright/zone' } } },
      // The maximum, so that pacing is not what is measured.
      provider: { zone: { max_requests_per_second: 1000 } },
      resource: { [type]: named(from, count, attributes) },
    }),
  };
}

function named(from, count, attributes) {
  return Object.fromEntries(
    Array.from({ length: count }, (_, offset) => [`n${from + offset}`, attributes(from + offset)]),
  );
}

function destination(index) {
  const key = (index * 7919 + 1).toString(36).toUpperCase().padStart(8, 'K');
  return `s3://logs-${index}/zone?region=eu-central-1&access-key-id=AKIA${key}AAAA&secret-access-key=${key}/wJalr+${key}bPxRfiCY${key}`;
}

/** Starts the emulator in a separate process, with `count` zones. */
export async function startService(folder, count) {
  const zones = Array.from({ length: count }, (_, index) => ({
    id: zoneId(index),
    name: `zone-${index}.example`,
    plan: 'enterprise',
    previous_waf: { core_rule_set: { sensitivity: 'medium', action_mode: 'block' } },
  }));
  const seed = join(folder, 'seed.json');
  writeFileSync(seed, JSON.stringify({ zones }));
  const child = spawn(
    process.execPath,
    [command, 'emulator', '--port', '0', '--quiet', '--model', 'specification', '--seed', seed],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  let output = '';
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    output += chunk;
    if (/Ctrl-C/.test(output)) break;
  }
  child.stdout.resume();
  const close = () =>
    new Promise((resolve) => {
      child.once('close', resolve);
      child.kill();
    });
  return { baseUrl: /BASE_URL=(\S+)/.exec(output)[1], token: /API_TOKEN=(\S+)/.exec(output)[1], close };
}
