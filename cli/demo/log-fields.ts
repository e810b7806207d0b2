import { cpSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { TrafficRequest } from '../../emulator';
import { packageVersion } from '../../lib/provider/package-root';
import { ACTION_LOG_CUSTOM_FIELD, PHASE_LOG_CUSTOM_FIELDS, PROVIDER_ADDRESS } from '../../schema';
import { productName } from '../engine/find';
import { releasePlatform } from '../engine/release';
import { counted } from '../text/words';
import { compiledExample } from './compiled-example';
import { linesThatBegin, planBody } from './engine-output';
import type { Stage, Step } from './stage';

/** The addresses of the example's resources in its stack. */
const FIELDS = 'zone_log_custom_fields.fields';
const JOB = 'zone_logpush_job.logs';

/** The names that a zone logs, each list in alphabetical order, by the names that the service has for them (docs/internals/service.md 4.1). */
type LoggedFields = Readonly<
  Record<'request_fields' | 'response_fields' | 'cookie_fields', readonly string[]>
>;

/** What the example declares. */
const DECLARED: LoggedFields = {
  request_fields: ['content-type', 'x-checkout-version', 'x-request-id'],
  response_fields: ['server-timing'],
  cookie_fields: ['cart_id', 'session_id'],
};

interface NamedField {
  readonly name: string;
}

/** Reads the fields directly from the service. Undefined if the zone logs no custom fields. */
function loggedFields({ emulator, zoneId }: Stage): LoggedFields | undefined {
  const rule = emulator.control
    .zones()
    .find((zone) => zone.id === zoneId)
    ?.rulesets.find((ruleset) => ruleset.phase === PHASE_LOG_CUSTOM_FIELDS)
    ?.rules.find((each) => each.action === ACTION_LOG_CUSTOM_FIELD);
  if (!rule) return undefined;
  const lists = Object.keys(DECLARED).map((list) => {
    const fields = (rule.action_parameters?.[list] ?? []) as readonly NamedField[];
    return [list, fields.map(({ name }) => name).sort()];
  });
  return Object.fromEntries(lists) as LoggedFields;
}

/** The numbers of the zone's log push jobs. */
function jobIds(stage: Stage): readonly number[] {
  return (stage.zone().logpush.jobs ?? []).flatMap(({ id }) => id ?? []);
}

const STACK_FILE = 'cdk.tf.json';

interface SynthesizedStack {
  readonly resource?: Readonly<Record<string, Readonly<Record<string, object>>>>;
}

const LONGEST_LINE = 72;

/** An attribute is one line, or several if it is too long for a terminal. */
function attributeLines({ resource = {} }: SynthesizedStack): readonly string[] {
  return Object.entries(resource).flatMap(([type, named]) =>
    Object.entries(named).flatMap(([name, attributes]) => [
      `${type}.${name}`,
      ...Object.entries(attributes).flatMap(([key, value]: readonly [string, unknown]) => {
        // The key `//` holds what cdktf notes about the construct; a destination is a long line.
        if (key === '//' || key.startsWith('destination_conf')) return [];
        const line = `  ${key} = ${JSON.stringify(value)}`;
        if (line.length <= LONGEST_LINE) return [line];
        return `${key} = ${JSON.stringify(value, undefined, 2)}`.split('\n').map((part) => `  ${part}`);
      }),
    ]),
  );
}

/** A request with more than the zone logs: a repeated header, headers that are not configured, three cookies. */
const REQUEST: TrafficRequest = {
  path: '/checkout',
  headers: [
    ['User-Agent', 'demo'],
    ['X-Request-Id', '4f1c'],
    ['X-Request-Id', 'a second one'],
    ['Content-Type', 'application/json'],
    ['Authorization', 'not for the log'],
    ['Cookie', 'session_id=s-81; SESSION_ID=other; cart_id=c-7; theme=dark'],
  ],
  response: {
    status: 201,
    headers: [
      ['Server-Timing', 'db;dur=12'],
      ['Set-Cookie', 'theme=light'],
    ],
  },
};

/** The part of it that the zone's configuration logs. */
const LOGGED = {
  RequestHeaders: { 'content-type': 'application/json', 'x-request-id': '4f1c' },
  ResponseHeaders: { 'server-timing': 'db;dur=12' },
  Cookies: { cart_id: 'c-7', session_id: 's-81' },
};

const BY_HAND = 'x-debug';

interface PlanJson {
  readonly resource_changes?: readonly {
    readonly address: string;
    readonly change: Readonly<Record<'before' | 'after', Readonly<Record<string, unknown>>>>;
  }[];
}

/** The attributes of the example's fields that a plan changes. */
function changedAttributes(json: string): readonly string[] {
  const { resource_changes: changes = [] } = JSON.parse(json) as PlanJson;
  return changes
    .filter(({ address }) => address === FIELDS)
    .flatMap(({ change: { before, after } }) =>
      Object.keys({ ...before, ...after }).filter((name) => !isDeepStrictEqual(before[name], after[name])),
    );
}

/** From the service to the log entry, and back. */
export const LOG_FIELDS: readonly Step[] = [
  {
    title: 'A zone service on this machine',
    why: 'The emulator stands in for the real service: no account, no token, no cost.',
    async run(stage) {
      const { emulator, found } = stage;
      stage.command('zonewright emulator --port 0');
      stage.output([emulator.baseUrl]);
      stage.expect('what the new zone logs', loggedFields(stage), undefined);
      const { name, plan } = stage.zone();
      stage.check(`zone ${name} (${plan}) exists; it logs no custom fields yet`);
      stage.check(`engine: ${productName(found.flavor)} ${found.version}, ${found.way}`);
    },
  },
  {
    title: 'Synthesize the stack',
    why: 'Constructs become plain Terraform JSON, with the provider beside it.',
    async run(stage) {
      const { program, command } = compiledExample('log-fields');
      const CDKTF_OUTDIR = stage.path('app');
      const env = { ZONE_ID: stage.zoneId, CDKTF_OUTDIR, STORE_SECRETS: String(stage.storesSecrets) };
      await stage.run(command, [process.execPath, program], { folder: 'app', env });
      const file = stage.path('stack', STACK_FILE);
      stage.output(attributeLines(JSON.parse(readFileSync(file, 'utf8')) as SynthesizedStack));
      stage.check(`${join('stacks', 'log-fields', STACK_FILE)} was written`);
    },
  },
  {
    title: 'Init and validate',
    why: 'The engine finds the provider in the folder: no registry, no settings.',
    async run(stage) {
      const { stdout } = await stage.engine('stack', 'init');
      // Without the dash of the engine's list, which would look like a deletion here.
      stage.output(linesThatBegin(stdout, '- Installed', '- Using').map((line) => line.replace(/^- /, '')));
      const version = join(
        PROVIDER_ADDRESS,
        packageVersion(),
        releasePlatform(process.platform, process.arch),
      );
      stage.expect(
        'the source of the provider',
        realpathSync(stage.path('stack', '.terraform', 'providers', version)),
        realpathSync(stage.path('stack', 'terraform.d', 'plugins', version)),
      );
      stage.check("the provider comes from terraform.d/plugins in the stack's folder");
      stage.output(linesThatBegin((await stage.engine('stack', 'validate')).stdout, 'Success!'));
      stage.check('the provider started and accepted the configuration');
    },
  },
  {
    title: 'Plan',
    why: 'The plan shows and checks what would change before anything happens.',
    async run(stage) {
      const { stdout } = await stage.engine('stack', 'plan -out=demo.tfplan', 2);
      // The options as text are one long line that repeats the attributes after it.
      stage.output(planBody(stdout).filter((line) => !line.includes('logpull_options')));
      stage.expect('what the zone logs after the plan', loggedFields(stage), undefined);
      stage.check('nothing was changed at the service');
    },
  },
  {
    title: 'Apply',
    why: 'Apply does exactly what was planned.',
    async run(stage) {
      const { stdout } = await stage.engine('stack', 'apply demo.tfplan');
      stage.output(linesThatBegin(stdout, `${FIELDS}: Creat`, `${JOB}: Creat`, 'Apply complete!'));
      stage.expect('what the zone logs after apply', loggedFields(stage), DECLARED);
      const counts = [
        counted(DECLARED.request_fields.length, 'request header'),
        counted(DECLARED.response_fields.length, 'response header'),
        counted(DECLARED.cookie_fields.length, 'cookie'),
      ];
      stage.check(`read back: ${counts.join(', ')}`);
    },
  },
  {
    title: 'Plan again',
    why: 'After apply the next plan is empty. Always.',
    async run(stage) {
      stage.output(planBody((await stage.engine('stack', 'plan -detailed-exitcode')).stdout));
      stage.check('exit code 0: no changes');
    },
  },
  {
    title: 'A request through the zone',
    why: 'It produces a log entry with the configured headers and cookies.',
    async run(stage) {
      const { logs } = stage.emulator.control.traffic.send(stage.zoneId, [REQUEST]);
      const lines = logs.flatMap((log) => log.lines);
      const [entry = {}] = lines.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
      stage.expect('the number of log entries', lines.length, 1);
      stage.output(JSON.stringify(entry, undefined, 2).split('\n'));
      // Those that the example's job lists.
      const fields = ['Cookies', 'EdgeStartTimestamp', 'RayID', 'RequestHeaders', 'ResponseHeaders'];
      stage.expect('the log fields of the entry', Object.keys(entry).sort(), fields);
      const { RequestHeaders, ResponseHeaders, Cookies } = entry;
      stage.expect('the content of the entry', { RequestHeaders, ResponseHeaders, Cookies }, LOGGED);
      stage.check('read from the log of the job: only what is configured');
    },
  },
  {
    title: 'An edit behind our back',
    why: 'Somebody edits the zone by hand; the plan shows that edit and nothing else.',
    async run(stage) {
      const list = ['content-type', 'x-checkout-version', BY_HAND];
      stage.emulator.control.editRuleset(stage.zoneId, PHASE_LOG_CUSTOM_FIELDS, ({ rules: [rule] }) => {
        if (rule) rule.action_parameters['request_fields'] = list.map((name) => ({ name }));
      });
      const edited = { ...DECLARED, request_fields: list };
      stage.expect('what the zone logs after the edit', loggedFields(stage), edited);
      stage.check(`at the service, x-request-id has become ${BY_HAND}`);

      stage.output(planBody((await stage.engine('stack', 'plan -out=heal.tfplan', 2)).stdout));
      const { stdout: json } = await stage.engine('stack', 'show -json heal.tfplan', 0, false);
      stage.expect('what the plan changes', changedAttributes(json), ['request_headers']);
      stage.check('the plan shows the drift, and nothing else');

      const { stdout } = await stage.engine('stack', 'apply heal.tfplan');
      stage.output(linesThatBegin(stdout, 'Apply complete!'));
      stage.expect('what the zone logs after the apply', loggedFields(stage), DECLARED);
      await stage.engine('stack', 'plan', 0, false);
      stage.check('reverted: the declared fields are back, and the next plan is empty');
    },
  },
  {
    title: 'Import into a new state',
    why: 'An existing configuration is imported without changing it.',
    async run(stage) {
      for (const name of [STACK_FILE, 'terraform.d'])
        cpSync(stage.path('stack', name), stage.path('second', name), { recursive: true });
      // The stack names the file of its own state.
      writeFileSync(stage.path('second', 'state_override.tf'), 'terraform {\n  backend "local" {}\n}\n');
      // The version after the job's number keeps its destination out of the state.
      const job = [stage.zoneId, ...jobIds(stage), ...(stage.storesSecrets ? [] : [1])].join('/');
      const blocks = [
        [FIELDS, stage.zoneId],
        [JOB, job],
      ].flatMap(([to, id]) => ['import {', `  to = ${to}`, `  id = "${id}"`, '}']);
      const file = stage.path('second', 'import.tf');
      writeFileSync(file, `${blocks.join('\n')}\n`);

      stage.command('cat import.tf');
      stage.output(blocks);
      await stage.engine('second', 'init');
      const { stdout } = await stage.engine('second', 'apply -auto-approve');
      stage.output(linesThatBegin(stdout, 'Plan:', 'Apply complete!'));
      const [summary] = linesThatBegin(stdout, 'Plan:');
      // Engines before write-only attributes may count a value from a sensitive variable as a change.
      const seen = stage.storesSecrets ? summary?.replace('1 to change', '0 to change') : summary;
      const expected = 'Plan: 2 to import, 0 to add, 0 to change, 0 to destroy';
      stage.expect('the plan of the import', seen?.replace(/\.$/, ''), expected);

      rmSync(file);
      await stage.engine('second', 'plan -detailed-exitcode');
      stage.check('exit code 0: the imported zone needs no change');
    },
  },
  {
    title: 'Destroy',
    why: 'First the job is deleted, then its fields; the rest of the zone stays.',
    async run(stage) {
      const others = (): unknown => stage.emulator.control.zones().filter(({ id }) => id !== stage.zoneId);
      const before = others();
      const { stdout } = await stage.engine('stack', 'destroy -auto-approve');
      stage.output(linesThatBegin(stdout, `${JOB}: Destr`, `${FIELDS}: Destr`, 'Destroy complete!'));
      stage.expect('what the zone logs at the end', loggedFields(stage), undefined);
      stage.expect('the jobs of the zone at the end', jobIds(stage), []);
      stage.expect('the rest of the service', others(), before);
      stage.check('no custom fields and no job, as before; nothing else was touched');
    },
  },
];
