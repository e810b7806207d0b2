import fc from 'fast-check';
import {
  levelFrom,
  createLogger,
  type Logger,
  createRedaction,
} from '../../../../provider-shim/sdk/plugin/log';
import { codePoint } from '../../../support/code-point';

const NOW = Date.UTC(2026, 4, 6, 7, 8, 9, 12);

function capture(least: ReturnType<typeof levelFrom> = 'trace'): { logger: Logger; lines: string[] } {
  const lines: string[] = [];
  const write = (text: string): void => void lines.push(text);
  return { logger: createLogger({ least, redaction: createRedaction(), now: () => NOW, write }), lines };
}

test.each([
  [{}, 'off'],
  [{ TF_LOG: '' }, 'off'],
  [{ TF_LOG: 'OFF' }, 'off'],
  [{ TF_LOG: 'ERROR' }, 'error'],
  [{ TF_LOG: 'WARN' }, 'warn'],
  [{ TF_LOG: 'INFO' }, 'info'],
  [{ TF_LOG: 'DEBUG' }, 'debug'],
  [{ TF_LOG: 'TRACE' }, 'trace'],
  [{ TF_LOG: 'debug' }, 'debug'],
  [{ TF_LOG: 'JSON' }, 'trace'],
  [{ TF_LOG: 'yes' }, 'trace'],
  [{ TF_LOG: 'ERROR', TF_LOG_PROVIDER: 'DEBUG' }, 'debug'],
  [{ TF_LOG: 'DEBUG', TF_LOG_PROVIDER: 'OFF' }, 'off'],
  [{ TF_LOG: 'DEBUG', TF_LOG_PROVIDER: '' }, 'debug'],
  [{ TF_LOG_CORE: 'TRACE' }, 'off'],
])('the log level of TF_LOG_PROVIDER and TF_LOG %j is %s', (environment, level) => {
  expect(levelFrom(environment)).toBe(level);
});

describe('a log line', () => {
  test('is one JSON object of hclog, with microseconds', () => {
    const { logger, lines } = capture();
    logger.log('info', 'saved', { resource: 'zone_thing', count: 2, list: [true, null], none: undefined });
    expect(lines).toEqual([
      '{"@level":"info","@message":"saved","@timestamp":"2026-05-06T07:08:09.012000Z","@module":"provider",' +
        '"resource":"zone_thing","count":2,"list":[true,null]}\n',
    ]);
  });

  test.each([
    ['a number as message', 5, {}, { '@message': '5' }],
    ['fields with names of the format', 'm', { '@level': 1, '@message': {} }, { _level: 1, _message: {} }],
    ['a big integer', 'm', { n: 2n ** 70n }, { n: '1180591620717411303424' }],
    ['bytes', 'm', { b: Buffer.alloc(3) }, { b: '(3 bytes)' }],
    ['no number', 'm', { n: Number.NaN }, { n: null }],
    ['a map and a set', 'm', { m: new Map([['k', 1]]), s: new Set([1]) }, { m: { k: 1 }, s: [1] }],
  ])('can contain %s', (_, message, fields, expected) => {
    const { logger, lines } = capture();
    logger.log('warn', message as string, fields);
    const record = JSON.parse(lines[0] ?? '') as object;
    expect(record).toEqual({
      '@level': 'warn',
      '@message': 'm',
      '@timestamp': '2026-05-06T07:08:09.012000Z',
      '@module': 'provider',
      ...expected,
    });
  });

  test('of 64 KiB and more is shortened', () => {
    const { logger, lines } = capture();
    logger.log('info', 'm', { body: 'x'.repeat(100_000) });
    expect(Buffer.byteLength(lines[0] ?? '')).toBeLessThan(65_536);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ '@level': 'info', dropped_bytes: expect.any(Number) });
  });
});

test('a log line below the level costs nothing: fields given as a function are evaluated only when the level is on', () => {
  const { logger, lines } = capture('warn');
  const asked: string[] = [];
  const fields = (level: string) => () => {
    asked.push(level);
    return {};
  };
  for (const level of ['trace', 'debug', 'info', 'warn', 'error'] as const)
    logger.log(level, 'm', fields(level));
  expect(asked).toEqual(['warn', 'error']);
  expect(lines.length).toBe(2);
});

describe('secrets in the log', () => {
  test.each([
    ['in the message', 'it is s3cret-token', {}],
    ['in a field', 'm', { header: 'Bearer s3cret-token' }],
    ['deep in a field', 'm', { request: { headers: [['x', 's3cret-token']] } }],
    ['as the name of a field', 'm', { 's3cret-token': 1 }],
    ['in an error', 'm', { error: new Error('no s3cret-token') }],
    ['in a map', 'm', { m: new Map([['s3cret-token', 's3cret-token']]) }],
    ['at the edge of a cut line', `${'x'.repeat(8 * 1024 - 5)}s3cret-token`, { body: 'x'.repeat(99_999) }],
  ])('%s are replaced', (_, message, fields) => {
    const { logger, lines } = capture();
    logger.redact('s3cret-token');
    logger.log('error', message, fields);
    expect(lines[0]).not.toContain('s3c');
    expect(lines[0]).toMatch(/\(red/);
  });

  test('of digits are replaced in numbers', () => {
    const { logger, lines } = capture();
    logger.redact('12345678');
    logger.log('error', 'm', { id: 9123456787, other: 1234567 });
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ id: '9(redacted)7', other: 1234567 });
  });

  test('never break a line', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: codePoint, minLength: 8 }),
        fc.string({ unit: codePoint }),
        (secret, around) => {
          const { logger, lines } = capture();
          logger.redact(secret);
          logger.log('error', `${around}${secret}${around}`, { [secret]: secret, [around]: [around] });
          const { '@level': level, '@message': message } = JSON.parse(lines[0] ?? '') as Record<
            string,
            string
          >;
          expect(level).toBe('error');
          expect(message?.replaceAll('(redacted)', '')).not.toContain(secret);
          expect(lines[0]).not.toMatch(/(?!\n)[\p{Cc}\p{Bidi_Control}\p{Cs}]/u);
        },
      ),
    );
  });
});
