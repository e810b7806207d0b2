import { DEFAULT_ZONE_ID } from '../../emulator';
import { callProvider, type CalledProvider } from './called-provider';
import type { Reply } from './provider-client';
import { wireValue } from './wire-value';

/** What an engine from Terraform 1.14 on does with the actions, in its calls. */
let provider: CalledProvider;

const DESTINATION = 'https://logs.example.com/http?header_X-Key=planted-secret';
const ZONE = `example.com (${DEFAULT_ZONE_ID})`;

beforeAll(async () => {
  provider = await callProvider();
  await provider.configure();
  provider.emulator.control.editZone(DEFAULT_ZONE_ID, ({ logpush }) => {
    const job = { dataset: 'http_requests', destination_conf: DESTINATION };
    Object.assign(logpush, { jobs: [true, false].map((enabled) => ({ ...job, enabled })) });
  });
});
afterAll(() => provider.end());

/** The texts of the progress, then the errors. */
async function invoked(actionType: string, config: object): Promise<readonly unknown[]> {
  const given = wireValue({ zone_id: DEFAULT_ZONE_ID, timeout: null, ...config });
  const { diagnostics } = await provider.call('PlanAction', { actionType, config: given });
  expect(diagnostics).toEqual([]);
  const events = await provider.stream('InvokeAction', { actionType, config: given });
  return events.flatMap(({ progress, completed }) =>
    completed
      ? ((completed as Reply)['diagnostics'] as Reply[]).map(({ summary }) => summary)
      : [(progress as Reply)['message']],
  );
}

const ASKED = expect.stringMatching(/^Waiting for a delivery of log push job \d+ \(\d+ s of \w+\)$/);

/** What actions come to otherwise: test/provider-shim/actions.test.ts. */
test('a job that is off fails at once', async () => {
  const error = `The log push job 2 of zone ${ZONE} is off.`;
  expect(await invoked('zone_logpush_delivery', { job_id: 2 })).toEqual([ASKED, error]);
});
