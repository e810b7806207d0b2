import { zoneId } from '../../../schema';

const ID = '023e105f4ecef8ad9ca31a8372d0c353';

const LOOK_UP = "It is not the zone's name. Look it up in the zone's overview.";

describe('a zone id', () => {
  test.each([ID, '0'.repeat(32), 'f'.repeat(32)])('is 32 lower-case hexadecimal digits: %s', (id) => {
    expect(zoneId(id)).toEqual([]);
  });

  test.each([
    ['empty', '', LOOK_UP],
    ['a digit short', ID.slice(1), LOOK_UP],
    ['a digit long', `${ID}0`, LOOK_UP],
    ['a name', 'example.com', LOOK_UP],
    ['of other letters', 'g'.repeat(32), LOOK_UP],
    ['with dashes', '023e105f-4ece-f8ad-9ca3-1a8372d0c353', LOOK_UP],
    ['on two lines', `${ID}\n${ID}`, LOOK_UP],
    ['in upper case', ID.toUpperCase(), `Write "${ID}".`],
    ['with spaces around it', ` ${ID} `, `Write "${ID}".`],
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
