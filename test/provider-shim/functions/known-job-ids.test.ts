import { valueType } from '../../../provider-shim/sdk/framework/schema-type';
import { decodeMsgpack, encodeMsgpack, Unknown, type Value } from '../../../provider-shim/sdk/values';
import { createZoneProvider } from '../../../provider-shim/zone-provider';
import { knownJobIdsFunction } from '../../../schema';
import { connect } from '../sdk/framework/connected';

/** Never configured. */
const connected = connect(
  createZoneProvider({ environment: {}, folder: '/', version: '0.0.0', redact: () => undefined }),
);

async function called(ids: Value): Promise<unknown> {
  const type = valueType(knownJobIdsFunction.returns);
  const { error, result } = await connected.call('CallFunction', {
    name: knownJobIdsFunction.name,
    arguments: [{ msgpack: encodeMsgpack(type, ids) }],
  });
  if (error) return error.text;
  const value = decodeMsgpack(type, result?.msgpack ?? new Uint8Array());
  return value instanceof Unknown ? 'unknown' : JSON.parse(JSON.stringify(value));
}

test.each<readonly [string, Value, unknown]>([
  ['no job', [], []],
  ['jobs that exist', [17, 3], [17, 3]],
  ['a job that is to be created', [17, Unknown.plain, 3], [17, 3]],
  ['a job without a number', [null, 3], [3]],
  ['jobs that are not known at all', Unknown.plain, 'unknown'],
  ['null', null, 'It is null. Give a value'],
])('known_job_ids of %s', async (_case, ids, expected) => {
  expect(await called(ids)).toEqual(expected);
});
