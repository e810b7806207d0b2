import type { FaultEffect, FaultRule } from '../../../emulator';
import { systemTime } from '../../../provider-shim/api/pacing/time';
import { Proofs } from '../../../provider-shim/resources/proofs';
import {
  logCustomFieldsSchema,
  logpushJobSchema,
  managedRulesMigrationSchema,
  managedRulesSchema,
  unknown,
  type ObjectSchema,
} from '../../../schema';
import { emulatedZone, ZONE } from '../api/emulated-zone';
import type { Plain } from '../sdk/framework/plain';
import { MANAGED } from './migration/computed-transition';
import { NOTHING, objectCalls } from './stored-object';

/** What a plan knows of its write, by what is declared and by what the service answers to the question about it. */

const JOB = { zone_id: ZONE, name: 'job', enabled: true, dataset: 'http_requests' };
const DESTINATION = { ...JOB, destination_conf: 'https://logs.example.com/' };
const PROVEN_JOB = { ...JOB, destination_conf: 'gs://logs/a', ownership_challenge: 'wrong' };
const OPTIONS = { ...DESTINATION, logpull_options: { fields: ['RayID'] } };
const UNKNOWN_PLACE = { ...JOB, destination_conf: unknown };
const FIELDS = { zone_id: ZONE, cookies: ['a'] };
const RULES = { zone_id: ZONE, rules: [{ name: 'main', execute: { ruleset_id: MANAGED } }] };
const MIGRATION = { zone_id: ZONE, target_state: 'validation' };

const REFUSED = /^The service (would refuse|does not accept) this/;

/** Plans a new object. @returns what the plan knows of the write, and the requests that are no reads */
async function planned(schema: ObjectSchema, config: Plain, fault?: FaultRule, isOn = true) {
  const state = schema === managedRulesMigrationSchema ? 'start' : 'finished';
  const { emulator, requests } = await emulatedZone(
    { plan: 'enterprise', migration: { state } },
    { model: 'today' },
  );
  const calls = objectCalls(schema, emulator, (configured) => ({
    ...configured,
    proofs: new Proofs({ isOn, api: configured.api, time: systemTime }),
  }));
  if (fault) emulator.control.faults.put([fault]);
  const { private: kept, diagnostics } = await calls.plan(NOTHING, config);
  const [said] = diagnostics.flatMap(({ severity, summary }) => (severity === 'error' ? summary : []));
  const outcome = (kept as Record<string, { outcome?: string }> | null)?.['plan:proof']?.outcome;
  return {
    outcome: said === undefined ? outcome : REFUSED.test(said) ? 'refused' : 'failed',
    asked: requests().filter((request) => !request.startsWith('GET')),
  };
}

const VALIDATED = 'POST logpush.validate.destination';
const DRY_RUNS = Array<string>(3).fill('POST rulesets.create');

test.each<readonly [string, ObjectSchema, Plain, string | undefined, readonly string[]]>([
  ['a job', logpushJobSchema, DESTINATION, 'validated', [VALIDATED]],
  ['a job with options', logpushJobSchema, OPTIONS, 'validated', [VALIDATED, 'POST logpush.validate.origin']],
  ['a job with a token', logpushJobSchema, PROVEN_JOB, 'refused', ['POST logpush.ownership.validate']],
  ['a job whose place is not known', logpushJobSchema, UNKNOWN_PLACE, 'unknown', []],
  ['a job whose dataset is not known', logpushJobSchema, { ...DESTINATION, dataset: unknown }, 'unknown', []],
  ['fields', logCustomFieldsSchema, FIELDS, 'proven', DRY_RUNS],
  ['fields that are not known', logCustomFieldsSchema, { ...FIELDS, cookies: [unknown] }, 'unknown', []],
  ['rules', managedRulesSchema, RULES, 'proven', DRY_RUNS],
  ['rules that are not known', managedRulesSchema, { ...RULES, rules: unknown }, 'unknown', []],
  ['a step of a migration', managedRulesMigrationSchema, MIGRATION, 'step', []],
  ['fields, where proofs are off', logCustomFieldsSchema, FIELDS, undefined, []],
  ['a job, where proofs are off', logpushJobSchema, DESTINATION, undefined, []],
])('%s', async (_what, schema, config, outcome, asked) => {
  expect(await planned(schema, config, undefined, outcome !== undefined)).toEqual({ outcome, asked });
});

const answer = (status: number, code: number): FaultEffect => ({
  ...{ kind: 'answer', status },
  body: { success: false, errors: [{ code, message: 'no' }], messages: [], result: null },
});

/** What comes of a validation and of a dry run. */
test.each<readonly [string, FaultEffect, string, string]>([
  ['that it would not', answer(400, 1), 'refused', 'refused'],
  ['that others may', answer(403, 10000), 'refused', 'refused'],
  ['that nothing is there', answer(404, 1), 'unsupported', 'refused'],
  ['with another status that it has no such path', answer(400, 7000), 'unsupported', 'refused'],
  ['with another status that nothing is at this path', answer(400, 7003), 'unsupported', 'refused'],
  ['that it has no such method', answer(405, 10405), 'unsupported', 'refused'],
  ['to ask later', { kind: 'rate-limit' }, 'failed', 'failed'],
  ['that it has broken down', answer(500, 1), 'failed', 'failed'],
  ['with a page', { kind: 'html-page' }, 'failed', 'failed'],
  ['nothing', { kind: 'cut', moment: 'before-write' }, 'failed', 'failed'],
])('the service answers %s', async (_answer, effect, validation, dryRun) => {
  // The first two dry runs find out whether the service knows them.
  const third = { match: { method: 'POST' }, nth: 3, effect };
  const outcomes = [
    planned(logpushJobSchema, DESTINATION, { match: { method: 'POST' }, effect }),
    planned(logCustomFieldsSchema, FIELDS, third),
    planned(managedRulesSchema, RULES, third),
  ].map(async (plan) => (await plan).outcome);
  expect(await Promise.all(outcomes)).toEqual([validation, dryRun, dryRun]);
});
