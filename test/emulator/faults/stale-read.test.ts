import type { Emulator } from '../../../emulator';
import { DEFAULT_SEED, DEFAULT_ZONE_ID, PROFESSIONAL_ZONE_ID, createEmulator } from '../../../emulator';
import { ENTRY_POINT, FIELDS_RULESET, caller, fieldsRule } from '../client';

const PHASE = 'http_log_custom_fields';

const stale = (writes?: number): Emulator => {
  const emulator = createEmulator();
  emulator.control.faults.put([
    {
      match: { operation: 'rulesets.entrypoint.get' },
      effect: { kind: 'stale-read', ...(writes !== undefined && { writes }) },
    },
  ]);
  return emulator;
};

async function write(emulator: Emulator, ...names: readonly string[]): Promise<void> {
  for (const name of names)
    expect((await caller(emulator)('PUT', ENTRY_POINT, { rules: [fieldsRule(name)] })).status).toBe(200);
}

/** The field that a read sees, or the status if it sees none. */
async function seen(emulator: Emulator): Promise<unknown> {
  const { status, body } = await caller(emulator)('GET', ENTRY_POINT);
  return status === 200 ? body.result.rules[0]?.action_parameters.request_fields[0].name : status;
}

describe('a stale read', () => {
  it.each<[string, number | undefined, unknown]>([
    ['the last write by default', undefined, 'b'],
    ['one write', 1, 'b'],
    ['two writes', 2, 'a'],
    ['as many as there were', 3, 404],
    ['more than there were', 100, 404],
  ])('is stale by %s', async (_name, writes, expected) => {
    const emulator = stale(writes);
    await write(emulator, 'a', 'b', 'c');
    expect(await seen(emulator)).toBe(expected);
    expect(emulator.control.journal().at(-1)).toMatchObject({
      fault: 'stale-read',
      status: [200, 404].at(expected === 404 ? 1 : 0),
    });
    emulator.control.faults.clear();
    expect(await seen(emulator)).toBe('c');
  });

  it('is the true answer if nothing was written since', async () => {
    const emulator = createEmulator();
    await write(emulator, 'a');
    emulator.control.faults.put([{ effect: { kind: 'stale-read' } }]);
    expect(await seen(emulator)).toBe('a');
  });

  it.each<[string, (emulator: Emulator) => void]>([
    ['a reset', (emulator) => emulator.control.reset()],
    ['another seed', (emulator) => emulator.control.seed(DEFAULT_SEED)],
    ['other rules', (emulator) => emulator.control.faults.clear()],
  ])('is the true answer if the writes were before %s', async (_name, begin) => {
    const emulator = stale();
    await write(emulator, 'a', 'b');
    begin(emulator);
    const truth = createEmulator();
    truth.control.restore(emulator.control.snapshot());
    emulator.control.faults.put([{ effect: { kind: 'stale-read' } }]);
    expect(await seen(emulator)).toBe(await seen(truth));
  });

  it('does not count requests that change nothing: refused ones and dry runs', async () => {
    const emulator = stale();
    await write(emulator, 'a', 'b');
    const call = caller(emulator);
    expect((await call('PUT', ENTRY_POINT, { rules: [fieldsRule('UPPER')] })).status).toBe(400);
    expect((await call('PUT', `${ENTRY_POINT}?dry_run=true`, { rules: [] })).status).toBe(200);
    expect(await seen(emulator)).toBe('a');
  });

  it('counts edits behind the client’s back', async () => {
    const emulator = stale();
    await write(emulator, 'a');
    emulator.control.editRuleset(DEFAULT_ZONE_ID, PHASE, (draft) => (draft.rules = []));
    expect(await seen(emulator)).toBe('a');
    emulator.control.editZone(DEFAULT_ZONE_ID, (draft) => (draft.rulesets = []));
    expect(await seen(emulator)).toBeUndefined();
  });

  it('counts the writes of each zone separately', async () => {
    const emulator = stale();
    await write(emulator, 'a', 'b');
    await caller(emulator, PROFESSIONAL_ZONE_ID)('POST', '/rulesets', FIELDS_RULESET);
    expect(await seen(emulator)).toBe('a');
    expect((await caller(emulator, PROFESSIONAL_ZONE_ID)('GET', ENTRY_POINT)).status).toBe(404);
  });

  it('applies only to reads, and other requests do not use it up', async () => {
    const emulator = createEmulator();
    emulator.control.faults.put([{ times: 1, effect: { kind: 'stale-read' } }]);
    await write(emulator, 'a', 'b');
    expect([await seen(emulator), await seen(emulator)]).toEqual(['a', 'b']);
  });

  it('changes nothing in the zone', async () => {
    const emulator = stale(2);
    await write(emulator, 'a', 'b', 'c');
    const before = emulator.control.snapshot();
    await seen(emulator);
    expect(emulator.control.snapshot()).toEqual(before);
    emulator.control.reset();
    expect(await seen(emulator)).toBe(404);
  });
});
