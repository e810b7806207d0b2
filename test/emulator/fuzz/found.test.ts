import { CONTROL_PATH, createEmulator, DEFAULT_ZONE_ID, SeedError } from '../../../emulator';
import { MANAGED_RULESET_ID } from '../../../emulator/rulesets/sample-managed-rulesets';
import { caller, ENTRY_POINT, fieldsRule } from '../client';

async function controlStatus(method: string, path: string, body: unknown): Promise<number> {
  const request = new Request(`http://localhost${CONTROL_PATH}${path}`, {
    method,
    body: JSON.stringify(body),
  });
  return (await createEmulator().handle(request)).status;
}

/** What fuzzing found, each with the smallest request that showed it. */
describe('the emulator, as found by fuzzing,', () => {
  it('refuses a patch that removes the id of a zone', async () => {
    expect(await controlStatus('PATCH', `/zones/${DEFAULT_ZONE_ID}`, { id: null })).toBe(400);
  });

  it.each([204, 205, 304])('refuses an HTML page of status %d, which has no body', async (status) => {
    expect(await controlStatus('PUT', '/faults', [{ effect: { kind: 'html-page', status } }])).toBe(400);
  });

  it.each([
    ['a trailer', { trailer: 'x' }],
    ['a framing of its own', { 'Transfer-Encoding': 'chunked' }],
    ['a length of its own', { 'content-length': '3' }],
    ['a value that is not a string', { 'x-a': { b: 1 } }],
    ['a list', [['x-a', 'b']]],
  ])('refuses a fault whose headers contain %s', async (_name, headers) => {
    const effect = { kind: 'answer', status: 200, headers };
    expect(await controlStatus('PUT', '/faults', [{ effect }])).toBe(400);
    expect(await controlStatus('PUT', '/faults', [{ effect: { ...effect, headers: { 'x-a': 'b' } } }])).toBe(
      200,
    );
  });

  it('refuses a seed with so many identifiers that two would be the same', async () => {
    expect(await controlStatus('POST', '/seed', { identifiers: Number.MAX_SAFE_INTEGER })).toBe(400);
  });

  it.each([
    ['undefined', undefined],
    ['a whole number of any size', 5n],
    ['a function', () => 1],
  ])('names the place of %s in a seed given as an object', (_name, id) => {
    const seed = { zones: [{ id, name: 'a.example' }] } as never;
    expect(() => createEmulator({ seed })).toThrow(SeedError);
    expect(() => createEmulator({ seed })).toThrow(/zones\[0\]\.id/);
  });

  it('leaves a snapshot that can be restored at the end of time', async () => {
    const emulator = createEmulator({ seed: { clock: '9999-12-31T23:59:59.999Z' } });
    const rules = [{ action: 'execute', expression: 'true', action_parameters: { id: MANAGED_RULESET_ID } }];
    const path = '/rulesets/phases/http_request_firewall_managed/entrypoint?waf_migration=1&phase_two=1';
    expect((await caller(emulator)('PUT', path, { rules })).status).toBe(200);
    const snapshot = emulator.control.snapshot();
    emulator.control.restore(snapshot);
    expect(emulator.control.snapshot()).toEqual(snapshot);
  });

  it('keeps the version of a rule that is sent back unchanged after a restore', async () => {
    const emulator = createEmulator();
    const call = caller(emulator);
    await call('PUT', ENTRY_POINT, { rules: [fieldsRule('accept')] });
    emulator.control.restore(emulator.control.snapshot());
    const { rules } = (await call('GET', ENTRY_POINT)).body.result;
    expect((await call('PUT', ENTRY_POINT, { rules })).body.result.rules).toEqual(rules);
  });

  it('reads minus zero as zero, so that a snapshot keeps it', async () => {
    const emulator = createEmulator();
    const job = '{"destination_conf":"gs://logs","max_upload_records":-0}';
    emulator.control.seed(`{"zones":[{"name":"a.example","logpush":{"jobs":[${job}]}}]}`);
    const { status } = await caller(emulator, emulator.control.zones()[0]?.id)('PUT', '/logpush/jobs/1', {
      max_upload_bytes: -0,
    });
    expect(status).toBe(200);
    const snapshot = emulator.control.snapshot();
    emulator.control.restore(JSON.parse(JSON.stringify(snapshot)) as typeof snapshot);
    expect(emulator.control.snapshot()).toEqual(snapshot);
  });
});
