import { DEFAULT_TOKEN, DEFAULT_ZONE_ID, startEmulator, type RunningEmulator } from '../../../emulator';
import { answerTo, connected, ENTRY_POINT, FIELDS_RULESET, fieldsRule } from '../client';

const PATH = `/client/v4/zones/${DEFAULT_ZONE_ID}/rulesets`;

function head(...lines: readonly string[]): string {
  const first = [`POST ${PATH} HTTP/1.1`, 'Host: localhost', `Authorization: Bearer ${DEFAULT_TOKEN}`];
  return [...first, 'Content-Type: application/json', ...lines, '', ''].join('\r\n');
}

const CHUNKED = head('Transfer-Encoding: chunked');

const BODY = JSON.stringify(FIELDS_RULESET);

/** Sends this and hangs up. */
async function sendAndHangUp(running: RunningEmulator, bytes: string): Promise<void> {
  const socket = await connected(running);
  await new Promise((resolve) => socket.write(bytes, resolve));
  socket.destroy();
}

describe('a server with slow or broken clients', () => {
  let running: RunningEmulator;
  const failures: unknown[] = [];
  const note = (error: unknown): void => void failures.push(error);

  beforeAll(async () => {
    running = await startEmulator();
    process.on('unhandledRejection', note).on('uncaughtExceptionMonitor', note);
  });
  afterAll(async () => {
    await running.close();
    process.off('unhandledRejection', note).off('uncaughtExceptionMonitor', note);
    // Also of those who hung up last.
    expect(failures).toEqual([]);
  });

  const rulesets = async (): Promise<{ readonly status: number; readonly own: number }> => {
    const headers = { authorization: `Bearer ${DEFAULT_TOKEN}` };
    const response = await fetch(running.url + PATH, { headers });
    const { result } = (await response.json()) as { readonly result: readonly { readonly kind: string }[] };
    return { status: response.status, own: result.filter(({ kind }) => kind === 'zone').length };
  };

  afterEach(async () => {
    // Whatever happened, the server answers and nothing was written.
    expect(await rulesets()).toEqual({ status: 200, own: 0 });
    expect(failures).toEqual([]);
  });

  it.each([
    ['half a head', head().slice(0, 60)],
    ['half a body', head('Content-Length: 100') + BODY.slice(0, 20)],
    ['a body without the last chunk', `${CHUNKED}${BODY.length.toString(16)}\r\n${BODY}\r\n`],
  ])('survives %s and a client that hangs up', async (_name, bytes) => {
    await sendAndHangUp(running, bytes);
  });

  it.each([
    ['TRACE', `TRACE ${PATH} HTTP/1.1`, /^HTTP\/1\.1 4\d\d [^]*"success":false/],
    ['a target without a path', 'OPTIONS * HTTP/1.1', /^HTTP\/1\.1 [24]\d\d /],
    ['an absolute target', `GET http://localhost${PATH} HTTP/1.1`, /^HTTP\/1\.1 200 /],
    ['only slashes', 'GET //// HTTP/1.1', /^HTTP\/1\.1 4\d\d /],
    ['a broken escape', 'GET /%zz HTTP/1.1', /^HTTP\/1\.1 4\d\d /],
  ])('answers %s', async (_name, line, expected) => {
    expect(await answerTo(running, head('Connection: close').replace(/^.*/, line))).toMatch(expected);
  });

  it('performs two hundred requests whose clients do not wait for the answer', async () => {
    const body = JSON.stringify({ rules: [fieldsRule('accept')] });
    const bytes = head(`Content-Length: ${body.length}`).replace(
      `POST ${PATH}`,
      `PUT ${PATH.replace('/rulesets', ENTRY_POINT)}`,
    );
    running.control.clearJournal();
    await Promise.all(Array.from({ length: 200 }, () => sendAndHangUp(running, bytes + body)));
    const filter = { operation: 'rulesets.entrypoint.update', status: 200 };
    while (running.control.journal(filter).length < 200) await new Promise(setImmediate);
    const [zone] = running.control.zones();
    expect(zone?.rulesets.map(({ version }) => version)).toEqual(['200']);
    running.control.reset();
  });

  it('has a readable journal afterwards', async () => {
    const bytes = `GET ${PATH}?a=%zz&__proto__=1 HTTP/1.1\r\nHost: localhost\r\nX-Odd: \xff\x80\r\n__proto__: x\r\nConnection: close\r\n\r\n`;
    await answerTo(running, Buffer.from(bytes, 'latin1'));
    const entry = running.control.journal().at(-1);
    expect(entry).toMatchObject({ method: 'GET', status: 400, headers: { 'x-odd': '\xff\x80' } });
  });
});
