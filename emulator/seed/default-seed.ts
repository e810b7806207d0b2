import type { SeedDocument } from './seed-document';

/** An Enterprise zone of the default seed. */
export const DEFAULT_ZONE_ID = '023e105f4ecef8ad9ca31a8372d0c353';
/** The name of the zone `DEFAULT_ZONE_ID`. */
export const DEFAULT_ZONE_NAME = 'example.com';

/** A second Enterprise zone of the default seed. */
export const SECOND_ZONE_ID = 'c2547eb745079dac9320b638f5e225cf';
/** The name of the second Enterprise zone. */
export const SECOND_ZONE_NAME = 'example.org';

/** A Professional zone of the default seed. */
export const PROFESSIONAL_ZONE_ID = '9a7806061c88ada191ed06f989cc3dac';
/** The name of the zone `PROFESSIONAL_ZONE_ID`. */
export const PROFESSIONAL_ZONE_NAME = 'example.net';

/** The account of zones whose seed names none. */
export const DEFAULT_ACCOUNT_ID = '01a7362d577a6c3019a474fd6f485823';
/** The name of the account `DEFAULT_ACCOUNT_ID`. */
export const DEFAULT_ACCOUNT_NAME = 'Emulated account';

/** A bearer token of the default seed, with every permission. It opens nothing but this emulator. */
export const DEFAULT_TOKEN = 'emulator-token-0123456789abcdefghijklmnopqrst';
/** The e-mail address that goes with `DEFAULT_KEY`. */
export const DEFAULT_EMAIL = 'emulator@example.com';
/** An API key of the default seed. It opens nothing but this emulator. */
export const DEFAULT_KEY = 'emulatorkey0123456789abcdef0123456789a';

/** The seed that the emulator uses by default. */
export const DEFAULT_SEED = {
  zones: [
    { id: DEFAULT_ZONE_ID, name: DEFAULT_ZONE_NAME, plan: 'enterprise' },
    { id: PROFESSIONAL_ZONE_ID, name: PROFESSIONAL_ZONE_NAME, plan: 'professional' },
    { id: SECOND_ZONE_ID, name: SECOND_ZONE_NAME, plan: 'enterprise' },
  ],
  credentials: {
    tokens: [{ token: DEFAULT_TOKEN, user: DEFAULT_EMAIL }],
    keys: [{ email: DEFAULT_EMAIL, key: DEFAULT_KEY }],
  },
} as const satisfies SeedDocument;
