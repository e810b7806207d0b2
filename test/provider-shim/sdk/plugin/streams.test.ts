import type { ClientHttp2Stream } from 'node:http2';
import { createEngine, framesOf, until } from './engine';

/** Calls that are answered with a stream, as the frames of HTTP/2. */
const plugin = createEngine().start({ PLUGIN_CLIENT_CERT: undefined });
const called = framesOf(plugin);

async function request(method: string, text: string): Promise<ClientHttp2Stream> {
  const prefix = Buffer.alloc(5);
  prefix.writeUInt32BE(text.length, 1);
  return (await called)(method).end(Buffer.concat([prefix, Buffer.from(text)]));
}

/** What comes back, in its order: headers, texts of messages, trailers. */
async function received(method: string, text: string): Promise<readonly string[]> {
  const seen: string[] = [];
  const status = (fields: object): string => {
    const { 'grpc-status': code = '', 'grpc-message': message = '' } = { ...fields } as Record<
      string,
      string
    >;
    return `${code} ${message}`.trim();
  };
  const stream = await request(method, text);
  let rest = Buffer.alloc(0);
  stream.on('response', (fields) => seen.push(`headers ${status(fields)}`.trim()));
  stream.on('trailers', (fields) => seen.push(`trailers ${status(fields)}`));
  stream.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    for (
      let end = 0;
      rest.length >= 5 && rest.length >= (end = 5 + rest.readUInt32BE(1));
      rest = rest.subarray(end)
    )
      seen.push(rest.subarray(5, end).toString());
  });
  await new Promise((resolve) => stream.on('close', resolve));
  return [...seen, ...(rest.length > 0 ? [`${rest.length} bytes more`] : [])];
}

test.each([
  ['ends well', '3 2', ['headers', '00', '11', '22', 'trailers 0']],
  ['has no message', '0 0', ['headers 0']],
  ['fails before its first message', '0 0 broke', ['headers 13 broke']],
  ['fails after two', '2 2 broke', ['headers', '00', '11', 'trailers 13 broke']],
  ['has large messages', '2 20000', ['headers', '0'.repeat(20_000), '1'.repeat(20_000), 'trailers 0']],
])('a stream that %s', async (_, text, expected) => {
  expect(await received('Stream', text)).toEqual(expected);
});

test('a caller who leaves in the middle aborts the call, which ends also where it sends on, and the next one is served', async () => {
  // A message is larger than the caller's window: the first one cannot leave as a whole.
  const stream = await request('Stream', 'Infinity 1000000');
  stream.on('error', () => undefined);
  await new Promise((resolve) => stream.once('readable', resolve));
  stream.destroy();
  await until(() => plugin.stderr().includes('the stream was aborted'));
  expect(await received('Echo', 'still here')).toEqual(['headers', 'still here', 'trailers 0']);
});

test('a slow reader holds up who sends: of 10,000 messages few wait in memory', async () => {
  const [count, size] = [10_000, 1_000];
  let taken = 0;
  let mostWaiting = 0;
  for await (const chunk of await request('Stream', `${count} ${size}`)) {
    taken += (chunk as Buffer).length;
    const [, sent] = await received('Sent', '');
    mostWaiting = Math.max(mostWaiting, Number(sent) * (size + 5) - taken);
  }
  expect(taken).toBe(count * (size + 5));
  expect(mostWaiting).toBeLessThan(500_000);
});
