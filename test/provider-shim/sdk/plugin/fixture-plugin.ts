import { RpcError, serve, Status, type Handlers, type Logger } from '../../../../provider-shim/sdk/plugin';

/** A plugin that is bundled and started as a process by the tests. `FIXTURE_*` variables vary it. */
const { FIXTURE_HANDLERS, FIXTURE_REATTACH, FIXTURE_ON_SHUTDOWN } = process.env;

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString();

/** The calls that wait until a call of `GoOn`. */
const waiting: (() => void)[] = [];

/** Messages that have left, of the stream that is sent. */
let sent = 0;

function handlers(logger: Logger): Handlers {
  if (FIXTURE_HANDLERS === 'broken') throw new Error('these handlers cannot be made');
  return new Map(
    Object.entries({
      '/test.Fixture/Echo': async (request: Uint8Array) => request,
      '/test.Fixture/Fail': async (request: Uint8Array) => Promise.reject(new Error(text(request))),
      '/test.Fixture/NotFound': async (request: Uint8Array) =>
        Promise.reject(new RpcError(Status.NOT_FOUND, text(request))),
      '/test.Fixture/Wait': async (request: Uint8Array, { signal }: { signal: AbortSignal }) => {
        signal.addEventListener('abort', () => process.stderr.write(`aborted ${text(request)}\n`));
        process.stderr.write(`waiting ${text(request)}\n`);
        await new Promise<void>((resolve) => waiting.push(resolve));
        return request;
      },
      '/test.Fixture/GoOn': async (request: Uint8Array) => {
        for (const goOn of waiting) goOn();
        return request;
      },
      '/test.Fixture/Stream': async (
        request: Uint8Array,
        { signal }: { signal: AbortSignal },
        send: (message: Uint8Array) => Promise<void>,
      ) => {
        const [count = 0, size = 0, failure = ''] = text(request).split(' ');
        for (sent = 0; sent < Number(count) && !signal.aborted; sent++)
          await send(Buffer.alloc(Number(size), String(sent % 10)));
        // What nobody is there to take counts as sent.
        if (signal.aborted) await send(Buffer.of(0));
        if (signal.aborted) process.stderr.write('the stream was aborted\n');
        if (failure !== '') throw new Error(failure);
      },
      '/test.Fixture/Sent': async () => Buffer.from(String(sent)),
      '/test.Fixture/Print': async (request: Uint8Array) => {
        // eslint-disable-next-line no-console -- what a library might do
        console.log(text(request));
        process.stdout.write(`${text(request)} again\n`);
        return request;
      },
      '/test.Fixture/Log': async (request: Uint8Array) => {
        for (const level of ['trace', 'debug', 'info', 'warn', 'error'] as const) {
          logger.log(level, text(request), { level_word: level });
        }
        return request;
      },
      '/test.Fixture/Secret': async (request: Uint8Array) => {
        logger.redact(text(request));
        logger.log('error', `the secret is ${text(request)}`, { nested: { list: [text(request)] } });
        throw new Error(`refused with ${text(request)}`);
      },
      '/test.Fixture/Throw': async (request: Uint8Array) => {
        setImmediate(() => {
          throw new Error(text(request));
        });
        return new Promise<never>(() => undefined);
      },
      '/test.Fixture/Reject': async (request: Uint8Array) => {
        void Promise.reject(new Error(text(request)));
        return new Promise<never>(() => undefined);
      },
    }),
  );
}

void serve({
  runtime: { least: '20.18', variable: 'FIXTURE_NODE' },
  providerAddress: 'example.com/test/fixture',
  handlers,
  prepared: (path) => (path === '/test.Fixture/Prepared' ? async () => Buffer.from('prepared') : undefined),
  reattach: FIXTURE_REATTACH === '1',
  onShutdown: () => FIXTURE_ON_SHUTDOWN === 'tell' && process.stderr.write('shut down\n'),
});
