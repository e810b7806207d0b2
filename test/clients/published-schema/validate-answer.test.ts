import { ZONE_ID } from '../seed';
import { createClient, type Exchange } from '../sdk/typescript-sdk';
import { callMethod } from '../sdk/call';
import { startEmulator, type EmulatorProcess } from '../running-emulator';
import { publishedSchema } from './sdk-schema';
import { faultsOf } from './validate-answer';

const schema = publishedSchema();

describe('the validator', () => {
  let emulator: EmulatorProcess;
  let answered: Exchange;
  beforeAll(async () => {
    emulator = await startEmulator('specification');
    const client = createClient('cloudflare-7', emulator.baseUrl);
    await callMethod(client, 'zones.get', { zone_id: ZONE_ID });
    answered = client.exchanges[0] as Exchange;
  });
  afterAll(() => emulator?.stop());

  type Answer = { result: Record<string, unknown> } & Record<string, unknown>;

  it.each([
    ['nothing', () => undefined, []],
    [
      'a missing member',
      ({ result }: Answer) => delete result['name_servers'],
      [{ path: '/result', message: expect.stringContaining("'name_servers'") }],
    ],
    [
      'a member of another type',
      ({ result }: Answer) => (result['paused'] = 'no'),
      [{ path: '/result/paused', message: 'must be boolean' }],
    ],
    [
      'an unknown word',
      ({ result }: Answer) => (result['status'] = 'asleep'),
      [{ path: '/result/status', message: expect.stringContaining('must be') }],
    ],
    [
      'an unknown member',
      ({ result }: Answer) => (result['colour'] = 'red'),
      [{ path: '/result/colour', message: expect.stringContaining('does not know') }],
    ],
    [
      'an error in a success',
      (answer: Answer) => (answer['errors'] = [{ code: 1000, message: 'no' }]),
      [{ path: '/errors', message: expect.any(String) }],
    ],
    [
      'no messages',
      (answer: Answer) => delete answer['messages'],
      [{ path: '', message: expect.stringContaining("'messages'") }],
    ],
  ])('finds %s', (_what, change, faults) => {
    const answer = structuredClone(answered.answer) as Answer;
    change(answer);
    expect(faultsOf(schema, 'zones.get', { ...answered, answer })).toEqual(faults);
  });
});
