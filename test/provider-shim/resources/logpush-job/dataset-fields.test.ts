import type { FaultEffect } from '../../../../emulator';
import { findFields } from '../../../../provider-shim/resources/logpush-job/log-fields';
import { emulatedZone, ZONE, type EmulatedZone } from '../../api/emulated-zone';

let zone: EmulatedZone;
beforeAll(async () => {
  zone = await emulatedZone();
});
afterAll(() => zone.close());

const refusal = (errors: readonly object[]): FaultEffect => ({
  kind: 'answer',
  status: 400,
  body: { result: null, success: false, errors, messages: [] },
});

test.each<readonly [string, FaultEffect, string]>([
  [
    'its text with the status and the code',
    refusal([{ code: 1010, message: 'datasets: a, b.' }]),
    'datasets: a, b (status 400, code 1010)',
  ],
  [
    'the request, where it has no text',
    refusal([]),
    `GET /zones/${ZONE}/logpush/datasets/x/fields: the service answered with status 400: no reason given`,
  ],
])('what the service says of a dataset that it refuses: %s', async (_case, effect, said) => {
  zone.emulator.control.faults.put([{ match: { operation: 'logpush.datasets.fields' }, effect }]);
  const { signal } = new AbortController();
  expect(await findFields(zone.client, ZONE, 'x', signal)).toEqual({ kind: 'no dataset', said });
});
