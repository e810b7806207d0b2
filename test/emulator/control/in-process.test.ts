import { DEFAULT_ZONE_ID, createEmulator } from '../../../emulator';
import { ENTRY_POINT, FIELDS_RULESET, caller, fieldsRule } from '../client';

const PHASE = 'http_log_custom_fields';

function control(emulator = createEmulator()) {
  return { emulator, call: caller(emulator) };
}

describe('the control of an emulator in the same process', () => {
  it('edits a ruleset behind the client’s back, and increases its versions', async () => {
    const { emulator, call } = control();
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

  it('deletes a ruleset behind the client’s back', async () => {
    const { emulator, call } = control();
    await call('POST', '/rulesets', FIELDS_RULESET);
    expect(emulator.control.deleteRuleset(DEFAULT_ZONE_ID, PHASE)).toBe(true);
    expect(emulator.control.deleteRuleset(DEFAULT_ZONE_ID, PHASE)).toBe(false);
    expect((await call('GET', ENTRY_POINT)).status).toBe(404);
  });

  it('returns copies: what a test does to them does not affect the emulator', async () => {
    const { emulator, call } = control();
    await call('PUT', ENTRY_POINT, { rules: [fieldsRule('a')] });
    const snapshot = emulator.control.snapshot();
    for (const zones of [emulator.control.zones(), emulator.control.snapshot().zones])
      (zones[0]?.rulesets as unknown[]).length = 0;
    expect(emulator.control.snapshot()).toEqual(snapshot);
  });

  it('resets seed, clock, identifiers, journal and faults', async () => {
    const { emulator, call } = control();
    const first = (await call('POST', '/rulesets', FIELDS_RULESET)).body.result;
    emulator.control.faults.add({ effect: { kind: 'rate-limit' } });
    emulator.control.reset();
    expect(emulator.control.journal()).toEqual([]);
    expect((await call('POST', '/rulesets', FIELDS_RULESET)).body.result).toEqual(first);
  });
});
