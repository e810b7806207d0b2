/**
 * What section 9 says of infrastructure-as-code resources is about the versions of a provider, not about the
 * service: there is nothing to ask the emulator.
 */
import { BASE_PATH, DEFAULT_TOKEN, DEFAULT_ZONE_ID } from '../../../emulator';
import { reply } from '../client';
import { CORE, DEPLOY, conformingZone, expectRefusal, resultOf } from './conforming-zone';
import { COOKIE_FIELDS, REQUEST_FIELDS, fieldsRule, fieldsRuleset } from './custom-field-rules';
import { corePackage, packages } from './previous-version';
import { specification } from './specification';

const spec = specification('9');

spec.table('9', 'Versioning', (row) => {
  const ask = (base: string) => {
    const zone = conformingZone();
    const headers = { authorization: `Bearer ${DEFAULT_TOKEN}` };
    const url = `http://localhost${base}/zones/${DEFAULT_ZONE_ID}/rulesets`;
    return { zone, send: async () => reply(await zone.emulator.handle(new Request(url, { headers }))) };
  };

  row('version in the path', 'is 4', async () => {
    expect(BASE_PATH).toMatch(/\/v4$/);
    resultOf(await ask(BASE_PATH).send());
  });

  for (const base of ['', BASE_PATH.replace('v4', 'v3'), BASE_PATH.replace('v4', 'v5')])
    row('version in the path', `is not that of '${base}'`, async () => {
      const { zone, send } = ask(base);
      await expectRefusal(zone, send);
    });

  // The core rule set is on, which the earlier procedure did not admit.
  for (const path of ['check', 'config'] as const)
    row('phase_two', `phase_two=1 selects the all-zones procedure for ${path}`, async () => {
      resultOf(await conformingZone().call('GET', `/waf_migration/${path}?phase_two=1`));
      expect((await conformingZone().check()).compatible).toBe(true);
    });

  for (const value of ['pending', 'validation'])
    row('phase_two', `phase_two=1 selects the all-zones procedure for the update to ${value}`, async () => {
      resultOf(await conformingZone().update(value));
    });

  row('version strings', 'of rulesets change on update', async () => {
    const { created, put } = await fieldsRuleset(conformingZone());
    const versions = [created.version];
    for (const fields of [REQUEST_FIELDS, COOKIE_FIELDS])
      versions.push(resultOf(await put(fieldsRule(fields))).version);
    expect(versions).toEqual(Array(3).fill(expect.any(String)));
    expect(new Set(versions).size).toBe(3);
  });

  row('version strings', 'of rules change on update', async () => {
    const { put } = await fieldsRuleset(conformingZone());
    const [rule] = resultOf(await put(fieldsRule(REQUEST_FIELDS))).rules;
    const [changed] = resultOf(await put({ ...rule, action_parameters: COOKIE_FIELDS })).rules;
    expect([changed.id, changed.version]).toEqual([rule.id, expect.any(String)]);
    expect(changed.version).not.toBe(rule.version);
  });

  row('version strings', 'of the managed-rules entry point change on update', async () => {
    const zone = conformingZone();
    const first = resultOf(await zone.update('validation'));
    const [rule] = first.rules;
    const second = resultOf(await zone.update('validation', [{ ...rule, description: 'Adjusted' }]));
    expect(second.rules).toMatchObject([{ ...DEPLOY, id: rule.id, description: 'Adjusted' }]);
    expect(second.version).not.toBe(first.version);
    expect(second.rules[0].version).not.toBe(rule.version);
  });

  // Neither is told by a member of its own.
  row('versions of the core rule sets', 'the previous one is 2.x, the new one is another', async () => {
    const zone = conformingZone();
    const core = await corePackage(zone);
    const [old] = (await packages(zone)).filter(({ id }) => core.endsWith(id));
    expect(old?.name).toContain('2.x');
    expect(old?.id).not.toBe(CORE);
    const listed = resultOf(await zone.call('GET', '/rulesets')) as readonly { readonly id: string }[];
    expect(listed.map(({ id }) => id)).toContain(CORE);
  });
});

spec.complete();
