import { createEngine, framesOf } from './engine';

const called = framesOf(createEngine().start({ PLUGIN_CLIENT_CERT: undefined }));

interface Answer {
  readonly headers: Readonly<Record<string, unknown>>;
  readonly trailers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** Sends the pieces as DATA frames of their own and collects what comes back. */
async function send(pieces: readonly string[], headers = {}): Promise<Answer> {
  const stream = (await called)('Echo', headers);
  let received: object = {};
  let trailers: object = {};
  const body: Buffer[] = [];
  stream.on('response', (value) => (received = { ...value }));
  stream.on('trailers', (value) => (trailers = { ...value }));
  stream.on('data', (chunk: Buffer) => body.push(chunk));
  stream.on('error', () => undefined);
  const closed = new Promise((resolve) => stream.on('close', resolve));
  for (const piece of pieces) {
    await new Promise((resolve) => stream.write(Buffer.from(piece, 'hex'), resolve));
  }
  stream.end();
  await closed;
  return {
    headers: received as Answer['headers'],
    trailers: trailers as Answer['trailers'],
    body: Buffer.concat(body).toString('hex'),
  };
}

test.each([
  ['in one frame', ['0000000003616263']],
  ['byte by byte', ['00', '00', '00', '00', '03', '61', '62', '63']],
])('one gRPC message, split anywhere, is accepted: %s', async (_, pieces) => {
  expect(await send(pieces)).toEqual({
    headers: expect.objectContaining({ ':status': 200, 'content-type': 'application/grpc' }),
    trailers: expect.objectContaining({ 'grpc-status': '0' }),
    body: '0000000003616263',
  });
});

describe('a request that is not a unary gRPC call is refused:', () => {
  const refused = (status: string, message: string): object => ({
    headers: expect.objectContaining({ ':status': 200, 'grpc-status': status, 'grpc-message': message }),
    trailers: {},
    body: '',
  });

  test.each<readonly [string, readonly string[], string, string]>([
    ['nothing', [], '12', 'the request holds no message; send exactly one'],
    ['a prefix that is cut off', ['000000'], '13', 'the request ends after 3 bytes, before its prefix'],
    ['half', ['00000000036162'], '13', 'the request ends after 7 bytes, before the 3 bytes announced'],
    ['two', ['0000000000', '0000000000'], '12', 'the request holds more than one message; send exactly one'],
    ['too much', ['00ffffffff'], '8', 'the request has 4294967295 bytes; at most 268435456 are accepted'],
    ['an unknown flag', ['0200000000'], '13', 'the request has the message flag 2; only 0 is known'],
  ])('%s', async (_, pieces, status, message) => {
    expect(await send(pieces)).toEqual(refused(status, message));
  });

  test('a compressed message', async () => {
    expect(await send(['0100000000'], { 'grpc-encoding': 'gzip' })).toEqual(
      refused('12', 'compression "gzip" is not supported; send the message uncompressed'),
    );
  });

  test.each([
    ['another method', { ':method': 'PUT' }, 405],
    ['another content type', { 'content-type': 'application/json' }, 415],
  ])('%s gets an HTTP status', async (_, headers, status) => {
    expect((await send(['0000000000'], headers)).headers).toMatchObject({ ':status': status });
  });

  test('and the next call is served', async () => {
    await send(['00ffffffff', '61'.repeat(100_000)]);
    expect((await send(['000000000178'])).body).toBe('000000000178');
  });
});
