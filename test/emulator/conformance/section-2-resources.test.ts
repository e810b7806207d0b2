import type { Reply } from '../client';
import {
  ASSIGNED,
  CORE,
  DEPLOY,
  MANAGED,
  TIMESTAMP,
  conformingZone,
  expectRefusal,
  finishedZone,
  resultOf,
} from './conforming-zone';
import {
  COOKIE_FIELDS,
  FIELDS_RULESET,
  REQUEST_FIELDS,
  RESPONSE_FIELDS,
  fieldsRule,
  fieldsRuleset,
} from './custom-field-rules';
import { readStatus } from './migration-status';
import { OPERATIONS } from './operations';
import { OVERRIDE } from './previous-version';
import { specification } from './specification';

const spec = specification('2.1', '2.2', '2.6', '2.7', '2.9');

spec.table('2.1', 'Response envelope', (row) => {
  for (const { name, on, send } of OPERATIONS) {
    const answer = async (): Promise<Reply['body']> => {
      const zone = on();
      return (await send(zone, zone.call)).body;
    };
    row('result', `of ${name} is an object or an array`, async () => {
      const { result } = await answer();
      expect(result).toEqual(expect.any(Object));
    });
    row('success', `of ${name} is true`, async () => expect((await answer()).success).toBe(true));
    row('errors', `of ${name} are empty`, async () => expect((await answer()).errors).toEqual([]));
    row('messages', `of ${name} are empty`, async () => expect((await answer()).messages).toEqual([]));
  }

  row('success', 'is false on a failure', async () => {
    const { body } = await conformingZone().call('POST', '/rulesets', {});
    expect(body.success).toBe(false);
  });

  row('errors', 'say what is wrong on a failure', async () => {
    const { body } = await conformingZone().call('POST', '/rulesets', {});
    expect(body.errors.length).toBeGreaterThan(0);
  });
});

spec.table('2.2', 'Ruleset', (row) => {
  row('id', 'is assigned by the service, to each ruleset another', async () => {
    const zone = conformingZone();
    const { created } = await fieldsRuleset(zone);
    const deployed = resultOf(await zone.update('validation'));
    expect(new Set([created.id, deployed.id, '']).size).toBe(3);
  });

  for (const name of ['x', 'Zone-level phase entry point', 'été "quoted" \\ <b>'])
    row('name', `is free text: ${name}`, async () => {
      const { call } = conformingZone();
      expect(resultOf(await call('POST', '/rulesets', { ...FIELDS_RULESET, name })).name).toBe(name);
    });

  for (const description of ['', 'One line\nand another', 'été "quoted" \\ <b>'])
    row('description', `is free text: ${JSON.stringify(description)}`, async () => {
      const { call } = conformingZone();
      const created = resultOf(await call('POST', '/rulesets', { ...FIELDS_RULESET, description }));
      expect(created.description).toBe(description);
    });

  row('kind', 'is `zone` for zone-level entry-point rulesets', async () => {
    const zone = conformingZone();
    const { created } = await fieldsRuleset(zone);
    expect([created.kind, resultOf(await zone.update('validation')).kind]).toEqual(['zone', 'zone']);
  });

  row('phase', 'is one of the two', async () => {
    const zone = conformingZone();
    const { created } = await fieldsRuleset(zone);
    expect([created.phase, resultOf(await zone.update('validation')).phase]).toEqual([
      'http_log_custom_fields',
      'http_request_firewall_managed',
    ]);
  });

  row('phase', 'is never another', async () => {
    const zone = conformingZone();
    const body = { ...FIELDS_RULESET, phase: 'http_log_fields' };
    await expectRefusal(zone, () => zone.call('POST', '/rulesets', body));
  });

  row('version', 'is a string that increases when the ruleset changes', async () => {
    const { created, put } = await fieldsRuleset(conformingZone());
    const versions: unknown[] = [created.version];
    for (const fields of [REQUEST_FIELDS, RESPONSE_FIELDS, COOKIE_FIELDS])
      versions.push(resultOf(await put(fieldsRule(fields))).version);
    expect(versions).toEqual(versions.map(() => expect.stringMatching(/^\d+$/)));
    const increase = versions.every(
      (version, index) => index === 0 || Number(version) > Number(versions[index - 1]),
    );
    expect(increase).toBe(true);
  });

  row('rules', 'keep their order', async () => {
    const { put } = await fieldsRuleset(conformingZone());
    const sent = [COOKIE_FIELDS, REQUEST_FIELDS, RESPONSE_FIELDS].map(fieldsRule);
    for (const rules of [sent, [...sent].reverse()])
      expect(resultOf(await put(...rules)).rules).toMatchObject(rules);
  });

  row('last_updated', 'is ISO 8601 in UTC with fractional seconds, and moves with each change', async () => {
    const { created, put } = await fieldsRuleset(conformingZone());
    const changed = resultOf(await put(fieldsRule(REQUEST_FIELDS)));
    expect([created.last_updated, changed.last_updated]).toEqual([TIMESTAMP, TIMESTAMP]);
    expect(Date.parse(changed.last_updated)).toBeGreaterThan(Date.parse(created.last_updated));
  });

  for (const phase of ['http_log_custom_fields', 'http_request_firewall_managed'])
    row('one ruleset per phase', `holds for ${phase}`, async () => {
      const zone = conformingZone();
      const create = (name: string) => zone.call('POST', '/rulesets', { name, kind: 'zone', phase });
      resultOf(await create('first'));
      await expectRefusal(zone, () => create('second'));
    });
});

