import { between, distinct, oneOf, unknown, zoneId } from '../../../schema';

describe('the check oneOf', () => {
  const rule = oneOf('refuse', 'adopt');

  test.each(['refuse', 'adopt'])('takes %s', (word) => {
    expect(rule(word)).toEqual([]);
  });

  test.each(['', 'Adopt', 'adopt ', 'refuse, adopt'])('does not take %j', (word) => {
    expect(rule(word)).toEqual([
      {
        code: 'not_one_of',
        path: [],
        message: `${JSON.stringify(word)} is not an allowed value.`,
        hint: 'Allowed: "refuse", "adopt".',
      },
    ]);
  });
});

describe('the check between', () => {
  const rule = between(1, 500);

  test.each([1, 2, 499.5, 500])('takes %d', (value) => {
    expect(rule(value)).toEqual([]);
  });

  test.each([0, -1, 500.5, 501, Infinity, NaN])('does not take %d', (value) => {
    expect(rule(value)).toEqual([
      { code: 'out_of_range', path: [], message: `${value} is out of range.`, hint: 'Allowed: 1 to 500.' },
    ]);
  });
});

describe('values for the check distinct', () => {
  test.each<readonly [string, readonly unknown[]]>([
    ['different values', ['a', 'A', 'a ', 1, '1']],
    ['what is not known, any number of times', ['a', unknown, unknown]],
    ['null, any number of times', [null, null, undefined]],
  ])('are %s', (_case, values) => {
    expect(distinct(values)).toEqual([]);
  });

  test('are not duplicates, each reported once', () => {
    expect(distinct(['b', 'a', 'b', unknown, 'a', 'b', 'c'])).toEqual(
      ['b', 'a'].map((name) => ({
        code: 'repeated_value',
        path: [],
        message: `"${name}" is listed more than once.`,
        hint: 'Each name is logged once. Remove the duplicate.',
      })),
    );
  });
});

const ID = '023e105f4ecef8ad9ca31a8372d0c353';

const LOOK_UP = "It is not the zone's name. Look it up in the zone's overview.";

describe('a zone id', () => {
  test.each([ID, '0'.repeat(32), 'f'.repeat(32)])('is 32 lower-case hexadecimal digits: %s', (id) => {
    expect(zoneId(id)).toEqual([]);
  });

  test.each([
    ['empty', '', LOOK_UP],
    ['a digit short', ID.slice(1), LOOK_UP],
    ['a name', 'example.com', LOOK_UP],
    ['in upper case', ID.toUpperCase(), `Write "${ID}".`],
    ['with a line break behind it', `${ID}\n`, `Write "${ID}".`],
  ])('is refused when it is %s', (_case, id, advice) => {
    expect(zoneId(id)).toEqual([
      {
        code: 'zone_id_malformed',
        path: [],
        message: `${JSON.stringify(id)} is not a zone id.`,
        hint: `A zone id is 32 lower-case hexadecimal digits, e.g. "${ID}". ${advice}`,
      },
    ]);
  });
});
