import type { Model } from '../../../emulator';
import { createEmulator } from '../../../emulator';
import { caller, ENTRY_POINT, FIELDS_RULESET, fieldsRule } from '../client';
import { JOBS, R2 } from '../logpush/job-client';

const MANAGED = ENTRY_POINT.replace('log_custom_fields', 'request_firewall_managed');

/** A rule with unknown members in two places. */
const ODD_RULE = {
  ...fieldsRule('a'),
  ratelimit: { period: 60 },
  action_parameters: { request_fields: [{ name: 'a', color: 'red' }] },
};

function start(model: Model) {
  const emulator = createEmulator({ settings: { model } });
  return { emulator, call: caller(emulator) };
}

describe('members of a body that the service does not know', () => {
  it('are listed in the model of the specification with their places, together with all other problems', async () => {
    const { call } = start('specification');
    const { status, body } = await call('PUT', ENTRY_POINT, {
      kind: 'zone',
      rules: [ODD_RULE],
      description: 5,
    });
    expect(status).toBe(400);
    expect(body.errors.map(({ source }) => source?.pointer)).toEqual([
      '/kind',
      '/description',
      '/rules/0/ratelimit',
      '/rules/0/action_parameters/request_fields/0/color',
    ]);
  });

  const STEP = `${MANAGED}?waf_migration=pending&phase_two=1`;
  const code = 6007;
  it.each<[string, string, string, unknown, string, { readonly code?: number }]>([
    ['a ruleset', 'PUT', ENTRY_POINT, { kind: 'zone', rules: [ODD_RULE], description: 5 }, 'kind', {}],
    ['a rule', 'PUT', ENTRY_POINT, { rules: [ODD_RULE] }, 'ratelimit', {}],
    ['a creation', 'POST', '/rulesets', { ...FIELDS_RULESET, source: 'x' }, 'source', {}],
    ['a step of the migration', 'PUT', STEP, { mode: 1 }, 'mode', {}],
    ['a job', 'POST', JOBS, { destination_conf: R2, output_options: { colour: 1 } }, 'colour', { code }],
  ])(
    'are refused today before anything else, as invalid JSON: %s',
    async (_name, method, path, sent, member, more) => {
      const { emulator, call } = start('today');
      const before = emulator.control.snapshot();
      const { status, body } = await call(method, path, sent);
      expect([status, body.errors]).toEqual([
        400,
        [{ message: `invalid JSON: unknown field "${member}"`, ...more }],
      ]);
      expect(emulator.control.snapshot()).toEqual(before);
    },
  );
});
