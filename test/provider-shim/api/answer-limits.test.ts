import { gzipSync } from 'node:zlib';
import { JOB, RULESET, ZONE } from './every-operation';
import { decodeBody } from '../../../provider-shim/api/http/outcome';
import {
  failureAfter,
  errorOf,
  json,
  ok,
  refuse,
  serve,
  service,
  text,
  type Reply,
} from './scripted-service';
import { stopLimits } from './virtual-time';

const MEGABYTE = 1024 * 1024;

describe('the size of an answer', () => {
  const bomb = gzipSync(`{"success":true,"result":"${'a'.repeat(64 * MEGABYTE)}"}`);
  const announced: Reply = (response) => {
    response.writeHead(200, { 'content-length': String(5_000_000_000) });
    response.flushHeaders();
  };
  const endless: Reply = (response) => {
    while (!response.destroyed && response.write(Buffer.alloc(MEGABYTE, ' ')));
    if (!response.destroyed) response.once('drain', endless.bind(null, response));
  };

  test.each<[string, Reply, string]>([
    ['is announced: no byte of the body is read', announced, '5000000000 bytes'],
    ['is not announced', endless, 'more than 16777216 bytes'],
    [
      'is decompressed',
      text(200, bomb, { 'content-encoding': 'gzip' }),
      `${bomb.length} bytes that decompresses to more than 16777216 bytes`,
    ],
  ])('is limited when it %s', async (_case, reply, size) => {
    expect(bomb.length).toBeLessThan(MEGABYTE);
    const { kind, message } = await failureAfter(reply);
    const seen = `is not from the zone service: a body of ${size}; at most 16777216 are read.`;
    expect([kind, message, service.requests.length]).toEqual([
      'malformed-answer',
      `GET /x: the answer with status 200 ${seen}`,
      1,
    ]);
  });

  test('is decompressed in pieces, between which others have their turn', async () => {
    const answer = {
      type: 'answer',
      status: 200,
      headers: { 'content-encoding': 'gzip' },
      body: bomb,
    } as const;
    const decoded = decodeBody(answer, 16 * MEGABYTE);
    let [turns, isOver] = [0, false];
    void decoded.then(() => (isOver = true));
    for (; !isOver; turns += 1) await new Promise(setImmediate);
    expect(await decoded).toHaveProperty('fault');
    // One for each piece: each begins only when the event loop has taken the one before.
    expect(turns).toBeGreaterThan(100);
  });

  test('does not hide the status: a large page with status 503 is a transient failure', async () => {
    const error = await failureAfter(text(503, Buffer.alloc(17 * MEGABYTE, '<p>')));
    expect([error.kind, error.status, service.requests.length]).toEqual(['unavailable', 503, 5]);
  });

  test('may be large within the limit, in pieces of one byte', async () => {
    const body = JSON.stringify({ success: true, result: 'a'.repeat(20_000), errors: [], messages: [] });
    await serve((response) => {
      for (const byte of body) response.write(byte);
      response.end();
    });
    const { result } = await service.client().request({ method: 'GET', path: ['x'] });
    expect(result).toBe('a'.repeat(20_000));
  });
});

describe('the time of an answer', () => {
  test('is limited as a whole, however steadily bytes arrive', async () => {
    stopLimits();
    await serve((response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      let drops = 0;
      const timer = setInterval(() => {
        response.write(' ');
        jest.advanceTimersByTime(100);
        if ((drops += 1) === 3) clearInterval(timer);
      }, 10);
    });
    const client = service.client({ requestTimeoutMs: 300, maxRetries: 0 });
    expect(await errorOf(client.request({ method: 'GET', path: ['x'] }))).toMatchObject({
      kind: 'timeout',
      outcome: 'unknown',
      message: 'GET /x: no complete answer within 300 ms.',
    });
  });

  test.each([
    ['of a date at the end of time', { 'retry-after': 'Mon, 01 Jan 275000 00:00:00 GMT' }],
    [
      'of a clock at its beginning',
      { 'retry-after': 'Mon, 01 Jan 9999 00:00:00 GMT', date: 'Mon, 01 Jan -200000 00:00:00 GMT' },
    ],
    ['of nearly a billion seconds', { 'retry-after': '999999999' }],
  ])('to wait before a retry becomes a printable date: %s', async (_case, headers) => {
    const error = await failureAfter(refuse(429, [], headers));
    expect(error.hint).toMatch(/It asks to wait until [+\d]\d+-\d\d-\d\dT/);
  });
});

