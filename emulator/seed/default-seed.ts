import type { SeedDocument } from './seed-document';

/** An Enterprise zone of the default seed. */
export const DEFAULT_ZONE_ID = '023e105f4ecef8ad9ca31a8372d0c353';
export const DEFAULT_ZONE_NAME = 'example.com';

/** A second Enterprise zone of the default seed. */
export const SECOND_ZONE_ID = 'c2547eb745079dac9320b638f5e225cf';
export const SECOND_ZONE_NAME = 'example.org';

/** A Professional zone of the default seed. */
export const PROFESSIONAL_ZONE_ID = '9a7806061c88ada191ed06f989cc3dac';
export const PROFESSIONAL_ZONE_NAME = 'example.net';

/** Credentials of the default seed. They open nothing but this emulator. */
export const DEFAULT_TOKEN = 'emulator-token-0123456789abcdefghijklmnopqrst';
export const DEFAULT_EMAIL = 'emulator@example.com';
export const DEFAULT_KEY = 'emulatorkey0123456789abcdef0123456789a';

/** What the emulator holds when no seed says otherwise. */
export const DEFAULT_SEED = {
  zones: [
    { id: DEFAULT_ZONE_ID, name: DEFAULT_ZONE_NAME, plan: 'enterprise' },
    { id: PROFESSIONAL_ZONE_ID, name: PROFESSIONAL_ZONE_NAME, plan: 'professional' },
    { id: SECOND_ZONE_ID, name: SECOND_ZONE_NAME, plan: 'enterprise' },
  ],
  credentials: {
    tokens: [{ token: DEFAULT_TOKEN }],
    keys: [{ email: DEFAULT_EMAIL, key: DEFAULT_KEY }],
  },
} as const satisfies SeedDocument;
