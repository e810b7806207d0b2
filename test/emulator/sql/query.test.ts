import { readQuery, runQuery } from '../../../emulator/sql/query';
import type { SqlRecord } from '../../../emulator/sql/values';
import { toJson } from '../../../emulator/sql/values';

const FIELDS = ['Host', 'Path', 'Status', 'Bytes', 'Start', 'Headers', 'Tags', 'Bot'];

const RECORD: SqlRecord = {
  Host: 'example.com',
  Path: '/Cart',
  Status: 502,
  Bytes: null,
  Start: '2026-05-21T15:00:00Z',
  Headers: { Host: 'a.example', 'x-id': '7', n: 1 },
  Tags: ['a', 'b'],
  Bot: true,
};

function read(sql: string) {
  return readQuery(sql, (dataset) => (dataset === 'requests' ? new Set(FIELDS) : undefined));
}

/** What the query makes of the record, as JSON; undefined if it drops it. */
function run(sql: string, record: SqlRecord = RECORD): unknown {
  const made = read(sql);
  if (!made.ok) throw new Error(made.message);
  const result = made.query.run(record);
  return result === null ? undefined : JSON.parse(toJson(result));
}

function valueOf(expression: string): unknown {
  return (run(`SELECT ${expression} AS v FROM requests`) as { v: unknown }).v;
}

describe('expressions of queries (docs/service.md 5.9)', () => {
  it.each<[string, unknown]>([
    ['Host', 'example.com'],
    ['requests.Host', 'example.com'],
    ['"Host"', 'example.com'],
    ["'it''s'", "it's"],
    ['1.5', 1.5],
    ['TRUE', true],
    ['NULL', null],
    ['1 + 2 * 3', 7],
    ['(1 + 2) * 3', 9],
    ['10 - 2 - 3', 5],
    ['7 % 4 / 2', 1.5],
    ['1 / 0', null],
    ['-Status', -502],
    ['Bytes + 1', null],
    ["Host || ':' || Status", 'example.com:502'],
    ['Host || Bytes', null],
    ['Status >= 500', true],
    ['Status <> 502', false],
    ['Status != 502', false],
    ["Status = '502'", true],
    ['Bytes = 1', null],
    ['NOT Status = 502', false],
    ['NOT NOT Bot', true],
    ['Bytes IS NULL', true],
    ['Host IS NOT NULL', true],
    ['Bytes = 1 OR Bot', true],
    ['Bytes = 1 AND Bot', null],
    ['Bytes = 1 AND NOT Bot', false],
    ['Status IN (200, 502)', true],
    ['Status NOT IN (200, 502)', false],
    ['Status IN (200, NULL)', null],
    ["Path LIKE '/C_rt'", true],
    ["Path LIKE '/c%'", false],
    ["Path ILIKE '/c%'", true],
    ["Path NOT LIKE '%a%t'", false],
    ["'a%b' LIKE 'a%b'", true],
    ['Status BETWEEN 500 AND 599', true],
    ['Status NOT BETWEEN 500 AND 599', false],
    ["CASE WHEN Status < 500 THEN 'good' WHEN Bot THEN 'bot' ELSE 'bad' END", 'bot'],
    ["CASE Status WHEN 502 THEN 'gateway' END", 'gateway'],
    ["CASE WHEN Status < 500 THEN 'good' END", null],
    ["CAST(Status AS VARCHAR) || '!'", '502!'],
    ["'12'::int + 1", 13],
    ["CAST('x' AS INT)", null],
    ["CAST('true' AS BOOLEAN)", true],
    ['UPPER(Path)', '/CART'],
    ['lower(Path)', '/cart'],
    ["coalesce(Bytes, 'none')", 'none'],
    ["concat(Host, Bytes, '/')", 'example.com/'],
    ["concat_ws('-', 'a', Bytes, 'b')", 'a-b'],
    ["trim('  a ')", 'a'],
    ['length(Host)', 11],
    ["replace(Host, 'example', '$&')", '$&.com'],
    ['substr(Host, 1, 3)', 'exa'],
    ['substring(Host, 9)', 'com'],
    ["split_part(Host, '.', 2)", 'com'],
    ["starts_with(Path, '/C')", true],
    ["strpos(Host, '.')", 8],
    ['left(Host, 2)', 'ex'],
    ["nullif(Host, 'example.com')", null],
    ['round(1.6)', 2],
    ["md5('a')", '0cc175b9c0f1b6a831c399e269772661'],
    ["Headers ->> 'Host'", 'a.example'],
    ["Headers -> 'n'", 1],
    ["Headers ->> 'n'", '1'],
    ["Headers ->> 'toString'", null],
    ["'{\"a\":{\"b\":[5]}}' -> 'a' -> 'b' -> 0", 5],
    ["Path ->> 'a'", null],
    ['Tags -> 1', 'b'],
    ['[Host, Status]', ['example.com', 502]],
    ["named_struct('b', Host, 'a', named_struct('c', 1))", { b: 'example.com', a: { c: 1 } }],
    ['extract(epoch FROM to_timestamp(Start))', 1779375600],
    ["date_part('year', to_timestamp(Start))", 2026],
    ['to_timestamp(Start)', '2026-05-21T15:00:00.000Z'],
    ["to_timestamp(Start) > to_timestamp('2026-05-21T14:59:59Z')", true],
    ["to_timestamp('never')", null],
  ])('%s', (expression, value) => {
    expect(valueOf(expression)).toEqual(value);
  });

  it('writes the members of records and objects in the order of their names', () => {
    const { query } = read("SELECT named_struct('b', 1, 'a', 2) AS z, Status AS a FROM requests") as {
      query: { run(record: SqlRecord): SqlRecord };
    };
    expect(toJson(query.run(RECORD))).toBe('{"a":502,"z":{"a":2,"b":1}}');
  });

  it('keeps whole numbers that a double does not hold', () => {
    const { query } = read('SELECT Start FROM requests WHERE Start > 0') as {
      query: { run(record: SqlRecord): SqlRecord };
    };
    expect(toJson(query.run({ Start: 1735689600000000001n }))).toBe('{"Start":1735689600000000001}');
  });
});

