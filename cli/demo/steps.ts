import { readdirSync, readFileSync, realpathSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_ZONE_ID as ZONE, type TrafficRequest } from '../../emulator';
import { packageVersion } from '../../lib/provider/package-root';
import { PHASE_LOG_CUSTOM_FIELDS, PROVIDER_ADDRESS } from '../../schema';
import { productName } from '../engine/find';
import type { Act, Command, Stage, Step } from './stage';

/** Where the engine works: the stacks of two examples. */
const [STACK, MIGRATION] = ['stacks/log-fields', 'stacks/zone-migration'];

/** The state of the first, and where it is while another one is filled. */
const [STATE, FIRST_STATE] = ['terraform.log-fields.tfstate', 'first.tfstate'];

/** What the first declares, as the service has it. */
const DECLARED = {
  cookie_fields: [{ name: 'cart_id' }, { name: 'session_id' }],
  request_fields: [{ name: 'content-type' }, { name: 'x-checkout-version' }, { name: 'x-request-id' }],
  response_fields: [{ name: 'server-timing' }],
};
const EDITED = [{ name: 'content-type' }, { name: 'x-checkout-version' }, { name: 'x-debug' }];

/** A request with more than the zone logs: a repeated header, headers that are not configured, three cookies. */
const REQUEST: TrafficRequest = {
  path: '/checkout',
  headers: {
    'User-Agent': 'demo',
    'X-Request-Id': ['4f1c', 'a second one'],
    'Content-Type': 'application/json',
    Authorization: 'not for the log',
    Cookie: 'session_id=s-81; SESSION_ID=other; cart_id=c-7; theme=dark',
  },
  response: { status: 201, headers: { 'Server-Timing': 'db;dur=12', 'Set-Cookie': 'theme=light' } },
};

/** The part of it that the zone's configuration logs. */
const LOGGED = {
  RequestHeaders: { 'content-type': 'application/json', 'x-request-id': '4f1c' },
  ResponseHeaders: { 'server-timing': 'db;dur=12' },
  Cookies: { cart_id: 'c-7', session_id: 's-81' },
};

/** Typical settings of the previous managed rules in a zone that migrates. */
const PREVIOUS_RULES = {
  core_rule_set: { sensitivity: 'medium', action_mode: 'simulate' },
  rules: { '100015': 'disable', '990012': 'off' },
  firewall_rules: [{ action: 'bypass', products: ['waf'], expression: 'ip.src eq 192.0.2.7' }],
};

/** What is shown of the output of commands: of the plan after the edit, that edit and nothing else. */
const CHANGES = /^# [^]*?(?=^Plan: )/m;
const DRIFT =
  /^# [^~]*~ resource [^~]*~ request_headers [^~+]*- "x-debug",\s*\+ "x-request-id",[^~+-]*(?=^Plan: )/m;
const WARNINGS = /^Warning: .*/gm;
const APPLIED = /^Apply complete! .*/m;
const REHEARSAL = /^Rehearsed: [^]*?(?=\n\n)|^.* (plan|apply|plan again): .*/gm;

/** A command in a folder of the demo's, and what its output must contain. */
function run(folder: string, line: string, ...prints: readonly RegExp[]): Command {
  return { folder, line, prints };
}

/** Checks what the zone logs: undefined if it has no custom fields. */
function logs(expected?: typeof DECLARED): Act {
  return ({ zone, expect }) => {
    const ruleset = zone().rulesets?.find(({ phase }) => phase === PHASE_LOG_CUSTOM_FIELDS);
    expect('what the zone logs', ruleset?.rules?.[0]?.action_parameters, expected);
  };
}

/** Checks how far the migration is. */
function isIn(state: string): Act {
  return ({ zone, expect }) => expect('the migration state', zone().migration?.state, state);
}

/** Runs a command that must not change what is read. */
function keeps(read: (stage: Stage) => unknown, command: Command): Act {
  return async (stage) => {
    const before = read(stage);
    await stage.run(command);
    stage.expect('what must not change', read(stage), before);
  };
}

type Tree = Readonly<Record<string, Readonly<Record<string, object>>>>;