describe('headers of an answer', () => {
  test('that are too large are a permanent failure', async () => {
    const error = await failureAfter(text(200, '{}', { 'x-large': 'a'.repeat(20_000) }));
    expect(error.message).toContain('UND_ERR_HEADERS_OVERFLOW');
    expect(error.hint).toContain('more than 16 KiB of headers');
    expect([error.outcome, service.requests.length]).toEqual(['unknown', 1]);
  });

  test('are shortened in messages', async () => {
    const { message } = await failureAfter(
      text(302, '', { location: `https://a.example/${'a'.repeat(9_000)}` }),
    );
    expect(message).toMatch(/redirects to "https:\/\/a\.example\/a{181}… \(9020 characters\)\.$/);
  });
});

describe('lists in an answer', () => {
  const many = (count: number): readonly unknown[] =>
    Array.from({ length: count }, (_, index) => ({ ...RULESET, id: `r${index}`, rules: undefined }));

  test('are read up to 20,000 items, and more are an error', async () => {
    const client = await serve(ok(many(20_000)), ok(many(20_001)));
    await expect(client.listRulesets(ZONE)).resolves.toHaveLength(20_000);
    expect(await errorOf(client.listRulesets(ZONE))).toMatchObject({
      kind: 'malformed-answer',
      message:
        `GET /zones/${ZONE}/rulesets: the result has an unexpected form: result has 20001 items; at ` +
        'most 20000 are read.',
    });
  });

  test('of so many items over several pages are an error', async () => {
    let page = 0;
    await serve((response, request) => {
      page += 1;
      const items = Array.from({ length: 8_000 }, (_, index) => ({ ...RULESET, id: `${page}/${index}` }));
      ok(items, { result_info: { cursors: { after: `${page}` } } })(response, request);
    });
    expect((await errorOf(service.client().listRulesets(ZONE))).message).toContain(
      'the list has 24000 items; at most 20000 are read',
    );
    expect(page).toBe(3);
  });

  test('whose cursor is too long for an address are an error', async () => {
    await serve(ok([], { result_info: { cursors: { after: 'c'.repeat(100_000) } } }));
    expect(await errorOf(service.client().listRulesets(ZONE))).toMatchObject({ kind: 'malformed-answer' });
    expect(service.requests).toHaveLength(1);
  });
});

describe('texts and numbers in an answer', () => {
  const long = 'x'.repeat(70_000);

  const NO_ID = 'not a positive whole number below 2^53';

  test.each([
    [{ name: long }, 'the result.name has 70000 characters; at most 65536 are read'],
    [{ destination_conf: long.slice(0, 9_000) }, 'has 9000 characters; at most 8192 are read'],
    [{ id: 2 ** 53 }, `id is the number 9007199254740992, ${NO_ID}`],
    [{ id: 1.5 }, `id is the number 1.5, ${NO_ID}`],
    [{ id: '17' }, `id is the string "17", ${NO_ID}`],
    [{ max_upload_bytes: 2 ** 60 }, 'of a job is the number 1152921504606847000, not a whole number'],
  ])('of a job: %#', async (members, says) => {
    await serve(ok({ ...JOB, ...members }));
    const error = await errorOf(service.client().getLogpushJob(ZONE, 17));
    expect(error.message).toContain(`${Object.keys(members)[0]} `);
    expect(error.message).toContain(says);
    expect(error.message.length).toBeLessThan(1_000);
  });

  test('of a job: a message of the service is shortened, and shows no half of a secret', async () => {
    const secret = 'planted-signature-0123456789';
    const said = `${'x'.repeat(1_990)}${secret}${'y'.repeat(50_000)}`;
    await serve(ok({ ...JOB, destination_conf: `r2://bucket?sig=${secret}`, error_message: said }));
    const job = await service.client().getLogpushJob(ZONE, 17);
    expect(job?.error_message).toBe(`${'x'.repeat(1_990)}(redacted)… (${said.length} characters)`);
  });

  test('of a rule, which is sent back unchanged: a number that parsing rounds is an error', async () => {
    const rule = '{"id":"a","action":"execute","action_parameters":{"id":"m","limit":[9007199254740993]}}';
    await serve(
      text(200, `{"success":true,"result":{"id":"r","kind":"zone","phase":"p","rules":[${rule}]}}`),
    );
    expect((await errorOf(service.client().getRuleset(ZONE, 'r'))).message).toContain(
      'rules[0]: it holds the number 9007199254740992, which is too large to keep exactly',
    );
  });

  test('of errors are shortened, with their length', async () => {
    const errors = Array.from({ length: 1_000 }, () => ({ code: 1000, message: 'e'.repeat(100_000) }));
    const error = await failureAfter(refuse(400, errors.slice(0, 100)));
    expect(error.message).toMatch(/: 1000 e{2000}… \(\d+ characters\).*; 1000 e+… \(\d+ characters\)\.$/);
    expect(error.message.length).toBeLessThan(5_000);
    expect(error.errors).toHaveLength(20);
  });

  test('quoted in messages are shortened, with their length', async () => {
    const { message } = await failureAfter(json(200, 'y'.repeat(5_000)));
    expect(message).toMatch(/: the string "y{199}… \((?:2020|5002) characters\)\.$/);
  });
});

describe('a terminal control sequence', () => {
  const OBEYED = /[\p{Cc}\p{Bidi_Control}]/u;
  const HOSTILE = 'a\u001b[2Jb\u009bc\u0000d\u202ee\u2066f\r';
  const SHOWN = 'a\\u001b[2Jb\\u009bc\\u0000d\\u202ee\\u2066f\\u000d';

  test('is escaped in errors, their parts and the log', async () => {
    await serve(
      refuse(503, [{ message: HOSTILE, source: { pointer: `/${HOSTILE}` } }]),
      ok({ name: HOSTILE, [HOSTILE]: 1 }),
    );
    const lines: unknown[] = [];
    await service.client({ log: (...line) => lines.push(line) }).request({ method: 'GET', path: ['x'] });
    const error = await failureAfter(refuse(400, [{ message: HOSTILE, source: { pointer: `/${HOSTILE}` } }]));
    expect(error.errors).toEqual([{ message: SHOWN, pointer: `/${SHOWN}` }]);
    const told = [error.message, error.hint, JSON.stringify(lines).replaceAll('\\\\', '\\')];
    for (const shown of told) expect(shown).not.toMatch(OBEYED);
    expect(error.message).toContain(SHOWN);
    expect(told[2]).toContain('\\u202e');
  });

  test.each([
    ['a page', (): Reply => text(200, `<title>${HOSTILE}</title>`)],
    ['text', (): Reply => text(200, HOSTILE)],
    ['names', (): Reply => json(200, { [HOSTILE]: 1 })],
    ['an encoding', (): Reply => text(200, 'x', { 'content-encoding': 'a\u009bb' })],
    ['a location', (): Reply => text(302, '', { location: 'https://x/\u009b2J' })],
  ])('of %s', async (_case, reply) => {
    const { message } = await failureAfter(reply());
    expect(message).not.toMatch(OBEYED);
  });
});

test('half of a surrogate pair becomes the replacement character, in texts and in names', async () => {
  await serve(
    text(
      200,
      '{"success":true,"result":{"na\\ud800me":"x\\udc00y\\ud83d\\ude00z"},"errors":[],"messages":[]}',
    ),
  );
  const { result } = await service.client().request({ method: 'GET', path: ['x'] });
  expect(result).toEqual({ 'na\ufffdme': 'x\ufffdy\u{1f600}z' });
});