spec.table('2.6', 'Migration configuration', (row) => {
  row('name', 'is a string', async () => {
    expect((await conformingZone().config()).name).toEqual(expect.any(String));
  });

  row('rules', 'are rules of the action execute', async () => {
    const { rules } = await conformingZone().config();
    expect(rules).toEqual(
      [MANAGED, CORE].map((id) => ({
        id: expect.any(String),
        version: expect.any(String),
        ref: expect.any(String),
        action: 'execute',
        expression: 'true',
        description: expect.any(String),
        enabled: true,
        action_parameters: expect.objectContaining({ id }),
      })),
    );
  });

  row('rules', 'follow the current previous-version configuration', async () => {
    const without = conformingZone({ previous_waf: { core_rule_set: { sensitivity: 'off' } } });
    const executed = async ({ config }: typeof without) =>
      (await config()).rules.map((rule: typeof DEPLOY) => rule.action_parameters.id);
    expect([await executed(conformingZone()), await executed(without)]).toEqual([[MANAGED, CORE], [MANAGED]]);
  });
});

spec.table('2.7', 'Migration compatibility result', (row) => {
  row('compatible', 'is true for a zone that can update', async () => {
    expect((await conformingZone().check()).compatible).toBe(true);
  });

  row('compatible', 'is false for a zone that is not eligible in its current configuration', async () => {
    const zone = conformingZone({ previous_waf: { uri_overrides: [OVERRIDE] } });
    expect((await zone.check()).compatible).toBe(false);
  });

  row('migration_state', 'is a string for the current state', async () => {
    const zones = [
      conformingZone(),
      conformingZone({ migration: { state: 'validation' } }),
      await finishedZone(),
    ];
    const states = await Promise.all(zones.map(async ({ check }) => (await check()).migration_state));
    expect(states).toEqual(['start', ASSIGNED, ASSIGNED]);
    expect(new Set(states).size).toBe(3);
  });
});

spec.table('2.9', 'Migration status result', (row) => {
  row('old and new managed rules', 'are reported as enabled or disabled', async () => {
    const rulesets = [{ phase: 'http_request_firewall_managed', rules: [DEPLOY] }] as const;
    const previous_waf = { enabled: false };
    const zones = [{}, { rulesets }, { previous_waf }, { rulesets, previous_waf }].map((each) =>
      conformingZone(each),
    );
    const seen = await Promise.all(zones.map(readStatus));
    expect(seen.map(({ previous, next }) => `old ${previous}, new ${next}`)).toEqual([
      'old enabled, new disabled',
      'old enabled, new enabled',
      'old disabled, new disabled',
      'old disabled, new enabled',
    ]);
  });

  row('migration state', 'is the one of the compatibility check, in every state', async () => {
    const states = ['start', 'validation', 'finishing', 'finished'] as const;
    for (const zone of states.map((state) => conformingZone({ migration: { state } })))
      expect((await readStatus(zone)).state).toBe((await zone.check()).migration_state);
  });
});

spec.complete();
