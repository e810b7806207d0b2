import { DEFAULT_ZONE_ID, createEmulator, ControlError } from '../../../emulator';
import { ENTRY_POINT, FIELDS_RULESET, controlled, fieldsRule } from '../client';

const PHASE = 'http_log_custom_fields';

describe('the control of an emulator in the same process', () => {
  it('edits a ruleset behind the client’s back, and increases its versions', async () => {
    const { emulator, call } = controlled();
    const before = (await call('PUT', ENTRY_POINT, { rules: [fieldsRule('a')] })).body.result;
    const edited = emulator.control.editRuleset(DEFAULT_ZONE_ID, PHASE, (draft) => {
      for (const rule of draft.rules) rule.description = 'edited by hand';
    });
    expect(edited).toEqual({
      ...before,
      version: '2',
      last_updated: edited.last_updated,
      rules: [
        {
          ...before.rules[0],
          description: 'edited by hand',
          version: '2',
          last_updated: edited.last_updated,
        },
      ],
    });
    expect((await call('GET', ENTRY_POINT)).body.result).toEqual(edited);
    expect(emulator.control.journal()).toHaveLength(2);
  });

  it('returns copies: what a test does to them does not affect the emulator', async () => {
    const { emulator, call } = controlled();
    await call('PUT', ENTRY_POINT, { rules: [fieldsRule('a')] });
    const snapshot = emulator.control.snapshot();
    for (const zones of [emulator.control.zones(), emulator.control.snapshot().zones])
      (zones[0]?.rulesets as unknown[]).length = 0;
    expect(emulator.control.snapshot()).toEqual(snapshot);
  });

  it('resets seed, clock, identifiers, journal and faults', async () => {
    const { emulator, call } = controlled();
    const first = (await call('POST', '/rulesets', FIELDS_RULESET)).body.result;
    emulator.control.faults.add({ effect: { kind: 'rate-limit' } });
    emulator.control.reset();
    expect(emulator.control.journal()).toEqual([]);
    expect((await call('POST', '/rulesets', FIELDS_RULESET)).body.result).toEqual(first);
  });
});

describe('the clock in the control API', () => {
  it('returns the time and moves it', () => {
    const { control } = createEmulator();
    expect(control.clock.now()).toBe('2025-01-01T00:00:00.000000Z');
    control.clock.advance(0);
    expect(control.clock.advance(90_061_001)).toEqual({
      now: '2025-01-02T01:01:01.001000Z',
    });
    expect(control.clock.now()).toBe('2025-01-02T01:01:01.001000Z');
  });

  it('does the same over HTTP, in milliseconds or seconds', async () => {
    const { send } = controlled();
    expect((await send('GET', '/clock')).body).toEqual({ now: '2025-01-01T00:00:00.000000Z' });
    const moved = [
      await send('POST', '/clock/advance', { milliseconds: 5 }),
      await send('POST', '/clock/advance', { seconds: 60 }),
    ];
    expect(moved.map(({ body }) => body)).toEqual([
      expect.objectContaining({ now: '2025-01-01T00:00:00.005000Z' }),
      expect.objectContaining({ now: '2025-01-01T00:01:00.005000Z' }),
    ]);
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
