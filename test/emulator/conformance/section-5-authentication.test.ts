import { DEFAULT_EMAIL, DEFAULT_KEY, DEFAULT_TOKEN, DEFAULT_ZONE_ID } from '../../../emulator';
import type { Emulator } from '../../../emulator';
import type { Call } from '../client';
import { reply, serviceRequest } from '../client';
import { expectRefusal, resultOf } from './conforming-zone';
import { OPERATIONS } from './operations';
import { specification } from './specification';

const spec = specification('5');

type Scheme = 'key-based' | 'bearer token';

/** The headers of each scheme. */
const SCHEMES: Readonly<Record<Scheme, Readonly<Record<string, string>>>> = {
  'key-based': { 'X-Auth-Email': DEFAULT_EMAIL, 'X-Auth-Key': DEFAULT_KEY },
  'bearer token': { Authorization: `Bearer ${DEFAULT_TOKEN}` },
};

/** Credentials that are not those of the scheme. */
const BROKEN: readonly (readonly [Scheme, string, Readonly<Record<string, string>>])[] = [
  ['key-based', 'an e-mail without key', { 'X-Auth-Email': DEFAULT_EMAIL }],
  ['key-based', 'a key without e-mail', { 'X-Auth-Key': DEFAULT_KEY }],
  ['key-based', 'another key', { 'X-Auth-Email': DEFAULT_EMAIL, 'X-Auth-Key': DEFAULT_KEY.toUpperCase() }],
  ['key-based', 'another e-mail', { 'X-Auth-Email': 'other@example.com', 'X-Auth-Key': DEFAULT_KEY }],
  ['key-based', 'nothing', {}],
  ['bearer token', 'another token', { Authorization: `Bearer ${DEFAULT_TOKEN.toUpperCase()}` }],
  ['bearer token', 'a token without its scheme', { Authorization: DEFAULT_TOKEN }],
  ['bearer token', 'a key as token', { Authorization: `Bearer ${DEFAULT_KEY}` }],
  ['bearer token', 'nothing', {}],
];

function callWith(emulator: Emulator, credentials: Readonly<Record<string, string>>): Call {
  return async (method, path, body) => {
    const headers = { ...credentials, 'Content-Type': 'application/json' };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const url = `/zones/${DEFAULT_ZONE_ID}${path}`;
    return reply(await emulator.handle(serviceRequest(url, { method, headers, ...sent })));
  };
}

spec.table('5', 'Authentication', (row) => {
  for (const { name, scheme, on, send } of OPERATIONS.filter((operation) => operation.scheme !== undefined))
    row(scheme ?? 'bearer token', `is taken by ${name}`, async () => {
      const zone = on();
      resultOf(await send(zone, callWith(zone.emulator, SCHEMES[scheme ?? 'bearer token'])));
    });

  // Which scheme each operation takes beyond those is not shown; the emulator takes both everywhere.
  for (const { name, scheme: shown, on, send } of OPERATIONS)
    for (const scheme of (Object.keys(SCHEMES) as Scheme[]).filter((other) => other !== shown))
      row(scheme, `is taken by ${name}, too`, async () => {
        const zone = on();
        resultOf(await send(zone, callWith(zone.emulator, SCHEMES[scheme])));
      });

  for (const { name, on, send } of OPERATIONS)
    for (const [scheme, what, credentials] of BROKEN)
      row(scheme, `${name} refuses ${what}`, async () => {
        const zone = on();
        await send(zone, async (...request) => {
          const refused = callWith(zone.emulator, credentials);
          await expectRefusal(zone, () => refused(...request));
          // The credentials alone were wrong.
          return zone.call(...request);
        }).then(resultOf);
      });
});

spec.complete();