/** Shows what the first is synthesized to: an attribute is one line, but for the options. */
function showStack({ path, show }: Stage): void {
  const { resource } = JSON.parse(readFileSync(path(STACK, 'cdk.tf.json'), 'utf8')) as { resource: Tree };
  for (const [type, named] of Object.entries(resource))
    for (const [name, attributes] of Object.entries(named)) {
      show(`${type}.${name}`);
      for (const [key, value] of Object.entries(attributes)) {
        const text = JSON.stringify(value, undefined, key === 'logpull_options' ? 2 : 0);
        // The key `//` holds what the CDK notes about the construct; a destination is a long line.
        if (!/^(\/\/|destination_conf)/.test(key)) show(`  ${key} = ${text.replaceAll('\n', '\n  ')}`);
      }
    }
}

/** Checks that the provider is the one in the stack's folder. */
function isPlaced({ path, expect }: Stage): void {
  const installed = path(STACK, '.terraform/providers', PROVIDER_ADDRESS, packageVersion());
  const [platform = ''] = readdirSync(installed);
  const isOurs = realpathSync(join(installed, platform)).startsWith(path(STACK, 'terraform.d/plugins'));
  expect('whether the provider is from there', isOurs, true);
}

/** Sends the request through the zone, and shows the log entry. */
function sendRequest({ emulator, show, expect }: Stage): void {
  const lines = emulator.control.traffic.send(ZONE, [REQUEST]).logs.flatMap((log) => log.lines);
  const entries = lines.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
  show(JSON.stringify(entries[0], undefined, 2));
  // Besides, the example's job lists two log fields of each entry.
  const { EdgeStartTimestamp, RayID } = entries[0] ?? {};
  expect('the log entries', entries, [{ ...LOGGED, EdgeStartTimestamp, RayID }]);
}

/** Puts the state aside, and imports what the zone has. */
async function importZone(stage: Stage): Promise<void> {
  renameSync(stage.path(STATE), stage.path(FIRST_STATE));
  // The version after the job's number keeps its destination out of the state. Engines before write-only attributes may
  // count a value from a sensitive variable as a change.
  const [version, changed] = stage.storesSecrets ? ['', '[01]'] : ['/1', '0'];
  const block = (to: string, id: string): string => `import {\n  to = ${to}\n  id = "${id}"\n}\n`;
  const blocks =
    block('zone_log_custom_fields.fields', ZONE) + block('zone_logpush_job.logs', `${ZONE}/1${version}`);
  writeFileSync(stage.path(STACK, 'import.tf'), blocks);
  stage.tell('cat import.tf');
  stage.show(blocks);
  await stage.run(run(STACK, 'terraform init'));
  const planned = new RegExp(`^Plan: 2 to import, 0 to add, ${changed} to change, 0 to destroy\\.`, 'm');
  await stage.run(run(STACK, 'terraform apply -auto-approve', planned, APPLIED));
}

