import { isDeepStrictEqual } from 'node:util';
import { startEmulator, type RunningEmulator } from '../../../../emulator';
import { logpushJobSchema } from '../../../../schema';
import { answeringProxy } from '../../../support/answering-proxy';
import { TOKEN, ZONE } from '../../api/emulated-zone';
import type { Plain } from '../../sdk/framework/plain';
import { NOTHING, objectCalls, type ObjectCalls, type Stored } from '../stored-object';

/** What is known of the destination of a job: how it came into the state × what is declared then and what others set. */

const [A, B, C] = ['a', 'b', 'c'].map((key) => `https://logs.example.com/?header_X=key-${key}`) as [
  string,
  string,
  string,
];
const JOB = { zone_id: ZONE, name: 'job', enabled: true, output_options: { field_names: ['RayID'] } };
const STORED: Plain = { ...JOB, destination_conf: A };
const WRITE_ONLY: Plain = { ...JOB, destination_conf_wo: A, destination_conf_wo_version: 1 };

let emulator: RunningEmulator;
let calls: ObjectCalls;
/** Whether the service answers what is secret in a form of its own. */
let hasForm: boolean;
beforeAll(async () => {
  const seed = {
    zones: [{ id: ZONE, name: 'shop.example', plan: 'enterprise' }],
    credentials: { tokens: [{ token: TOKEN }] },
  };
  emulator = await startEmulator({ seed: seed as never });
  const baseUrl = await answeringProxy(emulator.baseUrl, ({ destination_conf: text, ...rest }) => {
    const destination_conf = hasForm ? String(text).replace('=key-', '=Key%20') : text;
    return { ...rest, ...(text !== undefined && { destination_conf }) };
  });
  calls = objectCalls(logpushJobSchema, { baseUrl });
});
afterAll(() => emulator.close());
beforeEach(() => emulator.control.reset());

const apply = async (before: Stored, config: Plain): Promise<Stored> =>
  (await calls.apply(before, config, await calls.plan(before, config))).stored;
const made = (config: Plain): Promise<Stored> => apply(NOTHING, config);
const imported = async (id: string): Promise<Stored> => (await made(STORED), calls.import(`${ZONE}/${id}`));

/** How a job came into the state, and what is declared of it. */
const ORIGINS: Readonly<Record<string, readonly [() => Promise<Stored>, Plain]>> = {
  'made and stored': [() => made(STORED), STORED],
  'made and write-only': [() => made(WRITE_ONLY), WRITE_ONLY],
  'stored no longer': [async () => apply(await made(STORED), WRITE_ONLY), WRITE_ONLY],
  'stored from now on': [async () => apply(await made(WRITE_ONLY), STORED), STORED],
  imported: [() => imported('1'), STORED],
  'imported with a version': [() => imported('1/1'), WRITE_ONLY],
};

const to = (same: Plain, text: string): Plain => ({
  ...same,
  ['destination_conf' in same ? 'destination_conf' : 'destination_conf_wo']: text,
});
const next = (same: Plain): Plain => ({
  ...same,
  ...('destination_conf_wo' in same && { destination_conf_wo_version: 2 }),
});

/**
 * What is declared then, and what others set before that, one after the other; and what comes of it: stored, write-only, and
 * where what others set has a form of the service, too, which is in no fingerprint.
 */
type Column = readonly [(same: Plain) => Plain, theirs: readonly string[], ...(readonly string[])];
const [SAME, AGAIN] = [(same: Plain) => same, 'sent, replaced'];
const COLUMNS: Readonly<Record<string, Column>> = {
  'the same': [SAME, [], 'nothing', 'nothing'],
  'another text': [(same) => to(same, B), [], 'sent', 'nothing, not sent'],
  'another version': [next, [], 'nothing', 'noted'],
  'another text and version': [(same) => next(to(same, B)), [], 'sent', 'sent'],
  'the same after others set one': [SAME, [C], AGAIN, AGAIN],
  'the same after others set one and that again': [SAME, [C, A], 'nothing', 'noted, replaced', AGAIN],
  'what others set': [(same) => next(to(same, B)), [B], 'nothing', 'noted, replaced', AGAIN],
};
const SAYS: Readonly<Record<string, RegExp>> = {
  replaced: /apply replaces it/,
  'not sent': /but is not sent/,
};

/** What is planned and sent, and what the plan says; what is not sent is not applied, and then nothing is left to do. */
async function outcome(before: Stored, config: Plain, theirs: readonly string[]): Promise<string> {
  let now = before;
  for (const destination_conf of theirs) {
    emulator.control.editZone(ZONE, ({ logpush: { jobs = [] } }) => {
      Object.assign(jobs[0] ?? {}, { destination_conf });
    });
    now = await calls.read(now);
  }
  const plan = await calls.plan(now, config);
  const said = plan.diagnostics.map(
    ({ summary }) => Object.entries(SAYS).find(([, text]) => text.test(summary))?.[0] ?? summary,
  );
  if (isDeepStrictEqual(plan.planned, now.state)) return ['nothing', ...said].join(', ');
  emulator.control.clearJournal();
  const applied = await calls.apply(now, config, plan);
  const sent = emulator.control.journal({ method: 'PUT' }).flatMap(({ body }) => Object.keys(body as object));
  const again = await calls.read(applied.stored);
  const { planned } = await calls.plan(again, config);
  expect([applied.said, again.state, planned]).toEqual([[], applied.stored.state, applied.stored.state]);
  expect([[], ['destination_conf']]).toContainEqual(sent);
  return [sent.length > 0 ? 'sent' : 'noted', ...said].join(', ');
}

describe.each([
  ['in the form that was sent', false],
  ['in a form of the service', true],
])(
  'where the service has it %s, a destination is known, also after another change, that is',
  (_form, isOwn) => {
    test.each(Object.entries(ORIGINS).filter(([name]) => !isOwn || !name.startsWith('imported')))(
      '%s',
      async (_how, [make, declared]) => {
        hasForm = isOwn;
        const same = { ...declared, enabled: false };
        const before = await apply(await make(), same);
        const snapshot = emulator.control.snapshot();
        const came: Record<string, string> = {};
        for (const [name, [declare, theirs]] of Object.entries(COLUMNS)) {
          emulator.control.restore(snapshot);
          came[name] = await outcome(before, declare(same), theirs);
        }
        const expected = Object.entries(COLUMNS).map(([name, [, , stored, writeOnly, inForm]]) => [
          name,
          (isOwn && inForm) || (declared === STORED ? stored : writeOnly),
        ]);
        expect(came).toEqual(Object.fromEntries(expected));
      },
    );
  },
);
