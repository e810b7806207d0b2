import type { Emulator, FaultRule } from '../../emulator';
import { DEFAULT_TOKEN, DEFAULT_ZONE_ID, createEmulator } from '../../emulator';
import { serviceRequest } from './client';

const RULESETS = `/zones/${DEFAULT_ZONE_ID}/rulesets`;
const BEARER = { authorization: `Bearer ${DEFAULT_TOKEN}` };

async function rayOf(emulator: Emulator, path = RULESETS, headers: Record<string, string> = BEARER) {
  return (await emulator.handle(serviceRequest(path, { headers }))).headers.get('cf-ray');
}

const raysOf = async (emulator: Emulator) => [await rayOf(emulator), await rayOf(emulator)];

describe('the identifier of a request, CF-Ray (docs/internals/service.md 2.1)', () => {
  it('is on every answer of the service, success or error, and never the same', async () => {
    const emulator = createEmulator();
    const rays = [
      await rayOf(emulator),
      await rayOf(emulator, RULESETS, {}),
      await rayOf(emulator, `${RULESETS}/${'0'.repeat(32)}`),
      await rayOf(emulator, '/nothing/here'),
    ];
    for (const ray of rays) expect(ray).toMatch(/^[0-9a-f]{16}-[A-Z]{3}$/);
    expect(new Set(rays).size).toBe(4);
  });

  it.each<[string, FaultRule]>([
    ['an HTML page', { effect: { kind: 'html-page' } }],
    ['broken JSON', { effect: { kind: 'malformed-json' } }],
    ['429', { effect: { kind: 'rate-limit' } }],
  ])('is on %s that a fault puts in the place of the answer', async (_case, rule) => {
    const emulator = createEmulator();
    emulator.control.faults.put([rule]);
    expect(await rayOf(emulator)).toMatch(/^[0-9a-f]{16}-[A-Z]{3}$/);
  });

  it('follows from the seed of the identifiers, and starts again with a reset', async () => {
    const emulator = createEmulator({ identifierSeed: 'one' });
    const rays = await raysOf(emulator);
    expect(await raysOf(createEmulator({ identifierSeed: 'one' }))).toEqual(rays);
    expect(await raysOf(createEmulator({ identifierSeed: 'two' }))).not.toEqual(rays);
    emulator.control.reset();
    expect(await raysOf(emulator)).toEqual(rays);
  });

  it('takes nothing from the other identifiers', async () => {
    const created = (emulator: Emulator) =>
      emulator.control.editRuleset(DEFAULT_ZONE_ID, 'http_log_custom_fields', () => {}).id;
    const emulator = createEmulator();
    await raysOf(emulator);
    expect(created(emulator)).toBe(created(createEmulator()));
  });
});
