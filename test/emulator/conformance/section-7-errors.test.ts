/** Codes, members of the errors and statuses are not shown. */
import { caller } from '../client';
import { conformingZone, expectRefusal, resultOf } from './conforming-zone';
import {
  COOKIE_FIELDS,
  REQUEST_FIELDS,
  RESPONSE_FIELDS,
  fieldsRule,
  fieldsRuleset,
} from './custom-field-rules';
import { OPERATIONS } from './operations';
import { OVERRIDE, bypasses, longBypass } from './previous-version';
import { specification } from './specification';

const spec = specification('7');

const NO_ZONE = 'f'.repeat(32);

spec.table('7', 'Errors', (row) => {
  for (const { name, on, send } of OPERATIONS)
    row('failures', `${name} answers them in the envelope`, async () => {
      const zone = on();
      const { body } = await send(zone, caller(zone.emulator, NO_ZONE));
      expect(body).toEqual({
        result: null,
        success: false,
        errors: expect.arrayContaining([expect.any(Object)]),
        messages: [],
      });
    });

  for (const [name, previous_waf] of [
    ['more than 200 firewall rules', bypasses(201)],
    ['a firewall rule expression longer than 4 KB', longBypass(4097)],
  ] as const) {
    for (const value of ['pending', 'validation'])
      row(name, `is an error of the update to ${value}`, async () => {
        const zone = conformingZone({ previous_waf });
        await expectRefusal(zone, () => zone.update(value));
      });

    row(name, 'is an error of the configuration', async () => {
      const zone = conformingZone({ previous_waf });
      await expectRefusal(zone, () => zone.call('GET', '/waf_migration/config?phase_two=1'));
    });
  }

  row('compatible is false', 'means that the zone is ineligible', async () => {
    const zone = conformingZone({ previous_waf: { uri_overrides: [OVERRIDE] } });
    expect((await zone.check()).compatible).toBe(false);
    for (const value of ['pending', 'validation']) await expectRefusal(zone, () => zone.update(value));
  });

  row('compatible is false', 'is the answer of a check that succeeded', async () => {
    const { call } = conformingZone({ previous_waf: { uri_overrides: [OVERRIDE] } });
    const { status, body } = await call('GET', '/waf_migration/check?phase_two=1');
    expect([status, body.success, body.errors]).toEqual([200, true, []]);
  });

  row('rule validation: no list present', 'is refused', async () => {
    const zone = conformingZone();
    const { put } = await fieldsRuleset(zone);
    for (const parameters of [{}, undefined])
      await expectRefusal(zone, () => put({ ...fieldsRule({}), action_parameters: parameters }));
    resultOf(await put(fieldsRule(COOKIE_FIELDS)));
  });

  row('rule validation: expression other than true', 'is refused', async () => {
    const zone = conformingZone();
    const { put } = await fieldsRuleset(zone);
    const rule = fieldsRule(REQUEST_FIELDS);
    for (const expression of [
      'false',
      'True',
      '(true)',
      'http.host eq "example.com"',
      '',
      null,
      true,
      undefined,
    ])
      await expectRefusal(zone, () => put({ ...rule, expression }));
    resultOf(await put({ ...rule, expression: 'true' }));
  });

  for (const [list, fields] of Object.entries({ ...REQUEST_FIELDS, ...RESPONSE_FIELDS }))
    row('rule validation: header names not lower case', `are refused in ${list}`, async () => {
      const zone = conformingZone();
      const { put } = await fieldsRuleset(zone);
      for (const name of ['X-Upper', 'x-Upper', 'X'])
        await expectRefusal(zone, () => put(fieldsRule({ [list]: [...fields, { name }] })));
      resultOf(await put(fieldsRule({ [list]: [...fields, { name: 'x-upper' }] })));
    });
});

spec.complete();
