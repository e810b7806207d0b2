import { fields, held, service, useFieldsZone, workspace } from './fields-zone';
import { DEFAULT_ZONE_ID } from '../../emulator';

useFieldsZone('workspace');

const ignoring = (names: string, given: Parameters<typeof fields>[0]): string =>
  fields(given).replace(/\n\}\n*$/, `\n  lifecycle {\n    ignore_changes = [${names}]\n  }\n}\n`);

test('a list in ignore_changes keeps the changes of others, and the other lists are written', async () => {
  workspace.write('main.tf', fields({ cookies: ['a'], request_headers: ['x'] }));
  await workspace.applied();
  const action_parameters = { cookie_fields: [{ name: 'theirs' }], request_fields: [{ name: 'x' }] };
  service.emulator.control.saveRuleset(DEFAULT_ZONE_ID, 'http_log_custom_fields', {
    rules: [{ action: 'log_custom_field', expression: 'true', action_parameters }],
  });
  workspace.write('main.tf', ignoring('cookies', { cookies: ['b'], request_headers: ['y'] }));
  await workspace.applied();
  expect(held()?.rules?.[0]).toMatchObject({
    action_parameters: { cookie_fields: [{ name: 'theirs' }], request_fields: [{ name: 'y' }] },
  });
  expect(await workspace.plan()).toMatchObject({ exitCode: 0 });
});

test('a plan without any fields, because ignore_changes drops the declared ones, is refused', async () => {
  workspace.write('main.tf', fields({ request_headers: ['x'] }));
  await workspace.applied();
  workspace.write('main.tf', ignoring('cookies', { cookies: ['b'] }));
  const plan = await workspace.plan();
  expect([plan.exitCode, `${plan.stdout}${plan.stderr}`]).toEqual([
    1,
    expect.stringContaining('There are no custom fields'),
  ]);
});
