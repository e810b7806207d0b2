import { NUMBER_SETTINGS } from '../../schema';
import { resolveRequestSettings } from '../../provider-shim/configure';

const NOTHING_SET = {
  request_timeout: null,
  max_retries: null,
  max_requests_per_second: null,
  max_failed_migrations: null,
};

const ENVIRONMENT = {
  ZONEWRIGHT_REQUEST_TIMEOUT: '60',
  ZONEWRIGHT_MAX_RETRIES: '0',
  ZONEWRIGHT_MAX_REQUESTS_PER_SECOND: '1000',
  ZONEWRIGHT_MAX_FAILED_MIGRATIONS: '2',
};

describe('the settings of requests', () => {
  /** Each setting by itself, from the block and from the environment; null where it is not set. */
  test.each(Object.entries(NUMBER_SETTINGS))(
    '%s comes from the block first, then from the environment',
    (name, { variable, least, most }) => {
      const from = (block: number | null, environment: string | undefined): unknown =>
        resolveRequestSettings({ ...NOTHING_SET, [name]: block }, { [variable]: environment });
      for (const block of [least, most])
        for (const environment of [undefined, '', '3', 'many'])
          expect(from(block, environment)).toEqual({ [name]: block });
      for (const environment of [undefined, '']) expect(from(null, environment)).toEqual({});
      for (const value of [least, most]) expect(from(null, `${value}`)).toEqual({ [name]: value });
      for (const value of [least - 1, most + 1]) expect(from(null, `${value}`)).toHaveLength(1);
      expect(from(null, 'many')).toHaveLength(1);
    },
  );

  test('come from the environment together', () => {
    expect(Object.keys(resolveRequestSettings(NOTHING_SET, ENVIRONMENT)).sort()).toEqual(
      Object.keys(NOTHING_SET).sort(),
    );
  });

  test('are refused together where variables have no number in their range', () => {
    const environment = { ...ENVIRONMENT, ZONEWRIGHT_MAX_RETRIES: '21', ZONEWRIGHT_REQUEST_TIMEOUT: '30s' };
    expect(resolveRequestSettings(NOTHING_SET, environment)).toEqual([
      {
        message: 'The environment variable ZONEWRIGHT_REQUEST_TIMEOUT is "30s".',
        hint:
          'Allowed: a whole number from 1 to 600. Correct or unset it, or set request_timeout in the provider block, ' +
          'which wins.',
      },
      {
        message: 'The environment variable ZONEWRIGHT_MAX_RETRIES is "21".',
        hint:
          'Allowed: a whole number from 0 to 20. Correct or unset it, or set max_retries in the provider block, ' +
          'which wins.',
      },
    ]);
  });

  test.each(['-1', '+5', '1.5', '1e2', '0x10', 'NaN', ' ', 'ten', '9999999999', '5 5', '\u0000'])(
    'do not take %j for a number',
    (text) => {
      for (const { variable } of Object.values(NUMBER_SETTINGS))
        expect(resolveRequestSettings(NOTHING_SET, { [variable]: text })).toEqual([
          expect.objectContaining({
            message: expect.stringContaining(`environment variable ${variable} is `),
          }),
        ]);
    },
  );
});
