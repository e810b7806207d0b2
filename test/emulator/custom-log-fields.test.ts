import { createEmulator, type Model } from '../../emulator';
import { ENTRY_POINT, caller } from './client';

const names = (count: number, prefix = 'x'): { name: string }[] =>
  Array.from({ length: count }, (_, index) => ({ name: `${prefix}-${index}` }));

async function save(parameters: unknown, model: Model = 'specification') {
  const emulator = createEmulator({ settings: { model } });
  const rule = { action: 'log_custom_field', expression: 'true', action_parameters: parameters };
  const { status, body } = await caller(emulator)('PUT', ENTRY_POINT, { rules: [rule] });
  const pointers = body.errors.map((error) => error.source?.pointer?.replace('/rules/0', ''));
  const stored = emulator.control.zones()[0]?.rulesets[0]?.rules[0]?.action_parameters;
  return { status, pointers, stored };
}

const EACH_13 = { request_fields: names(13), response_fields: names(13) };
const EACH_100 = {
  ...{ request_fields: names(100, 'a'), transformed_request_fields: names(100, 'b') },
  ...{ response_fields: names(100, 'a'), raw_response_fields: names(100, 'b') },
};

/** 40 names in all lists together (docs/internals/service.md 8); 100 in each of five (1.2, 4.2). */
it.each<[string, object, Model, number]>([
  ['request_fields', {}, 'specification', 40],
  ['response_fields', {}, 'specification', 40],
  ['cookie_fields', {}, 'specification', 40],
  ['cookie_fields', EACH_13, 'specification', 14],
  ['cookie_fields', EACH_100, 'today', 100],
])('counts the names of %s beside %j in the model %s: at most %i', async (list, others, model, most) => {
  expect((await save({ ...others, [list]: names(most) }, model)).status).toBe(200);
  expect(await save({ ...others, [list]: names(most + 1) }, model)).toMatchObject({
    ...{ status: 400, pointers: ['/action_parameters'] },
  });
});

it('keeps the order of names, and returns preserve_duplicates as false if it was not sent', async () => {
  const request_fields = [{ name: 'b' }, { name: 'a' }];
  const response_fields = [{ name: 'a' }, { name: 'b', preserve_duplicates: true }];
  expect((await save({ request_fields, response_fields }, 'today')).stored).toEqual({
    request_fields,
    response_fields: [{ name: 'a', preserve_duplicates: false }, response_fields[1]],
  });
});

it.each([
  { request_fields: [{ name: 'a' }], transformed_request_fields: [{ name: 'a' }] },
  { response_fields: [{ name: 'a' }], raw_response_fields: [{ name: 'a' }] },
])('refuses a header both raw and transformed: %j', async (parameters) => {
  expect((await save(parameters, 'today')).status).toBe(400);
});
