import { ControlError, DEFAULT_ZONE_ID, createEmulator } from '../../../emulator';

const JOB = {
  id: 1,
  dataset: 'http_requests',
  enabled: true,
  destination_conf: 'r2://logs?account-id=a&access-key-id=b&secret-access-key=c',
  logpull_options: 'fields=RayID',
  max_upload_interval_seconds: 30,
};

async function send(emulator = createEmulator(), path = '', body?: unknown) {
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const response = await emulator.handle(new Request(`http://127.0.0.1/_control/clock${path}`, init));
  return (await response.json()) as unknown;
}

describe('the clock in the control API', () => {
  it('returns the time and moves it', async () => {
    const { control } = createEmulator();
    expect(control.clock.now()).toBe('2025-01-01T00:00:00.000000Z');
    expect(await control.clock.advance(90_061_001)).toEqual({
      now: '2025-01-02T01:01:01.001000Z',
      records: [],
      pushes: [],
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

  it('pushes the log entries that are due after a move, and no others', async () => {
    const { control } = createEmulator({
      seed: { zones: [{ id: DEFAULT_ZONE_ID, name: 'a.example', logpush: { jobs: [JOB] } }] },
    });
    await control.traffic.send(DEFAULT_ZONE_ID, [{}, {}], { push: false });
    expect(await control.clock.advance(29_000)).toMatchObject({ pushes: [] });
    expect(control.destinations.files()).toEqual([]);
    expect(await control.clock.advance(1_000)).toMatchObject({ pushes: [{ job: 1, records: 2 }] });
    expect(control.destinations.files()).toHaveLength(1);
  });

  it.each([-1, 0.5, NaN, Infinity, 2 ** 60, 9e14])('refuses to move by %d', async (milliseconds) => {
    const { control } = createEmulator();
    await expect(control.clock.advance(milliseconds)).rejects.toThrow(ControlError);
    expect(control.clock.now()).toBe('2025-01-01T00:00:00.000000Z');
  });

  it('can be moved to the last time that a snapshot can express', async () => {
    const { control } = createEmulator();
    await control.clock.advance(Date.parse('9999-12-31T23:59:59.999Z') - Date.parse('2025-01-01T00:00:00Z'));
    control.editRuleset(DEFAULT_ZONE_ID, 'http_log_custom_fields', () => undefined);
    control.restore(control.snapshot());
    expect(control.clock.now()).toBe('9999-12-31T23:59:59.999000Z');
  });
});
