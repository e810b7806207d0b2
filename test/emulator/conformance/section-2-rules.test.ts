import {
  ASSIGNED,
  CORE,
  DEPLOY,
  MANAGED,
  MANAGED_RULE,
  TIMESTAMP,
  conformingZone,
  expectRefusal,
  resultOf,
} from './conforming-zone';
import {
  COOKIE_FIELDS,
  REQUEST_FIELDS,
  RESPONSE_FIELDS,
  fieldsRule,
  fieldsRuleset,
} from './custom-field-rules';
import { specification } from './specification';

const spec = specification('2.3', '2.4', '2.5');

spec.table('2.3', 'Rule', (row) => {
  for (const [form, id] of [
    ['empty string', { id: '' }],
    ['omitted', {}],
  ] as const)
    row('id', `${form} when sending a new rule: the service assigns it`, async () => {
      const { put } = await fieldsRuleset(conformingZone());
      const { rules } = resultOf(await put({ ...fieldsRule(REQUEST_FIELDS), ...id }));
      expect(rules[0].id).toEqual(ASSIGNED);
    });

  row('id', 'is another for each rule', async () => {
    const { put } = await fieldsRuleset(conformingZone());
    const { rules } = resultOf(await put(fieldsRule(REQUEST_FIELDS), fieldsRule(COOKIE_FIELDS)));
    expect(rules[0].id).not.toBe(rules[1].id);
  });

  for (const member of ['version', 'ref'] as const)
    row(member, 'is a string that the service assigns', async () => {
      const { put } = await fieldsRuleset(conformingZone());
      const { rules } = resultOf(await put(fieldsRule(REQUEST_FIELDS)));
      expect(rules[0][member]).toEqual(ASSIGNED);
    });

  row('action', 'log_custom_field is for custom log fields', async () => {
    const { put } = await fieldsRuleset(conformingZone());
    expect(resultOf(await put(fieldsRule(REQUEST_FIELDS))).rules[0].action).toBe('log_custom_field');
  });

  row('action', 'execute runs a managed ruleset', async () => {
    expect(resultOf(await conformingZone().update('validation')).rules[0].action).toBe('execute');
  });

  row('action', 'log is for overrides', async () => {
    const overrides = { rules: [{ id: MANAGED_RULE, action: 'log', enabled: true }] };
    const rule = { ...DEPLOY, action_parameters: { id: MANAGED, overrides } };
    const { rules } = resultOf(await conformingZone().update('validation', [rule]));
    expect(rules[0].action_parameters.overrides).toEqual(overrides);
  });

  row('action', 'of one phase is refused in the other', async () => {
    const zone = conformingZone();
    const { put } = await fieldsRuleset(zone);
    await expectRefusal(zone, () => put(DEPLOY));
    await expectRefusal(zone, () => zone.update('validation', [fieldsRule(REQUEST_FIELDS)]));
  });

  row('expression', 'must be `true` for custom-log-field rules', async () => {
    const zone = conformingZone();
    const { put } = await fieldsRuleset(zone);
    const rule = fieldsRule(REQUEST_FIELDS);
    for (const expression of ['false', 'TRUE', '', 'http.host eq "a"', true])
      await expectRefusal(zone, () => put({ ...rule, expression }));
    expect(resultOf(await put(rule)).rules[0].expression).toBe('true');
  });

  row('expression', 'is `true` in entry-point rules', async () => {
    expect(resultOf(await conformingZone().update('validation')).rules[0].expression).toBe('true');
  });

  for (const description of ['', 'Set custom fields', 'été "quoted" \\ <b>'])
    row('description', `is free text: ${JSON.stringify(description)}`, async () => {
      const { put } = await fieldsRuleset(conformingZone());
      const { rules } = resultOf(await put({ ...fieldsRule(REQUEST_FIELDS), description }));
      expect(rules[0].description).toBe(description);
    });

  for (const enabled of [true, false])
    row('enabled', `is a boolean: ${enabled}`, async () => {
      const { put } = await fieldsRuleset(conformingZone());
      const { rules } = resultOf(await put({ ...fieldsRule(REQUEST_FIELDS), enabled }));
      expect(rules[0].enabled).toBe(enabled);
    });

  row('enabled', 'is nothing else', async () => {
    const zone = conformingZone();
    const { put } = await fieldsRuleset(zone);
    for (const enabled of ['true', 1])
      await expectRefusal(zone, () => put({ ...fieldsRule(REQUEST_FIELDS), enabled }));
  });

  row('action_parameters', 'depend on the action', async () => {
    const zone = conformingZone();
    const { put } = await fieldsRuleset(zone);
    await expectRefusal(zone, () => put(fieldsRule(DEPLOY.action_parameters)));
    await expectRefusal(zone, () =>
      zone.update('validation', [{ ...DEPLOY, action_parameters: REQUEST_FIELDS }]),
    );
    expect(resultOf(await put(fieldsRule(REQUEST_FIELDS))).rules[0].action_parameters).toEqual(
      REQUEST_FIELDS,
    );
    expect(resultOf(await zone.update('validation')).rules[0].action_parameters).toMatchObject({
      id: MANAGED,
    });
  });

  row('last_updated', 'is ISO 8601', async () => {
    const { put } = await fieldsRuleset(conformingZone());
    expect(resultOf(await put(fieldsRule(REQUEST_FIELDS))).rules[0].last_updated).toEqual(TIMESTAMP);
  });
});

