import { status } from '@grpc/grpc-js';
import { createEngine, type Caller, type Plugin, until } from './engine';

const engine = createEngine();
let plugin: Plugin;
let caller: Caller;

beforeAll(async () => {
  plugin = engine.start();
  caller = await plugin.connect();
});

afterAll(() => caller.close());

describe('an independent gRPC client over mutual TLS', () => {
  test.each([
    ['an empty message', 0],
    ['at the size where prefix and message part', 16 * 1024],
    ['more than one frame', 100_000],
    ['more than all windows', 5_000_000],
  ])('echoes %s', async (_, size) => {
    const message = Buffer.alloc(size, 'abcdefgh');
    const reply = await caller.call('Echo', message);
    expect(reply.equals(message)).toBe(true);
  });

  test('gets the right reply to each of twelve large concurrent calls', async () => {
    const messages = Array.from({ length: 12 }, (_, index) => Buffer.alloc(2_000_000, index + 1));
    const replies = await Promise.all(messages.map((message) => caller.call('Echo', message)));
    expect(replies.map((reply, index) => reply.equals(messages[index] as Buffer))).toEqual(
      messages.map(() => true),
    );
  });

  test('is not blocked by a slow call', async () => {
    const slow = caller.call('Wait', 'slow');
    await until(() => plugin.stderr().includes('waiting slow'));
    const quick = await Promise.all(Array.from({ length: 20 }, () => caller.call('Echo', 'x')));
    expect(quick.map(String)).toEqual(Array.from({ length: 20 }, () => 'x'));
    await caller.call('GoOn');
    expect(String(await slow)).toBe('slow');
  });

  test.each([
    ['a plain error', 'Fail', 'it broke', [status.INTERNAL, 'it broke']],
    ['an error with a status', 'NotFound', 'not here', [status.NOT_FOUND, 'not here']],
    ['a text that no header can carry', 'Fail', '100 % – äöü\n"二"', [status.INTERNAL, '100 % – äöü\n"二"']],
    ['a text that is too long', 'Fail', 'é'.repeat(50_000), [status.INTERNAL, 'é'.repeat(4_096)]],
    ['an unknown method', 'Missing', '', [status.UNIMPLEMENTED, 'unknown method /test.Fixture/Missing']],
  ])('gets %s', async (_, method, request, expected) => {
    expect(await caller.failure(method, request)).toEqual(expected);
  });

  test('a call that the caller gives up aborts its signal', async () => {
    const raw = (bytes: Buffer): Buffer => bytes;
    const path = '/test.Fixture/Wait';
    let failed: (error: unknown) => void;
    const failure = new Promise((resolve) => (failed = resolve));
    const given = caller.client.makeUnaryRequest(path, raw, raw, Buffer.from('in vain'), (error) =>
      failed(error),
    );
    await until(() => plugin.stderr().includes('waiting in vain'));
    given.cancel();
    expect(await failure).toMatchObject({ code: status.CANCELLED });
    await until(() => plugin.stderr().includes('aborted in vain'));
    expect((await caller.call('Echo', 'still here')).toString()).toBe('still here');
  });

  test('printed output goes to stderr, and stdout stays one line', async () => {
    await caller.call('Print', 'chatter');
    await until(() => plugin.stderr().includes('chatter\nchatter again\n'));
    expect(plugin.stdout().split('\n')).toEqual([expect.stringMatching(/^1\|6\|/), '']);
  });
});

describe('the services that hosts expect', () => {
  test.each([
    ['the whole', Buffer.alloc(0)],
    ['the whole, named by nothing', Buffer.from('0a00', 'hex')],
  ])('health of %s is SERVING', async (_, request) => {
    expect((await caller.call('/grpc.health.v1.Health/Check', request)).toString('hex')).toBe('0801');
  });

  test('health of another service is NOT_FOUND', async () => {
    const request = Buffer.from('\x0a\x05other', 'latin1');
    const [code] = await caller.failure('/grpc.health.v1.Health/Check', request);
    expect(code).toBe(status.NOT_FOUND);
  });

  test.each([
    ['/plugin.GRPCStdio/StreamStdio', 'half-closed by the caller', true],
    ['/plugin.GRPCBroker/StartStream', 'left open by the caller', false],
  ])('%s answers with headers, then stays open and silent (%s)', async (path, _, closes) => {
    const raw = (bytes: Buffer): Buffer => bytes;
    const stream = caller.client.makeBidiStreamRequest(path, raw, raw);
    const seen: string[] = [];
    stream.on('data', () => seen.push('data'));
    stream.on('status', ({ code }) => seen.push(`status ${code}`));
    stream.on('error', () => undefined);
    const answered = new Promise((resolve) => stream.on('metadata', resolve));
    if (closes) stream.end(Buffer.alloc(0));
    await answered;
    // What the server sent on this connection before it answers another call is here before that answer.
    await caller.call('Echo');
    expect(seen).toEqual([]);
    stream.cancel();
  });
});

test('when the handlers cannot be created, every call that needs them fails with the reason', async () => {
  const broken = engine.start({ FIXTURE_HANDLERS: 'broken' });
  const client = await broken.connect();
  const expected = [status.INTERNAL, 'these handlers cannot be made'];
  expect([await client.failure('Echo'), await client.failure('Echo')]).toEqual([expected, expected]);
  expect(String(await client.call('Prepared'))).toBe('prepared');
  client.close();
});
