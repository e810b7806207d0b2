import { cpSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_ZONE_ID as ZONE, type TrafficRequest } from '../../emulator';
import { packageVersion } from '../../lib/provider/package-root';
import { PHASE_LOG_CUSTOM_FIELDS, PROVIDER_ADDRESS } from '../../schema';
import { productName } from '../engine/find';
import { releasePlatform } from '../engine/release';
import { CommandFailure } from '../terminal/failure';
import type { Act, Stage, Step } from './stage';

/** Where the engine works, each with a state of its own: the stacks of two examples, and an import of the first. */
const [STACK, SECOND, MIGRATION] = ['app/stacks/log-fields', 'second', 'migration/stacks/zone-migration'];
const STACK_FILE = 'cdk.tf.json';

/** The addresses of the resources of the first. */
const [FIELDS, JOB] = ['zone_log_custom_fields.fields', 'zone_logpush_job.logs'];

/** What a plan of the last step does. */
const FINISHES =
  'update zone_managed_rules_migration.migration: acknowledge_irreversible, finish, irreversible, migration_state, ' +
  'new_waf_status, old_waf_status, step, target_state';

/** What the first declares: each list in alphabetical order, by the names that the service has for them. */
const DECLARED = {
  request_fields: ['content-type', 'x-checkout-version', 'x-request-id'],
  response_fields: ['server-timing'],
  cookie_fields: ['cart_id', 'session_id'],
};
const EDITED = ['content-type', 'x-checkout-version', 'x-debug'];

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

/** The lines that match, without the dash of the engine's lists, and those of a report wrapped between words. */
function linesOf(output: string, pattern: RegExp): readonly string[] {
  const lines = output.split('\n').map((line) => line.trim().replace(/^- (?=[A-Z])/, ''));
  const wrapped = (line: string) =>
    (/^(Error|Warning): /.test(line) && line.match(/\S.{0,69}(?=\s|$)/g)) || line;
  return lines.filter((line) => pattern.test(line)).flatMap(wrapped);
}

/** Of what a plan prints, the lines from the first change to the summary, without their common indentation. */
function changesOf(output: string): readonly string[] {
  const lines = /^ {2}# [^]*?^Plan: .*/m.exec(output)?.[0].split('\n') ?? [];
  // The options as text are one long line that repeats the attributes after it.
  const shown = lines.filter((line) => line !== '' && !line.includes('logpull_options'));
  return shown.map((line) => line.trimEnd().replace(/^ {2}/, ''));
}

/** A command of the engine. @param shown which lines, or changes, of what it prints @param must what a plan must change */
function run(folder: string, line: string, shown?: RegExp | 'changes', must: readonly string[] = []): Act {
  return async (stage) => {
    const { stdout, changes } = await stage.engine(folder, line);
    if (shown) stage.show(shown === 'changes' ? changesOf(stdout) : linesOf(stdout, shown));
    stage.expect('what the plan changes', changes, must);
  };
}

/** The folder of the examples that are compiled for the installed CDK. */
function compiledExamples(): string {
  for (const [cdk, folder] of Object.entries({ cdktf: 'examples', cdktn: 'examples-cdktn' }))
    try {
      return require.resolve(cdk) && `dist/${folder}`;
    } catch {
      // The other one may be installed.
    }
  throw new CommandFailure({
    message: 'the demo synthesizes a stack, and neither cdktf nor cdktn is installed',
    hints: ['npm install cdktf constructs', 'or: npm install cdktn constructs'],
  });
}

/** Synthesizes one of the two changes of the migration. */
function change(word: string): Act {
  return (stage) => stage.program('migration', `CHANGE=${word} node ${compiledExamples()}/zone-migration.js`);
}

/** Checks what the zone logs: undefined if it has no custom fields. */
function logs(expected?: typeof DECLARED): Act {
  return (stage) => {
    const rule = stage.zone()?.rulesets.find(({ phase }) => phase === PHASE_LOG_CUSTOM_FIELDS)?.rules[0];
    const namesOf = (list: string): readonly string[] =>
      ((rule?.action_parameters?.[list] ?? []) as { name: string }[]).map(({ name }) => name).sort();
    const seen = rule && Object.fromEntries(Object.keys(DECLARED).map((list) => [list, namesOf(list)]));
    stage.expect('what the zone logs', seen, expected);
  };
}

/** Checks how far the migration is. */
function isIn(state: string): Act {
  return (stage) => stage.expect('the migration state', stage.zone()?.migration, state);
}

