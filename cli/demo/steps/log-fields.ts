import { readdirSync, readFileSync, cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { gunzipSync } from 'node:zlib';
import type { TrafficRequest } from '../../../emulator';
import { PHASE_LOG_CUSTOM_FIELDS } from '../../../schema';
import {
  EXAMPLE_ADDRESS,
  EXAMPLE_FIELDS,
  EXAMPLE_JOB_ADDRESS,
  EXAMPLE_BUCKET,
  EXAMPLE_LOG_FIELDS,
  loggedFields,
  countsOf,
  swapRequestHeader,
  jobIds,
} from '../example';
import { planBody, linesThatBegin, expectEqual, expectExit } from '../expectations';
import type { Step } from '../stage';

/** The saved plan, in the folder of the stack. */
const PLAN_FILE = 'demo.tfplan';

export const planStep: Step = {
  title: 'Plan',
  why: 'The plan shows and checks what would change before anything happens.',
  async run({ story, found, stack, emulator, zoneId }) {
    const command = `${found.flavor} plan -out=${PLAN_FILE}`;
    story.command(command);
    const { stdout } = expectExit(command, await stack.plan({ out: PLAN_FILE }), 2);
    story.output(planBody(stdout).filter(isSaidOnce));
    expectEqual('what the zone logs after the plan', loggedFields(emulator.control, zoneId), undefined);
    story.check('nothing was changed at the service');
  },
};

/** The options as text, one long line that repeats the attributes after it. */
function isSaidOnce(line: string): boolean {
  return !line.includes('logpull_options');
}

export const applyStep: Step = {
  title: 'Apply',
  why: 'Apply does exactly what was planned.',
  async run({ story, found, stack, emulator, zoneId }) {
    const command = `${found.flavor} apply ${PLAN_FILE}`;
    story.command(command);
    const { stdout } = expectExit(command, await stack.apply({ planFile: PLAN_FILE }), 0);
    story.output(
      linesThatBegin(stdout, `${EXAMPLE_ADDRESS}: Creat`, `${EXAMPLE_JOB_ADDRESS}: Creat`, 'Apply complete!'),
    );
    expectEqual('what the zone logs after apply', loggedFields(emulator.control, zoneId), EXAMPLE_FIELDS);
    story.check(`read back: ${countsOf(EXAMPLE_FIELDS)}`);
  },
};

export const planAgainStep: Step = {
  title: 'Plan again',
  why: 'After apply the next plan is empty. Always.',
  async run({ story, found, stack }) {
    const command = `${found.flavor} plan -detailed-exitcode`;
    story.command(command);
    const { stdout } = expectExit(command, await stack.plan(), 0);
    story.output(planBody(stdout));
    story.check('exit code 0: no changes');
  },
};

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

export const logEntryStep: Step = {
  title: 'A request through the zone',
  why: 'It produces a log entry with the configured headers and cookies.',
  async run({ story, emulator, zoneId, logFolder }) {
    await emulator.control.traffic.send(zoneId, [REQUEST]);
    const delivered = deliveredEntries(join(logFolder, EXAMPLE_BUCKET));
    const [entry] = delivered;
    expectEqual('the number of log entries', delivered.length, 1);
    story.output(JSON.stringify(entry, undefined, 2).split('\n'));
    expectEqual(
      'the log fields of the entry',
      Object.keys(entry ?? {}).sort(),
      [...EXAMPLE_LOG_FIELDS].sort(),
    );
    const { RequestHeaders, ResponseHeaders, Cookies } = entry ?? {};
    expectEqual('the content of the entry', { RequestHeaders, ResponseHeaders, Cookies }, LOGGED);
    story.check('read from the delivered file: only what is configured');
  },
};

/** The log entries of all files in a folder of the object store. */
function deliveredEntries(folder: string): readonly Readonly<Record<string, unknown>>[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.log.gz'))
    .flatMap((entry) =>
      gunzipSync(readFileSync(join(entry.parentPath, entry.name)))
        .toString()
        .trim()
        .split('\n'),
    )
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

const DECLARED = 'x-request-id';
const BY_HAND = 'x-debug';
const HEAL_PLAN = 'heal.tfplan';

export const driftStep: Step = {
  title: 'An edit behind our back',
  why: 'Somebody edits the zone by hand; the plan shows that edit and nothing else.',
  async run({ story, found, stack, emulator, zoneId }) {
    emulator.control.editRuleset(zoneId, PHASE_LOG_CUSTOM_FIELDS, (draft) =>
      swapRequestHeader(draft.rules[0], DECLARED, BY_HAND),
    );
    expectEqual('what the zone logs after the edit', loggedFields(emulator.control, zoneId), {
      ...EXAMPLE_FIELDS,
      requestHeaders: ['content-type', 'x-checkout-version', BY_HAND],
    });
    story.check(`at the service, ${DECLARED} has become ${BY_HAND}`);

    const plan = `${found.flavor} plan -out=${HEAL_PLAN}`;
    story.command(plan);
    story.output(planBody(expectExit(plan, await stack.plan({ out: HEAL_PLAN }), 2).stdout));
    const { json } = expectExit(`${found.flavor} show -json`, await stack.showJson(HEAL_PLAN), 0);
    expectEqual('what the plan changes', changedAttributes(json), ['request_headers']);
    story.check('the plan shows the drift, and nothing else');

    const apply = `${found.flavor} apply ${HEAL_PLAN}`;
    story.command(apply);
    const applied = expectExit(apply, await stack.apply({ planFile: HEAL_PLAN }), 0);
    story.output(linesThatBegin(applied.stdout, 'Apply complete!'));
    expectEqual('what the zone logs after the apply', loggedFields(emulator.control, zoneId), EXAMPLE_FIELDS);
    expectExit(`${found.flavor} plan`, await stack.plan(), 0);
    story.check('reverted: the declared fields are back, and the next plan is empty');
  },
};

interface PlanJson {
  readonly resource_changes?: readonly {
    readonly address: string;
    readonly change: {
      readonly before: Readonly<Record<string, unknown>>;
      readonly after: Readonly<Record<string, unknown>>;
    };
  }[];
}

/** The attributes of the example's resource that a plan changes. */
function changedAttributes(json: unknown): readonly string[] {
  const { resource_changes: changes = [] } = json as PlanJson;
  return changes
    .filter(({ address }) => address === EXAMPLE_ADDRESS)
    .flatMap(({ change: { before, after } }) =>
      Object.keys({ ...before, ...after }).filter((name) => !isDeepStrictEqual(before[name], after[name])),
    );
}

export const importStep: Step = {
  title: 'Import into a new state',
  why: 'An existing configuration is imported without changing it.',
  async run({ story, found, stack, second, emulator, zoneId, storesSecrets }) {
    cpSync(join(stack.cwd, 'cdk.tf.json'), join(second.cwd, 'cdk.tf.json'));
    cpSync(join(stack.cwd, 'terraform.d'), join(second.cwd, 'terraform.d'), { recursive: true });
    // The stack names the file of its own state.
    writeFileSync(join(second.cwd, 'state_override.tf'), 'terraform {\n  backend "local" {}\n}\n');
    // The version after the job's number keeps its destination out of the state.
    const job = [zoneId, ...jobIds(emulator.control, zoneId), ...(storesSecrets ? [] : [1])].join('/');
    const block = [...importBlock(EXAMPLE_ADDRESS, zoneId), ...importBlock(EXAMPLE_JOB_ADDRESS, job)];
    const file = join(second.cwd, 'import.tf');
    writeFileSync(file, `${block.join('\n')}\n`);

    story.command('cat import.tf');
    story.output(block);
    const init = `${found.flavor} init`;
    story.command(init);
    expectExit(init, await second.init(), 0);

    const apply = `${found.flavor} apply -auto-approve`;
    story.command(apply);
    const { stdout } = expectExit(apply, await second.apply(), 0);
    story.output(linesThatBegin(stdout, 'Plan:', 'Apply complete!'));
    const [summary] = linesThatBegin(stdout, 'Plan:');
    // Engines before write-only attributes may count a value from a sensitive variable as a change.
    const seen = storesSecrets ? summary?.replace('1 to change', '0 to change') : summary;
    expectEqual(
      'the plan of the import',
      seen?.replace(/\.$/, ''),
      'Plan: 2 to import, 0 to add, 0 to change, 0 to destroy',
    );

    rmSync(file);
    const plan = `${found.flavor} plan -detailed-exitcode`;
    story.command(plan);
    expectExit(plan, await second.plan(), 0);
    story.check('exit code 0: the imported zone needs no change');
  },
};

function importBlock(to: string, id: string): readonly string[] {
  return ['import {', `  to = ${to}`, `  id = "${id}"`, '}'];
}

export const destroyStep: Step = {
  title: 'Destroy',
  why: 'First the job is deleted, then its fields; the rest of the zone stays.',
  async run({ story, found, stack, emulator, zoneId }) {
    const others = othersOf(emulator.control.zones(), zoneId);
    const command = `${found.flavor} destroy -auto-approve`;
    story.command(command);
    const { stdout } = expectExit(command, await stack.destroy(), 0);
    story.output(
      linesThatBegin(
        stdout,
        `${EXAMPLE_JOB_ADDRESS}: Destr`,
        `${EXAMPLE_ADDRESS}: Destr`,
        'Destroy complete!',
      ),
    );
    expectEqual('what the zone logs at the end', loggedFields(emulator.control, zoneId), undefined);
    expectEqual('the jobs of the zone at the end', jobIds(emulator.control, zoneId), []);
    expectEqual('the rest of the service', othersOf(emulator.control.zones(), zoneId), others);
    story.check('no custom fields and no job, as before; nothing else was touched');
  },
};

function othersOf<Z extends { readonly id: string }>(zones: readonly Z[], zoneId: string): readonly Z[] {
  return zones.filter(({ id }) => id !== zoneId);
}
