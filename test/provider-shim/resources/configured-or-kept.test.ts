import {
  logpushJobSchema,
  managedRulesMigrationSchema,
  isRecord,
  unknown,
  type ObjectSchema,
} from '../../../schema';
import { emulatedZone, ZONE } from '../api/emulated-zone';
import type { Plain } from '../sdk/framework/plain';
import { NOTHING, objectCalls, type ObjectCalls, type Stored } from './stored-object';

/** Attributes that a user may leave to the provider, or that keep what they had: what is configured × what the state has. */

const JOB = { zone_id: ZONE, name: 'job', enabled: true, dataset: 'http_requests' };
const DESTINATIONS = ['a', 'b'].map((token) => `https://logs.example.com/?header_Authorization=${token}`);
const [A] = DESTINATIONS;
const STORED = { ...JOB, destination_conf: A };
const WRITE_ONLY = { destination_conf_wo: A, destination_conf_wo_version: 1 };

const MANAGED = 'efb7b8c949ac4650a09736fc376e9aee';
const RULE = '23ee7cebe6e8443e99ecf932ab579455';
const VALIDATED = { zone_id: ZONE, target_state: 'validation' };
const FINISHED = { zone_id: ZONE, target_state: 'finished', acknowledge_irreversible: ZONE };
const ADJUSTED = ['log', 'block'].map((action) => ({ [MANAGED]: { rules: { [RULE]: { action } } } }));

type Of = (value: unknown) => Plain;

interface Kept {
  readonly schema: ObjectSchema;
  /** Two values of it. */
  readonly values: readonly unknown[];
  /** What an object of the state was made with. */
  readonly made: Of;
  /** What is declared now. @default - the same */
  readonly declared?: Of;
  readonly in: (state: Plain) => unknown;
  /** What a request has that says a value, in whose place the journal may have another word. */
  readonly sent: (value: unknown) => string;
}

/**
 * What is planned where nothing is configured, A, B, and what is known after apply: by what the state has. What is imported
 * was made with A. `sent` if a request says it, `saved` if one says only the rest.
 */
type Cells = Readonly<Record<string, readonly string[]>>;

const job = (name: string, made: Of, declared = made): Kept => ({
  ...{ schema: logpushJobSchema, made, declared, values: ['a', 'b'] },
  in: (state) => state[name],
  sent: () => `"${name}":`,
});
const migration = (base: Plain): Kept => ({
  ...{ schema: managedRulesMigrationSchema, values: ADJUSTED },
  sent: (value) => `"${RULE}","action":"${value === ADJUSTED[0] ? 'log' : 'block'}"`,
  made: (adjustments) => ({ ...base, adjustments }),
  in: ({ adjustments }) => adjustments,
});
const acknowledged = (made: Of): Kept => ({
  ...{ schema: managedRulesMigrationSchema, made, values: [ZONE], sent: () => '"acknowledge' },
  in: ({ acknowledge_irreversible: word }) => word,
});
const unlessNull = (value: unknown, otherwise: object): Plain =>
  value === null ? { ...JOB, ...otherwise } : { ...JOB, destination_conf: value };
const LEFT: Of = (destination_conf) => ({ ...JOB, destination_conf });
const BESIDE: Of = (value) => unlessNull(value, WRITE_ONLY);
const token: Of = (ownership_challenge) => ({ ...STORED, ownership_challenge });
const prefix: Of = (record_prefix) => ({
  ...STORED,
  output_options: { field_names: ['RayID'], record_prefix },
});