/** From the service to the log entry, and back; then the one-way migration of a zone, in two changes. */
export const STEPS: readonly Step[] = [
  [
    'A zone service on this machine',
    'The emulator stands in for the real service: no account, no token, no cost.',
    ({ tell }) => tell('zonewright emulator --port 0'),
    ({ show, emulator }) => show(emulator.baseUrl),
    logs(),
    ({ zone }) => `zone ${zone().name} (${zone().plan}) exists; it logs no custom fields yet`,
    ({ found }) => `engine: ${productName(found.flavor)} ${found.version}, ${found.way}`,
  ],
  [
    'Synthesize the stack',
    'Constructs become plain Terraform JSON, with the provider beside it.',
    run('.', 'node dist/examples/log-fields.js'),
    showStack,
    'stacks/log-fields/cdk.tf.json was written',
  ],
  [
    'Init and validate',
    'The engine finds the provider in the folder: no registry, no settings.',
    run(STACK, 'terraform init', /Installed .*/),
    isPlaced,
    "the provider comes from terraform.d/plugins in the stack's folder",
    run(STACK, 'terraform validate', /^Success! .*/m),
    'the provider started and accepted the configuration',
  ],
  [
    'Plan',
    'The plan shows and checks what would change before anything happens.',
    run(STACK, 'terraform plan -out=demo.tfplan', CHANGES, /^Plan: 2 to add, 0 to change, 0 .*/m),
    logs(),
    'nothing was changed at the service',
  ],
  [
    'Apply',
    'Apply does exactly what was planned.',
    run(STACK, 'terraform apply demo.tfplan', /.*: Creat.*/g, /^Apply complete! Resources: 2 added, .*/m),
    logs(DECLARED),
    'read back: 3 request headers, 1 response header, 2 cookies',
  ],
  [
    'Plan again',
    'After apply the next plan is empty. Always.',
    run(STACK, 'terraform plan -detailed-exitcode', /^No changes\..*/m),
    'exit code 0: no changes',
  ],
  [
    'A request through the zone',
    'It produces a log entry with the configured headers and cookies.',
    sendRequest,
    'read from the log of the job: only what is configured',
  ],
  [
    'An edit behind our back',
    'Somebody edits the zone by hand; the plan shows that edit and nothing else.',
    ({ emulator }) =>
      emulator.control.editRuleset(ZONE, PHASE_LOG_CUSTOM_FIELDS, ({ rules: [rule] }) => {
        if (rule) rule.action_parameters['request_fields'] = EDITED;
      }),
    logs({ ...DECLARED, request_fields: EDITED }),
    'at the service, x-request-id has become x-debug',
    run(STACK, 'terraform plan -out=heal.tfplan', DRIFT, /^Plan: 0 to add, 1 to change, 0 to destroy\./m),
    'the plan shows the drift, and nothing else',
    run(STACK, 'terraform apply heal.tfplan', APPLIED),
    logs(DECLARED),
    { ...run(STACK, 'terraform plan -detailed-exitcode'), silent: true },
    'reverted: the declared fields are back, and the next plan is empty',
  ],
  [
    'Import into a new state',
    'An existing configuration is imported without changing it.',
    importZone,
    run(STACK, 'terraform plan -detailed-exitcode'),
    'exit code 0: the imported zone needs no change',
  ],
  [
    'Destroy',
    'First the job is deleted, then its fields; the rest of the zone stays.',
    ({ path }) => renameSync(path(FIRST_STATE), path(STATE)),
    run(STACK, 'terraform destroy -auto-approve', /.*: Destr.*/g, /^Destroy complete! .*/m),
    logs(),
    ({ emulator, zone, expect }) => {
      const written = emulator.control.journal().filter(({ method }) => method !== 'GET');
      expect('the zones that were written to', [...new Set(written.map(({ zoneId }) => zoneId))], [ZONE]);
      expect('the jobs', zone().logpush?.jobs, []);
    },
    'no custom fields and no job, as before; nothing else was touched',
  ],
  [
    'The managed-rules migration: both versions side by side',
    'The first of two reviewed changes. Even this one cannot be undone.',
    ({ emulator }) => emulator.control.patchZone(ZONE, { previous_waf: PREVIOUS_RULES }),
    run('.', 'CHANGE=validate node dist/examples/zone-migration.js'),
    { ...run(MIGRATION, 'terraform init'), silent: true },
    run(MIGRATION, 'terraform apply -auto-approve', WARNINGS, APPLIED),
    isIn('validation'),
    'both versions run, the new one first',
  ],
  [
    'A rehearsal of the last step',
    'It cannot be undone, so it is done first on a copy of the zone.',
    run('.', 'CHANGE=finish node dist/examples/zone-migration.js'),
    run('.', 'zonewright copy example.com --out copy.json', /^(Copied|Requests).*/gm),
    keeps(({ emulator }) => emulator.control.journal().length, {
      ...run('.', 'zonewright rehearse stacks/zone-migration --on copy.json', REHEARSAL),
      exits: 3, // of a review of something that cannot be undone
    }),
    isIn('validation'),
    'the service was not asked, and the zone is still in validation',
  ],
  [
    'The finish',
    'The service needs some time; apply waits until it reports the end.',
    run(MIGRATION, 'terraform plan -out=finish.tfplan', /(?<=, 1 to change, [^]*)^Warning: .*/gm),
    run(MIGRATION, 'terraform apply finish.tfplan', APPLIED),
    isIn('finished'),
    'the previous managed rules are disabled for good',
    run(MIGRATION, 'terraform plan -detailed-exitcode'),
    'exit code 0: no changes',
  ],
  [
    'A refused destroy',
    'A migration cannot be undone, so nothing pretends to undo it.',
    keeps(({ path }) => readFileSync(path('terraform.zone-migration.tfstate'), 'utf8'), {
      ...run(MIGRATION, 'terraform destroy -auto-approve', /^Error: .* cannot be destroyed.*/m),
      exits: 1,
    }),
    isIn('finished'),
    'exit code 1: nothing was changed, neither here nor at the service',
  ],
];
