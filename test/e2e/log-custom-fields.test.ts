import { DEFAULT_ZONE_ID } from '../../emulator';
import { inLane } from '../support/lane';
import {
  ADDRESS,
  PHASE,
  applyFields,
  calls,
  fields,
  held,
  parameters,
  rest,
  service,
  useFieldsZone,
  workspace,
} from './fields-zone';

useFieldsZone(inLane({ share: 'workspace', whole: 'engine' }));

describe('the custom log fields of a zone', () => {
  test('are created with one write after two reads, refreshed with one read, and then have an empty plan', async () => {
    workspace.write(
      'main.tf',
      fields({ request_headers: ['x-b', 'x-a'], response_headers: ['server'], cookies: ['Sid'] }),
    );
    service.emulator.control.clearJournal();
    await workspace.applied();
    expect(calls()).toEqual([
      `GET /rulesets/phases/${PHASE}/entrypoint`,
      `GET /rulesets/phases/${PHASE}/entrypoint`,
      'POST /rulesets',
    ]);
    expect(parameters()).toEqual([
      {
        request_fields: [{ name: 'x-a' }, { name: 'x-b' }],
        response_fields: [{ name: 'server' }],
        cookie_fields: [{ name: 'Sid' }],
      },
    ]);
    service.emulator.control.clearJournal();
    await rest();
    expect(calls()).toEqual([`GET /rulesets/phases/${PHASE}/entrypoint`]);
    expect(await workspace.attributes(ADDRESS)).toEqual({
      zone_id: DEFAULT_ZONE_ID,
      request_headers: ['x-a', 'x-b'],
      response_headers: ['server'],
      cookies: ['Sid'],
      description: '',
      enabled: true,
      kept_settings: null,
      on_existing: 'refuse',
      adopted: null,
      taken_over: false,
      ruleset_id: held()?.id,
    });
  });

  test('change with one request, for the rule alone', async () => {
    await applyFields({ cookies: ['Sid'] });
    workspace.write('main.tf', fields({ cookies: ['Uid'] }));
    service.emulator.control.clearJournal();
    await workspace.applied();
    expect(calls().filter((call) => !call.startsWith('GET'))).toEqual([
      `PATCH /rulesets/${held()?.id}/rules/${held()?.rules[0]?.id}`,
    ]);
  });

  test('change in place, keep the rule’s id, and leave nothing behind when a list is removed', async () => {
    await applyFields({ request_headers: ['x-a'], cookies: ['Sid'], description: 'one' });
    const before = held()?.rules[0];
    await applyFields({ request_headers: ['x-b', 'x-a'], description: 'two', enabled: false });
    expect(held()?.rules).toEqual([
      expect.objectContaining({
        id: before?.id,
        ref: before?.ref,
        description: 'two',
        enabled: false,
        action_parameters: { request_fields: [{ name: 'x-a' }, { name: 'x-b' }] },
      }),
    ]);
  });

  test('are destroyed by deleting their rule; the rest of the zone stays', async () => {
    await applyFields({ cookies: ['Sid'] });
    const others = (): unknown =>
      service.emulator.control.zones().map(({ rulesets, ...zone }) => ({
        ...zone,
        rulesets: rulesets.filter(({ phase }) => phase !== PHASE),
      }));
    const before = others();
    expect((await workspace.destroy()).exitCode).toBe(0);
    expect(held()).toMatchObject({ rules: [] });
    expect(others()).toEqual(before);
  });

  test.each([
    ['with different names', ['B']],
    ['with the same names', ['A']],
  ])('cannot be declared by two resources %s: the plan fails', async (_what, cookies) => {
    const second = fields({ cookies })
      .replace(/^terraform \{[\s\S]*?^\}\n/m, '')
      .replace('"main"', '"second"');
    workspace.write('main.tf', `${fields({ cookies: ['A'] })}\n${second}`);
    const plan = await workspace.plan();
    expect(plan.exitCode).toBe(1);
    expect(plan.stderr.match(/Two resources of this\s+configuration\s+declare/g)).toHaveLength(1);
    expect(held()).toBeUndefined();
  });

  test('are read by the data source zone_rulesets', async () => {
    workspace.write(
      'main.tf',
      `${fields({ cookies: ['Sid'] })}
data "zone_rulesets" "log" {
  zone_id = zone_log_custom_fields.main.zone_id
  phase   = "${PHASE}"
  depends_on = [zone_log_custom_fields.main]
}
output "found" { value = data.zone_rulesets.log.rulesets[*].id }`,
    );
    await workspace.applied();
    const { stdout } = await workspace.run(['output', '-json', 'found']);
    expect(JSON.parse(stdout)).toEqual([held()?.id]);
    await rest();
  });
});