describe('queries (docs/service.md 5.9)', () => {
  it.each<[string, string, unknown]>([
    ['drops a record', 'SELECT Host FROM requests WHERE Status < 500', undefined],
    ['drops a record if the condition is null', 'SELECT Host FROM requests WHERE Bytes > 0', undefined],
    [
      'names fields and expressions',
      'SELECT Host, Status + 1, requests.Path, TRUE FROM requests',
      {
        Host: 'example.com',
        Path: '/Cart',
        'Status + 1': 503,
        TRUE: true,
      },
    ],
    [
      'takes aliases',
      'SELECT Host h, r.Status AS "s t" FROM requests AS r;',
      { h: 'example.com', 's t': 502 },
    ],
    ['takes every field', 'SELECT *, 1 AS one FROM requests', { ...RECORD, one: 1 }],
    [
      'reads from common table expressions',
      `WITH errors AS (SELECT Host AS h, Status FROM requests WHERE Status >= 500),
            named AS (SELECT upper(h) AS name FROM errors) -- a comment
       SELECT name FROM named /* and another */`,
      { name: 'EXAMPLE.COM' },
    ],
    [
      'drops what a common table expression drops',
      'WITH a AS (SELECT Host FROM requests WHERE Status < 500) SELECT Host FROM a',
      undefined,
    ],
  ])('%s', (_name, sql, result) => {
    expect(run(sql)).toEqual(result);
  });

  it.each<[string, string]>([
    ['', 'line 1, column 1: SELECT is expected, not the end'],
    ['DELETE FROM requests', "line 1, column 1: SELECT is expected, not 'DELETE'"],
    ['SELECT Host', 'line 1, column 12: FROM is expected, not the end'],
    ['SELECT\n  Hots\nFROM requests', 'line 2, column 3: requests has no field Hots'],
    ['SELECT Host FROM logs', 'line 1, column 18: there is no dataset logs'],
    ['SELECT x.Host FROM requests', 'line 1, column 8: there is no table x'],
    ['WITH a AS (SELECT Host FROM requests) SELECT Path FROM a', 'line 1, column 46: a has no field Path'],
    ['SELECT nope(1) FROM requests', 'there is no function nope'],
    ['SELECT constructor(1) FROM requests', 'there is no function constructor'],
    ['SELECT upper() FROM requests', 'upper does not take 0 arguments'],
    ['SELECT count(Host) FROM requests', 'there is no function count'],
    ['SELECT CAST(Host AS json) FROM requests', 'there is no type json'],
    ['SELECT Host FROM requests WHERE', 'a name is expected, not the end'],
    ['SELECT Host FROM requests WHERE Host NOT 1', 'IN, LIKE or BETWEEN is expected'],
    ["SELECT 'Host FROM requests", "line 1, column 8: ''' is not expected here"],
    ['SELECT DISTINCT Host FROM requests', 'DISTINCT is not supported'],
    ['SELECT Host FROM requests GROUP BY Host', 'aggregation is not supported'],
    ['SELECT Host FROM requests ORDER BY Host', 'ORDER BY is not supported'],
    ['SELECT Host FROM requests LIMIT 1', 'LIMIT is not supported'],
    ['SELECT Host FROM requests JOIN requests', 'joins are not supported'],
    ['SELECT Host FROM requests, requests', 'joins are not supported'],
    ['SELECT Host FROM requests UNION SELECT Host FROM requests', 'more than one SELECT is not supported'],
    ['SELECT Host FROM requests; SELECT 1', 'one statement is allowed'],
    ['SELECT (SELECT 1) FROM requests', 'subqueries are not supported'],
    ['SELECT Host FROM requests WHERE Host IN (SELECT Host FROM requests)', 'subqueries are not supported'],
    [`SELECT ${'('.repeat(100)}1${')'.repeat(100)} FROM requests`, 'more than 64 levels of nesting'],
  ])('refuses %j', (sql, message) => {
    expect(read(sql)).toEqual({ ok: false, message: expect.stringContaining(message) as string });
  });

  it.each([
    ['texts', 'concat(h, h)', 'Host'],
    ['lists', '[h, h]', 'Host'],
  ])('stops when it doubles %s again and again', (_name, doubled, first) => {
    const names = Array.from({ length: 60 }, (_each, index) => `t${index}`);
    const tables = names.map((name, index) =>
      index === 0
        ? `${name} AS (SELECT ${first} AS h FROM requests)`
        : `${name} AS (SELECT ${doubled} AS h FROM t${index - 1})`,
    );
    const made = read(`WITH ${tables.join(', ')} SELECT h FROM t59`);
    if (!made.ok) throw new Error(made.message);
    expect(runQuery(made.query, RECORD)).toEqual(
      expect.objectContaining({ message: 'the output has more than 1000000 characters' }),
    );
  });

  it('takes nothing out of a text that nests too deep', () => {
    const Path = '['.repeat(100_000) + ']'.repeat(100_000);
    expect(run('SELECT Path -> 0 AS v FROM requests', { Path })).toEqual({ v: null });
  });

  it.each([
    ['a long sum', `SELECT ${'1+'.repeat(5000)}1 AS v FROM requests`],
    ['many conversions', `SELECT 1${'::int'.repeat(2000)} AS v FROM requests`],
    [
      'a pattern that could backtrack',
      `SELECT '${'a'.repeat(5000)}' LIKE '${'%a'.repeat(1500)}b' AS v FROM requests`,
    ],
  ])('runs %s', (_name, sql) => {
    expect(run(sql)).toHaveProperty('v');
  });
});