/** Shows what an example is synthesized to: an attribute is one line, or several if it is too long for a terminal. */
async function synthesize(stage: Stage): Promise<void> {
  await stage.program('app', `node ${compiledExamples()}/log-fields.js`);
  const stack = JSON.parse(readFileSync(stage.path(STACK, STACK_FILE), 'utf8')) as { resource: Tree };
  for (const [type, named] of Object.entries(stack.resource))
    for (const [name, attributes] of Object.entries(named)) {
      stage.show([`${type}.${name}`]);
      for (const [key, value] of Object.entries(attributes)) {
        const text = (space?: number): string => `  ${key} = ${JSON.stringify(value, undefined, space)}`;
        // The key `//` holds what cdktf notes about the construct; a destination is a long line.
        if (key !== '//' && !key.startsWith('destination_conf'))
          stage.show((text().length > 72 ? text(2).replaceAll('\n', '\n  ') : text()).split('\n'));
      }
    }
}
type Tree = Readonly<Record<string, Readonly<Record<string, object>>>>;

/** Checks that the provider is the one in the stack's folder. */
function isPlaced(stage: Stage): void {
  const provider = join(PROVIDER_ADDRESS, packageVersion(), releasePlatform(process.platform, process.arch));
  const [used, placed] = ['.terraform/providers', 'terraform.d/plugins'].map((folder) =>
    realpathSync(stage.path(STACK, folder, provider)),
  );
  stage.expect('the source of the provider', used, placed);
}

/** Sends the request through the zone, and shows the log entry. */
function sendRequest(stage: Stage): void {
  const lines = stage.emulator.control.traffic.send(ZONE, [REQUEST]).logs.flatMap((log) => log.lines);
  const entries = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  stage.show(JSON.stringify(entries[0], undefined, 2).split('\n'));
  // Besides, the example's job lists two log fields of each entry.
  const { EdgeStartTimestamp, RayID } = entries[0] ?? {};
  stage.expect('the log entries', entries, [{ ...LOGGED, EdgeStartTimestamp, RayID }]);
}

/** Somebody replaces a request header by hand. */
const edit: Act = ({ emulator }) =>
  void emulator.control.editRuleset(ZONE, PHASE_LOG_CUSTOM_FIELDS, ({ rules: [rule] }) => {
    if (rule) rule.action_parameters['request_fields'] = EDITED.map((name) => ({ name }));
  });

/** Writes the import of what the zone has into a copy of the stack, and applies it. */
async function importZone(stage: Stage): Promise<void> {
  for (const name of [STACK_FILE, 'terraform.d'])
    cpSync(stage.path(STACK, name), stage.path(SECOND, name), { recursive: true });
  // The stack names the file of its own state.
  writeFileSync(stage.path(SECOND, 'state_override.tf'), 'terraform {\n  backend "local" {}\n}\n');
  const [job] = stage.emulator.control.jobs(ZONE);
  // The version after the job's number keeps its destination out of the state.
  const id = `${ZONE}/${job?.id}${stage.storesSecrets ? '' : '/1'}`;
  const block = (to: string, from: string): string => `import {\n  to = ${to}\n  id = "${from}"\n}\n`;
  const blocks = block(FIELDS, ZONE) + block(JOB, id);
  writeFileSync(stage.path(SECOND, 'import.tf'), blocks);
  stage.tell('cat import.tf');
  stage.show(blocks.trimEnd().split('\n'));
  await stage.engine(SECOND, 'init');
  const { stdout } = await stage.engine(SECOND, 'apply -auto-approve');
  stage.show(linesOf(stdout, /^(Plan:|Apply complete!)/));
  // Engines before write-only attributes may count a value from a sensitive variable as a change.
  const changed = stage.storesSecrets ? '[01]' : '0';
  const expected = new RegExp(`^Plan: 2 to import, 0 to add, ${changed} to change, 0 to destroy`, 'm');
  stage.expect('the import of both objects', expected.test(stdout), true);
  rmSync(stage.path(SECOND, 'import.tf'));
}

/** Checks that nothing is left, and that nothing of other zones was written. */
function isGone(stage: Stage): void {
  const written = stage.emulator.control.journal().filter(({ method }) => method !== 'GET');
  stage.expect('the zones that were written to', [...new Set(written.map(({ zoneId }) => zoneId))], [ZONE]);
  stage.expect('the number of jobs', stage.zone()?.jobs, 0);
}

/** Copies the zone, and rehearses the second change on the copy. */
async function rehearse(stage: Stage): Promise<void> {
  const { journal } = stage.emulator.control;
  const { stdout: copied } = await stage.program('migration', 'zonewright copy example.com --out copy.json');
  stage.show(linesOf(copied, /^(Copied|Requests)/));
  const asked = journal().length;
  // 3 is the exit code of a review of something that cannot be undone.
  const command = 'zonewright rehearse stacks/zone-migration --on copy.json';
  const lines = (await stage.program('migration', command, 3)).stdout.split('\n');
  stage.show(lines.slice(0, lines.indexOf('')));
  stage.show(lines.filter((line) => / (plan|apply|plan again): /.test(line)));
  stage.expect('what the rehearsal asked the service', journal().length - asked, 0);
}