const ATTRIBUTES: Readonly<Record<string, readonly [Kept, Cells]>> = {
  'destination_conf of a job': [
    { ...job('destination_conf', BESIDE, LEFT), values: DESTINATIONS },
    {
      new: ['refused', 'A, sent', 'B, sent', 'unknown'],
      null: ['null', 'A', 'B, sent', 'unknown'],
      A: ['A', 'A', 'B, sent', 'unknown'],
      'imported as A': ['A', 'A', 'B, sent', 'unknown'],
    },
  ],
  'destination_conf of a job, or else destination_conf_wo': [
    { ...job('destination_conf', BESIDE), values: DESTINATIONS },
    {
      new: ['null, sent', 'A, sent', 'B, sent', 'unknown'],
      null: ['null', 'A', 'B, sent', 'unknown'],
      A: ['null', 'A', 'B, sent', 'unknown'],
      'imported as A': ['null', 'A', 'B, sent', 'unknown'],
    },
  ],
  'ownership_challenge of a job': [
    job('ownership_challenge', token),
    {
      new: ['null, saved', 'A, sent', 'B, sent', 'unknown'],
      null: ['null', 'A', 'B', 'unknown'],
      A: ['A', 'A', 'A', 'A'],
      'imported as empty': ['empty', 'empty', 'empty', 'empty'],
    },
  ],
  'ownership_challenge of a job that changes besides': [
    job('ownership_challenge', token, (value) => ({ ...token(value), enabled: false })),
    {
      new: ['null, saved', 'A, sent', 'B, sent', 'unknown'],
      null: ['null, saved', 'A, saved', 'B, saved', 'unknown'],
      A: ['null, saved', 'A, saved', 'B, saved', 'unknown'],
      'imported as empty': ['empty, saved', 'A, saved', 'B, saved', 'unknown'],
    },
  ],
  'ownership_challenge of a job that moves': [
    job('ownership_challenge', token, (value) => ({ ...token(value), destination_conf: DESTINATIONS[1] })),
    {
      new: ['null, saved', 'A, sent', 'B, sent', 'unknown'],
      null: ['null, saved', 'A, sent', 'B, sent', 'unknown'],
      A: ['null, saved', 'A, sent', 'B, sent', 'unknown'],
      'imported as empty': ['empty, saved', 'A, sent', 'B, sent', 'unknown'],
    },
  ],
  'record_prefix of a job': [
    {
      ...job('record_prefix', prefix),
      in: ({ output_options: output }) => isRecord(output) && output['record_prefix'],
    },
    {
      new: ['{, saved', 'A, sent', 'B, sent', 'unknown'],
      '{': ['{', 'A, sent', 'B, sent', 'unknown'],
      A: ['{, saved', 'A', 'B, sent', 'unknown'],
      'imported as A': ['{, saved', 'A', 'B, sent', 'unknown'],
    },
  ],
  'acknowledge_irreversible of a migration that validates': [
    acknowledged((value) => ({ ...VALIDATED, acknowledge_irreversible: value })),
    {
      new: ['null, saved', 'A, saved', 'refused'],
      null: ['null', 'A', 'unknown'],
      A: ['null', 'A', 'unknown'],
      'imported as null': ['null', 'A', 'unknown'],
    },
  ],
  'acknowledge_irreversible of a migration that has finished': [
    acknowledged((value) => ({ ...FINISHED, acknowledge_irreversible: value })),
    {
      new: ['refused', 'A, saved', 'refused'],
      A: ['A', 'A', 'unknown'],
      'imported as A': ['A', 'A', 'unknown'],
    },
  ],
  'adjustments of a migration': [
    migration(VALIDATED),
    {
      new: ['null, saved', 'A, sent', 'B, sent', 'refused'],
      null: ['null', 'A, sent', 'B, sent', 'refused'],
      A: ['null, saved', 'A', 'B, sent', 'refused'],
      'imported as A': ['null, saved', 'A', 'B, sent', 'refused'],
    },
  ],
  'adjustments of a migration that finishes': [
    { ...migration(VALIDATED), declared: (adjustments) => ({ ...FINISHED, adjustments }) },
    {
      new: ['{}, saved', 'A, sent', 'B, sent', 'refused'],
      null: ['{}, saved', 'A, sent', 'B, sent', 'refused'],
      A: ['{}, saved', 'A, sent', 'B, sent', 'refused'],
      'imported as A': ['{}, saved', 'A, sent', 'B, sent', 'refused'],
    },
  ],
  'adjustments of a migration that has finished': [
    migration(FINISHED),
    {
      new: ['{}, saved', 'A, sent', 'B, sent', 'refused'],
      '{}': ['{}', 'refused', 'refused', 'refused'],
      A: ['A', 'A', 'refused', 'refused'],
      'imported as {}': ['{}', '{}', 'refused', 'refused'],
    },
  ],
  'adjustments of a migration that has finished, where what cannot migrate is skipped': [
    migration({ ...FINISHED, on_incompatible: 'skip' }),
    {
      '{}': ['{}', 'refused', 'refused', 'refused'],
      A: ['A', 'A', 'refused', 'refused'],
      'imported as {}': ['{}', '{}', '{}', 'refused'],
    },
  ],
};

/** The value in one word: A, B, or as it is. */
function word(value: unknown, values: readonly unknown[]): string {
  if (value === unknown) return 'unknown';
  const isLike = (one: unknown): boolean =>
    isRecord(one) ? JSON.stringify(value).includes(JSON.stringify(one).slice(-12, -4)) : value === one;
  const at = value === null ? -1 : values.findIndex(isLike);
  return at < 0 ? (typeof value === 'string' ? value || 'empty' : JSON.stringify(value)) : 'AB'.charAt(at);
}

/** An object that an earlier run has made or imported. */
async function storedAs(calls: ObjectCalls, prior: string, { schema, made, values }: Kept): Promise<Stored> {
  if (prior === 'new') return NOTHING;
  const config = made(/^(imported as|A)/.test(prior) ? values[0] : null);
  const { stored } = await calls.apply(NOTHING, config, await calls.plan(NOTHING, config));
  return prior.startsWith('imported')
    ? calls.import(schema === logpushJobSchema ? `${ZONE}/1` : ZONE)
    : stored;
}

describe.each(Object.entries(ATTRIBUTES))('%s', (_what, [kept, cells]) => {
  const { schema, values, declared = kept.made, sent } = kept;
  test.each(Object.entries(cells))('where the state has: %s', async (prior, expected) => {
    const { emulator } = await emulatedZone({ plan: 'enterprise' }, { finishSeconds: 0 });
    const calls = objectCalls(schema, emulator);
    const stored = await storedAs(calls, prior, kept);
    if (stored.state) expect(word(kept.in(stored.state), values)).toBe(prior.replace(/^imported as /, ''));
    const before = emulator.control.snapshot();
    const came: string[] = [];
    for (const configured of [null, ...values, unknown]) {
      emulator.control.restore(before);
      emulator.control.clearJournal();
      const config = declared(configured);
      const plan = await calls.plan(stored, config);
      if (plan.diagnostics.some(({ severity }) => severity === 'error')) {
        came.push('refused');
        continue;
      }
      const planned = word(kept.in(plan.planned as Plain), values);
      if (configured === unknown) {
        came.push(planned);
        continue;
      }
      const after = await calls.apply(stored, config, plan);
      const writes = emulator.control.journal().filter(({ method }) => method !== 'GET');
      const says =
        writes.length === 0
          ? ''
          : writes.some(({ body }) => JSON.stringify(body).includes(sent(configured)))
            ? ', sent'
            : ', saved';
      came.push(`${planned}${says}`);
      expect([word(kept.in(after.stored.state as Plain), values), after.said]).toEqual([planned, []]);
      const { planned: next } = await calls.plan(after.stored, config);
      expect(next).toEqual(after.stored.state);
    }
    expect(came).toEqual(expected);
  });
});
