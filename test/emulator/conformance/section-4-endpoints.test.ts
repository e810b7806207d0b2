/** The requests of section 4 are sent with `Content-Type: application/json` and credentials (section 5). */
import { DEFAULT_ZONE_ID } from '../../../emulator';
import { ASSIGNED, TIMESTAMP, conformingZone, expectRefusal, resultOf } from './conforming-zone';
import {
  COOKIE_FIELDS,
  FIELDS_RULESET,
  REQUEST_FIELDS,
  RESPONSE_FIELDS,
  fieldsRule,
  fieldsRuleset,
} from './custom-field-rules';
import { CUSTOM_FIELDS, JOB, JOBS, challenge, createJob, entriesOf } from './log-push';
import { specification } from './specification';

const spec = specification('4.1', '4.2', '4.3', '4.4');

interface Listed {
  readonly id: string;
  readonly kind: string;
  readonly phase: string;
}

spec.table('4.1', 'List rulesets', (row) => {
  const list = async ({ call }: ReturnType<typeof conformingZone>) =>
    resultOf(await call('GET', '/rulesets')) as readonly Listed[];

  row('request body', 'there is none', async () => {
    expect(await list(conformingZone())).toEqual(expect.any(Array));
  });

  row('response', 'id, kind and phase find the zone-level ruleset of a phase', async () => {
    const zone = conformingZone();
    const { created } = await fieldsRuleset(zone);
    const deployed = resultOf(await zone.update('validation'));
    const listed = await list(zone);
    for (const { id, phase } of [created, deployed])
      expect(listed.filter((ruleset) => ruleset.kind === 'zone' && ruleset.phase === phase)).toEqual([
        expect.objectContaining({ id, kind: 'zone', phase }),
      ]);
  });

  row('response', 'has no zone-level ruleset for a phase without one', async () => {
    expect((await list(conformingZone())).filter(({ kind }) => kind === 'zone')).toEqual([]);
  });
});

spec.table('4.2', 'Create ruleset', (row) => {
  for (const member of ['name', 'kind', 'phase'] as const)
    row(member, 'is a string and required', async () => {
      const zone = conformingZone();
      for (const value of [undefined, 1, null])
        await expectRefusal(zone, () =>
          zone.call('POST', '/rulesets', { ...FIELDS_RULESET, [member]: value }),
        );
    });

  row('kind', 'is `zone`', async () => {
    const zone = conformingZone();
    for (const kind of ['root', 'managed', 'custom'])
      await expectRefusal(zone, () => zone.call('POST', '/rulesets', { ...FIELDS_RULESET, kind }));
  });

  row('description', 'is a string and not required', async () => {
    const { description: _left, ...body } = FIELDS_RULESET;
    const zone = conformingZone();
    await expectRefusal(zone, () => zone.call('POST', '/rulesets', { ...body, description: 1 }));
    expect(resultOf(await zone.call('POST', '/rulesets', body))).toMatchObject(body);
  });

  row('phase', 'is `http_log_custom_fields`', async () => {
    const { created } = await fieldsRuleset(conformingZone());
    expect(created.phase).toBe('http_log_custom_fields');
  });

  row('response', 'is the created ruleset', async () => {
    const zone = conformingZone();
    const { created } = await fieldsRuleset(zone);
    const ruleset = {
      id: ASSIGNED,
      ...FIELDS_RULESET,
      version: ASSIGNED,
      rules: [],
      last_updated: TIMESTAMP,
    };
    expect(created).toEqual(ruleset);
    expect(zone.stored()).toMatchObject([{ ...FIELDS_RULESET, id: created.id, rules: [] }]);
  });

  row('only when none exists', 'is a ruleset of the phase created', async () => {
    const zone = conformingZone();
    resultOf(await zone.call('POST', '/rulesets', FIELDS_RULESET));
    await expectRefusal(zone, () => zone.call('POST', '/rulesets', { ...FIELDS_RULESET, name: 'Another' }));
  });
});

spec.table('4.3', 'Update ruleset', (row) => {
  row('body', 'the supplied rules replace all rules', async () => {
    const zone = conformingZone();
    const { put } = await fieldsRuleset(zone);
    for (const rules of [
      [REQUEST_FIELDS, COOKIE_FIELDS].map(fieldsRule),
      [fieldsRule(RESPONSE_FIELDS)],
      [],
    ]) {
      const saved = resultOf(await put(...rules));
      expect(saved.rules).toHaveLength(rules.length);
      expect(saved.rules).toMatchObject(rules);
      expect(zone.stored()).toMatchObject([{ rules: saved.rules }]);
    }
  });

  row('body', 'rules are an array', async () => {
    const zone = conformingZone();
    const { created } = await fieldsRuleset(zone);
    for (const body of [{}, { rules: {} }, { rules: null }, { rules: [1] }, []])
      await expectRefusal(zone, () => zone.call('PUT', `/rulesets/${created.id}`, body));
  });

  const rule = fieldsRule({ ...REQUEST_FIELDS, ...RESPONSE_FIELDS, ...COOKIE_FIELDS });

  for (const member of ['action', 'expression', 'action_parameters'])
    row('rule of custom log fields', `has ${member}`, async () => {
      const zone = conformingZone();
      const { put } = await fieldsRuleset(zone);
      await expectRefusal(zone, () => put({ ...rule, [member]: undefined }));
    });

  row('rule of custom log fields', 'may have no description', async () => {
    const { put } = await fieldsRuleset(conformingZone());
    resultOf(await put({ ...rule, description: undefined }));
  });

  row('response', 'is the full ruleset, each rule with identity and times, and enabled', async () => {
    const { created, put } = await fieldsRuleset(conformingZone());
    const saved = { id: ASSIGNED, version: ASSIGNED, ref: ASSIGNED, last_updated: TIMESTAMP, enabled: true };
    expect(resultOf(await put(rule))).toEqual({
      ...FIELDS_RULESET,
      id: created.id,
      version: String(Number(created.version) + 1),
      rules: [{ ...rule, ...saved }],
      last_updated: TIMESTAMP,
    });
  });
});

spec.table('4.4', 'Create log push job', (row) => {
  row('body', 'is the job of 2.8', async () => {
    const zone = conformingZone();
    const ownership_challenge = await challenge(zone, JOB.destination_conf);
    resultOf(await zone.call('POST', JOBS, { ...JOB, ownership_challenge }));
    expect(zone.emulator.control.zone(DEFAULT_ZONE_ID).logpush.jobs).toMatchObject([JOB]);
  });

  for (const fields of ['Cookies', 'RequestHeaders', 'ResponseHeaders', CUSTOM_FIELDS])
    row('fields in logpull_options', `${fields} are logged when they are listed`, async () => {
      const zone = conformingZone();
      await createJob(zone, { logpull_options: `fields=${fields}` });
      expect(await entriesOf(zone, [{}])).toEqual([
        Object.fromEntries(fields.split(',').map((field) => [field, {}])),
      ]);
    });
});

spec.complete();
