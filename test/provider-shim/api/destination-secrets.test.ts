import {
  failureOf,
  json,
  ok,
  refuse,
  serve,
  service,
  text,
  useScriptedService,
  type Reply,
} from './scripted-service';

/** Every part that is secret says so. */
const DESTINATIONS = [
  's3://bucket/logs?region=us-east-1&access-key-id=PLANTEDID&secret-access-key=PLANTED%2Fkey',
  'https://me:PLANTEDpw@logs.example.com/collect?header_Authorization=Basic%20PLANTEDbasic',
  'sumo://endpoint.example.com/receiver/PLANTEDpath-and-more-than-that',
  'kinesis://stream?region=us-east-1&access-key-id=PLANTEDID&secret-access-key=PLANTED%2Fkey',
  'bq://projects/p/datasets/d/tables/t?credentials=base64:PLANTED',
  'sentinelone://ingest.example.com/services/collector/raw?header_Authorization=Bearer%20PLANTED',
  'ibmcl://instance.ingress.us-south.logs.cloud.ibm.com/logs/v1/singles?ibm_api_key=PLANTED',
];

useScriptedService();

/** Everything that a person may get to see of a request that does not know the destination. */
async function shownBy(reply: Reply): Promise<string> {
  await serve(reply);
  const lines: unknown[] = [];
  const client = service.client({ log: (...line) => lines.push(line), maxRetries: 0 });
  const error = await failureOf(client.listLogpushJobs('zone'));
  return JSON.stringify([lines, error, error instanceof Error && `${error.message}${error.stack}`]);
}

const jobs = (destination: string): string =>
  JSON.stringify({
    success: true,
    errors: [],
    messages: [],
    result: [{ id: 1, destination_conf: destination }],
  });

describe.each(DESTINATIONS)('the secrets of %s sent by the service', (destination) => {
  const asGo = destination.replaceAll('&', '\\u0026');
  const asPhp = destination.replaceAll('/', '\\/');
  test.each<readonly [string, Reply]>([
    ['in JSON that is cut off', text(200, jobs(destination).slice(0, -4))],
    ['in JSON with escapes that is cut off', text(200, jobs(asGo).replaceAll('\\\\u', '\\u').slice(0, -4))],
    ['in a job of another form', ok([{ id: 'x', destination_conf: destination }])],
    ['in an error', refuse(400, [{ message: `cannot push to "${destination}" now` }])],
    ['in an error with escapes', text(400, `{"success":false,"errors":[{"message":"no ${asGo}"}]}`)],
    ['in an error with escaped slashes', text(400, `{"success":false,"errors":[{"message":"no ${asPhp}"}]}`)],
    ['in a text in a text', json(500, { success: false, errors: [{ message: jobs(destination) }] })],
  ])('are not shown %s', async (_case, reply) => {
    const shown = await shownBy(reply);
    expect(shown).not.toContain('PLANTED');
    expect(shown).toContain('/zones/zone/logpush/jobs');
  });
});

test('the secrets of a destination in a request are not shown', async () => {
  await serve(
    refuse(400, [{ message: 'key PLANTEDID with PLANTED/key and UExBTlRFRElE is refused in us-east-1' }]),
  );
  const error = await failureOf(
    service.client().createLogpushJob('zone', { destination_conf: DESTINATIONS[0] ?? '' }),
  );
  expect((error as Error).message).toContain(
    'key (redacted) with (redacted) and (redacted) is refused in us-east-1',
  );
});

test('a message that quotes an address stays understandable without its secrets', async () => {
  const message = 'put s3://bucket/x into "https://docs.example.com/help?a=1" and \\"gs://b\\"';
  expect(await shownBy(refuse(400, [{ message }]))).toContain('https://docs.example.com/help?(redacted)');
});

test('the reason of a failed delivery is shown without the secrets of the destination', async () => {
  const [destination_conf = ''] = DESTINATIONS;
  const error_message = `403 for ${destination_conf}: PLANTED/key is wrong`;
  await serve(ok({ id: 1, destination_conf, error_message }));
  expect(await service.client().getLogpushJob('zone', 1)).toMatchObject({
    destination_conf,
    error_message: '403 for (redacted): (redacted) is wrong',
  });
});
