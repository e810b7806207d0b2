import { ControlError, DEFAULT_ZONE_ID, createEmulator } from '../../../emulator';

async function send(emulator = createEmulator(), path = '', body?: unknown) {
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const response = await emulator.handle(new Request(`http://127.0.0.1/_control/clock${path}`, init));
  return (await response.json()) as unknown;
}

describe('the clock in the control API', () => {
  it('returns the time and moves it', () => {
    const { control } = createEmulator();
    expect(control.clock.now()).toBe('2025-01-01T00:00:00.000000Z');
    expect(control.clock.advance(90_061_001)).toEqual({
      now: '2025-01-02T01:01:01.001000Z',
    });
    expect(control.clock.now()).toBe('2025-01-02T01:01:01.001000Z');
  });

  it('does the same over HTTP, in milliseconds or seconds', async () => {
    const emulator = createEmulator();
    expect(await send(emulator)).toEqual({ now: '2025-01-01T00:00:00.000000Z' });
    expect(await send(emulator, '/advance', { milliseconds: 5 })).toMatchObject({
      now: '2025-01-01T00:00:00.005000Z',
    });
    expect(await send(emulator, '/advance', { seconds: 60 })).toMatchObject({
      now: '2025-01-01T00:01:00.005000Z',
    });
  });

  it.each([-1, 0.5, NaN, Infinity, 2 ** 60, 9e14])('refuses to move by %d', (milliseconds) => {
    const { control } = createEmulator();
    expect(() => control.clock.advance(milliseconds)).toThrow(ControlError);
    expect(control.clock.now()).toBe('2025-01-01T00:00:00.000000Z');
  });

  it('can be moved to the last time that a snapshot can express', () => {
    const { control } = createEmulator();
    control.clock.advance(Date.parse('9999-12-31T23:59:59.999Z') - Date.parse('2025-01-01T00:00:00Z'));
    control.editRuleset(DEFAULT_ZONE_ID, 'http_log_custom_fields', () => undefined);
    control.restore(control.snapshot());
    expect(control.clock.now()).toBe('9999-12-31T23:59:59.999000Z');
  });
});