/** Tries to destroy the finished migration. */
async function destroyFinished(stage: Stage): Promise<string> {
  const state = () => readFileSync(stage.path('migration', 'terraform.zone-migration.tfstate'), 'utf8');
  const before = state();
  const refused = await stage.engine(MIGRATION, 'destroy -auto-approve', { exitCode: 1 });
  const errors = linesOf(`${refused.stdout}\n${refused.stderr}`, /^Error: .* cannot be destroyed/);
  stage.show(errors);
  stage.expect('whether an error says so', errors.length > 0, true);
  stage.expect('the state file', state() === before, true);
  stage.expect('the migration state', stage.zone()?.migration, 'finished');
  return `exit code ${refused.exitCode}: nothing was changed, neither here nor at the service`;
}

/** From the service to the log entry, and back; then the one-way migration of a zone, in two changes. */
export const STEPS: readonly Step[] = [
  [
    'A zone service on this machine',
    'The emulator stands in for the real service: no account, no token, no cost.',
    (stage) => stage.tell('zonewright emulator --port 0'),
    (stage) => stage.show([stage.emulator.baseUrl]),
    logs(),
    (stage) => `zone ${stage.zone()?.name} (${stage.zone()?.plan}) exists; it logs no custom fields yet`,
    ({ found }) => `engine: ${productName(found.flavor)} ${found.version}, ${found.way}`,
  ],
  [
    'Synthesize the stack',
    'Constructs become plain Terraform JSON, with the provider beside it.',
    synthesize,
    'stacks/log-fields/cdk.tf.json was written',
  ],
  [
    'Init and validate',
    'The engine finds the provider in the folder: no registry, no settings.',
    run(STACK, 'init', /^(Installed|Using)/),
    isPlaced,
    "the provider comes from terraform.d/plugins in the stack's folder",
    run(STACK, 'validate', /^Success!/),
    'the provider started and accepted the configuration',
  ],
  [
    'Plan',
    'The plan shows and checks what would change before anything happens.',
    run(STACK, 'plan -out=demo.tfplan', 'changes', [`create ${FIELDS}`, `create ${JOB}`]),
    logs(),
    'nothing was changed at the service',
  ],
  [
    'Apply',
    'Apply does exactly what was planned.',
    run(STACK, 'apply demo.tfplan', /: Creat|^Apply complete!/),
    logs(DECLARED),
    'read back: 3 request headers, 1 response header, 2 cookies',
  ],
  [
    'Plan again',
    'After apply the next plan is empty. Always.',
    run(STACK, 'plan -detailed-exitcode', /^No changes\./),
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
    edit,
    logs({ ...DECLARED, request_fields: EDITED }),
    'at the service, x-request-id has become x-debug',
    run(STACK, 'plan -out=heal.tfplan', 'changes', [`update ${FIELDS}: request_headers`]),
    'the plan shows the drift, and nothing else',
    run(STACK, 'apply heal.tfplan', /^Apply complete!/),
    logs(DECLARED),
    async (stage) =>
      stage.expect('the next plan', (await stage.engine(STACK, 'plan', { isTold: false })).changes, []),
    'reverted: the declared fields are back, and the next plan is empty',
  ],
  [
    'Import into a new state',
    'An existing configuration is imported without changing it.',
    importZone,
    run(SECOND, 'plan -detailed-exitcode'),
    'exit code 0: the imported zone needs no change',
  ],
  [
    'Destroy',
    'First the job is deleted, then its fields; the rest of the zone stays.',
    run(STACK, 'destroy -auto-approve', /: Destr|^Destroy complete!/),
    logs(),
    isGone,
    'no custom fields and no job, as before; nothing else was touched',
  ],
  [
    'The managed-rules migration: both versions side by side',
    'The first of two reviewed changes. Even this one cannot be undone.',
    ({ emulator }) => emulator.control.patchZone(ZONE, { previous_waf: PREVIOUS_RULES }),
    change('validate'),
    (stage) => stage.engine(MIGRATION, 'init', { isTold: false }),
    run(MIGRATION, 'apply -auto-approve', /^(Warning: |Apply complete!)/),
    isIn('validation'),
    'both versions run, the new one first',
  ],
  [
    'A rehearsal of the last step',
    'It cannot be undone, so it is done first on a copy of the zone.',
    change('finish'),
    rehearse,
    isIn('validation'),
    'the service was not asked, and the zone is still in validation',
  ],
  [
    'The finish',
    'The service needs some time; apply waits until it reports the end.',
    run(MIGRATION, 'plan -out=finish.tfplan', /^Warning: /, [FINISHES]),
    run(MIGRATION, 'apply finish.tfplan', /^Apply complete!/),
    isIn('finished'),
    'the previous managed rules are disabled for good',
    run(MIGRATION, 'plan -detailed-exitcode'),
    'exit code 0: no changes',
  ],
  ['A refused destroy', 'A migration cannot be undone, so nothing pretends to undo it.', destroyFinished],
];
