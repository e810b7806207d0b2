import type { ServiceSettings } from '../../../emulator';
import { createEmulator, DEFAULT_ZONE_ID } from '../../../emulator';
import { caller, ENTRY_POINT, FIELDS_RULESET, fieldsRule } from '../client';
import { JOBS, plainJob, R2 } from '../logpush/job-client';

const MANAGED = ENTRY_POINT.replace('log_custom_fields', 'request_firewall_managed');

/** A rule with unknown members in two places. */
const ODD_RULE = {
  ...fieldsRule('a'),
  ratelimit: { period: 60 },
  action_parameters: { request_fields: [{ name: 'a', color: 'red' }] },
};

function start(unknownMembers: ServiceSettings['unknownMembers']) {
  const emulator = createEmulator({ settings: { unknownMembers } });
  return { emulator, call: caller(emulator) };
}

describe('members of a body that the service does not know', () => {
  it('are listed with their places, together with all other problems', async () => {
    const { call } = start('listed');
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
    'are refused before anything else, as invalid JSON: %s',
    async (_name, method, path, sent, member, more) => {
      const { emulator, call } = start('invalid_json');
      const before = emulator.control.snapshot();
      const { status, body } = await call(method, path, sent);
      expect([status, body.errors]).toEqual([
        400,
        [{ message: `invalid JSON: unknown field "${member}"`, ...more }],
      ]);
      expect(emulator.control.snapshot()).toEqual(before);
    },
  );

  it.each<[string, string, string, unknown, unknown]>([
    ['a ruleset', 'PUT', ENTRY_POINT, { kind: 'zone', rules: [ODD_RULE] }, { rules: [fieldsRule('a')] }],
    [
      'a job',
      'POST',
      JOBS,
      { destination_conf: R2, colour: 'red', output_options: { colour: 1, sample_rate: 0.5 } },
      { destination_conf: R2, output_options: { sample_rate: 0.5 } },
    ],
  ])('are ignored as if they had not been sent: %s', async (_name, method, path, sent, known) => {
    const one = start('ignored');
    const other = start('ignored');
    const { status, body } = await one.call(method, path, sent);
    expect(status).toBe(200);
    expect(body).toEqual((await other.call(method, path, known)).body);
    // Neither identifiers nor times show that the operation was performed twice.
    expect(one.emulator.control.snapshot()).toEqual(other.emulator.control.snapshot());
  });

  it('are ignored in a single rule with a position', async () => {
    const { call } = start('ignored');
    const { id, rules } = (await call('PUT', ENTRY_POINT, { rules: [fieldsRule('a'), fieldsRule('b')] })).body
      .result;
    const change = { ...fieldsRule('c'), note: 'x', position: { before: '' } };
    const { result } = (await call('PATCH', `/rulesets/${id}/rules/${rules[1].id}`, change)).body;
    expect(result.rules.map((rule: { id: string }) => rule.id)).toEqual([rules[1].id, rules[0].id]);
  });

  it('are ignored, but nothing else that is wrong', async () => {
    const { emulator, call } = start('ignored');
    const { status, body } = await call('POST', JOBS, {
      destination_conf: R2,
      colour: 'red',
      enabled: 'yes',
    });
    expect([status, body.errors.map(({ source }) => source?.pointer)]).toEqual([400, ['/enabled']]);
    expect(emulator.control.zone(DEFAULT_ZONE_ID).logpush.jobs).toEqual([]);
    const { body: created } = await call('POST', JOBS, { destination_conf: R2 });
    expect(created.result).toEqual(plainJob(1));
  });

  it('are refused in seeds, whatever the setting', () => {
    const seed = { zones: [{ name: 'a.example', colour: 'red' }] } as object;
    expect(() => createEmulator({ seed, settings: { unknownMembers: 'ignored' } })).toThrow(
      /zones\[0\]\.colour/,
    );
  });
});
