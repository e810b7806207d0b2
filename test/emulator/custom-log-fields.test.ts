import type { Model } from '../../emulator';
import { createEmulator } from '../../emulator';
import { ENTRY_POINT, caller } from './client';

const names = (count: number, prefix = 'x'): { name: string }[] =>
  Array.from({ length: count }, (_, index) => ({ name: `${prefix}-${index}` }));

const EACH_13 = { request_fields: names(13), response_fields: names(13) };

async function save(parameters: unknown, { model = 'specification' }: { model?: Model } = {}) {
  const emulator = createEmulator({ settings: { model } });
  const rule = { action: 'log_custom_field', expression: 'true', action_parameters: parameters };
  const { status, body } = await caller(emulator)('PUT', ENTRY_POINT, { rules: [rule] });
  const pointers = body.errors.map((error) => error.source?.pointer?.replace('/rules/0', ''));
  const stored = emulator.control.zones()[0]?.rulesets[0]?.rules[0]?.action_parameters;
  return { status, pointers, stored };
}

describe('docs/internals/service.md 4.1: action_parameters of log_custom_field', () => {
  it('accepts all three lists and keeps the order of their names', async () => {
    const parameters = {
      request_fields: [{ name: 'b' }, { name: 'a' }],
      response_fields: [{ name: 'a' }],
      cookie_fields: [{ name: 'SessionId' }, { name: 'sessionid' }],
    };
    expect(await save(parameters)).toMatchObject({ status: 200, stored: parameters });
  });
});

describe('docs/internals/service.md 8: at most 40 custom fields in all lists together', () => {
  it.each([
    [{ request_fields: names(40) }, { request_fields: names(41) }],
    [{ response_fields: names(40) }, { response_fields: names(41) }],
    [{ cookie_fields: names(40) }, { cookie_fields: names(41) }],
    [
      { ...EACH_13, cookie_fields: names(14) },
      { ...EACH_13, cookie_fields: names(15) },
    ],
  ])('counts the names of each list, and of all together: %#', async (taken, refused) => {
    expect((await save(taken)).status).toBe(200);
    expect(await save(refused)).toMatchObject({ status: 400, pointers: ['/action_parameters'] });
  });

  it('counts the rules of the ruleset together, and points at the one that exceeds the limit', async () => {
    const rule = (count: number, prefix: string) => ({
      action: 'log_custom_field',
      expression: 'true',
      action_parameters: { request_fields: names(count, prefix) },
    });
    const call = caller(createEmulator());
    expect((await call('PUT', ENTRY_POINT, { rules: [rule(20, 'a'), rule(20, 'b')] })).status).toBe(200);
    const { status, body } = await call('PUT', ENTRY_POINT, { rules: [rule(20, 'a'), rule(21, 'b')] });
    expect([status, body.errors[0]?.source?.pointer]).toEqual([400, '/rules/1/action_parameters']);
  });
});

describe('docs/internals/service.md 1.2 and 4.2: the limits of the production service', () => {
  const model = 'today';

  it('accepts 100 names in each of five lists and refuses the 101st', async () => {
    const parameters = {
      request_fields: names(100, 'a'),
      transformed_request_fields: names(100, 'b'),
      response_fields: names(100, 'a'),
      raw_response_fields: names(100, 'b'),
      cookie_fields: names(100),
    };
    expect((await save(parameters, { model })).status).toBe(200);
    expect(await save({ ...parameters, cookie_fields: names(101) }, { model })).toMatchObject({
      status: 400,
      pointers: ['/action_parameters'],
    });
  });

  it('returns preserve_duplicates as false if it was not sent', async () => {
    const response_fields = [{ name: 'a' }, { name: 'b', preserve_duplicates: true }];
    expect((await save({ response_fields }, { model })).stored).toEqual({
      response_fields: [
        { name: 'a', preserve_duplicates: false },
        { name: 'b', preserve_duplicates: true },
      ],
    });
  });

  it.each([
    ['request', { request_fields: [{ name: 'a' }], transformed_request_fields: [{ name: 'a' }] }],
    ['response', { response_fields: [{ name: 'a' }], raw_response_fields: [{ name: 'a' }] }],
  ])('refuses one %s header both raw and transformed', async (_name, parameters) => {
    expect((await save(parameters, { model })).status).toBe(400);
  });
});