spec.table('2.4', 'action_parameters for action log_custom_field', (row) => {
  const LISTS = [
    ['request_fields', ['content-type', 'x-forwarded-for'], ['Content-Type', 'X-FORWARDED-FOR']],
    ['response_fields', ['server', 'x-cache'], ['Server', 'X-CACHE']],
  ] as const;
  const listOf = (list: string, ...names: readonly unknown[]) => ({
    [list]: names.map((name) => ({ name })),
  });

  for (const [list, lower, upper] of LISTS) {
    row(list, 'takes header names in lower case', async () => {
      const { put } = await fieldsRuleset(conformingZone());
      const fields = listOf(list, ...lower);
      expect(resultOf(await put(fieldsRule(fields))).rules[0].action_parameters).toEqual(fields);
    });

    for (const name of upper)
      row(list, `refuses ${name}`, async () => {
        const zone = conformingZone();
        const { put } = await fieldsRuleset(zone);
        await expectRefusal(zone, () => put(fieldsRule(listOf(list, name))));
        resultOf(await put(fieldsRule(listOf(list, name.toLowerCase()))));
      });
  }

  row('cookie_fields', 'are case sensitive', async () => {
    const { put } = await fieldsRuleset(conformingZone());
    const fields = listOf('cookie_fields', 'SessionId', 'sessionid', 'SESSIONID');
    expect(resultOf(await put(fieldsRule(fields))).rules[0].action_parameters).toEqual(fields);
  });

  for (const list of ['request_fields', 'response_fields', 'cookie_fields'] as const)
    row(list, 'is an array of objects with a name', async () => {
      const zone = conformingZone();
      const { put } = await fieldsRuleset(zone);
      for (const value of ['server', ['server'], [{}], [{ name: 1 }], { name: 'server' }])
        await expectRefusal(zone, () => put(fieldsRule({ [list]: value })));
    });

  row('at least one', 'of the three arrays must be present', async () => {
    const zone = conformingZone();
    const { put } = await fieldsRuleset(zone);
    await expectRefusal(zone, () => put(fieldsRule({})));
  });

  for (const [name, fields] of [
    ['request_fields', REQUEST_FIELDS],
    ['response_fields', RESPONSE_FIELDS],
    ['cookie_fields', COOKIE_FIELDS],
    ['all three', { ...REQUEST_FIELDS, ...RESPONSE_FIELDS, ...COOKIE_FIELDS }],
  ] as const)
    row('at least one', `${name} will do`, async () => {
      const { put } = await fieldsRuleset(conformingZone());
      expect(resultOf(await put(fieldsRule(fields))).rules[0].action_parameters).toEqual(fields);
    });
});

spec.table('2.5', 'action_parameters for action execute', (row) => {
  const execute = (action_parameters: object) => [{ ...DEPLOY, action_parameters }];
  /** The service knows all managed rulesets and their rules; the emulator's are samples. */
  const ONLY_SAMPLES = { refuseUnknownManagedRules: true };

  row('id', 'names the managed ruleset to execute', async () => {
    const zone = conformingZone({}, ONLY_SAMPLES);
    for (const parameters of [{}, { id: '' }, { id: 'f'.repeat(32) }])
      await expectRefusal(zone, () => zone.update('validation', execute(parameters)));
    const { rules } = resultOf(await zone.update('validation', execute({ id: CORE })));
    expect(rules[0].action_parameters.id).toBe(CORE);
  });

  row('overrides', 'are optional', async () => {
    const { rules } = resultOf(await conformingZone().update('validation'));
    expect(rules[0].action_parameters.overrides).toBeUndefined();
  });

  for (const override of [
    { id: MANAGED_RULE, action: 'log', enabled: true },
    { id: MANAGED_RULE, action: 'log', enabled: false },
    { id: MANAGED_RULE, action: 'log' },
    { id: MANAGED_RULE, enabled: false },
  ])
    row('overrides.rules', `are kept as sent: ${JSON.stringify(override)}`, async () => {
      const overrides = { rules: [override] };
      const { rules } = resultOf(
        await conformingZone().update('validation', execute({ id: MANAGED, overrides })),
      );
      expect(rules[0].action_parameters.overrides).toEqual(overrides);
    });

  for (const [name, override] of [
    ['an id of no rule in that ruleset', { id: 'f'.repeat(32), action: 'log', enabled: true }],
    ['an action that is no string', { id: MANAGED_RULE, action: 1, enabled: true }],
    ['an enabled that is no boolean', { id: MANAGED_RULE, action: 'log', enabled: 'true' }],
  ] as const)
    row('overrides.rules', `refuse ${name}`, async () => {
      const zone = conformingZone({}, ONLY_SAMPLES);
      const overrides = { rules: [override] };
      await expectRefusal(zone, () => zone.update('validation', execute({ id: MANAGED, overrides })));
    });
});

spec.complete();
