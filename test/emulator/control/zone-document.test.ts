import type { ZoneDraft } from '../../../emulator';
import { ControlError, DEFAULT_ZONE_ID, PROFESSIONAL_ZONE_ID, createEmulator } from '../../../emulator';
import { ENTRY_POINT, caller, controlled, fieldsRule } from '../client';
import { R2 } from '../logpush/job-client';

const ZONE = `/zones/${DEFAULT_ZONE_ID}`;

/** The problems of an edit that is refused, as pointers. */
function pointersOf(edit: () => unknown): readonly string[] {
  try {
    edit();
  } catch (error) {
    if (error instanceof ControlError) return error.problems.map(({ pointer }) => pointer);
    throw error;
  }
  throw new Error('The edit was not refused.');
}

describe('the document of a zone', () => {
  it('is the same as in a snapshot', async () => {
    const { emulator, send, call } = controlled();
    await call('PUT', ENTRY_POINT, { rules: [fieldsRule('a')] });
    const [zone] = emulator.control.snapshot().zones;
    expect(emulator.control.zone(DEFAULT_ZONE_ID)).toEqual(zone);
    expect(await send('GET', ZONE)).toEqual({ status: 200, body: JSON.parse(JSON.stringify(zone)) });
  });

  it('is unchanged by an edit that does nothing, except for the time of a write', () => {
    const { control } = createEmulator();
    const before = control.snapshot();
    expect(control.editZone(DEFAULT_ZONE_ID, () => undefined)).toEqual(before.zones[0]);
    expect(control.snapshot()).toEqual({ ...before, clock: '2025-01-01T00:00:00.001Z' });
  });
});

describe('a patch of the migration', () => {
  it.each<[string, Record<string, unknown>]>([
    ['validation', { state: 'validation' }],
    ['finishing', { state: 'finishing', finishes_at: '2030-01-01T00:00:00Z' }],
    ['finished', { state: 'finished' }],
  ])('resets %s to the start', (_state, migration) => {
    const { control } = createEmulator();
    control.patchZone(DEFAULT_ZONE_ID, { migration });
    const { migration: patched } = control.patchZone(DEFAULT_ZONE_ID, { migration: { state: 'start' } });
    expect(patched).toEqual({ state: 'start' });
  });
});

describe('an edit of a zone', () => {
  it('changes the name, the previous managed rules, jobs and rulesets at once', async () => {
    const emulator = createEmulator();
    emulator.control.editZone(DEFAULT_ZONE_ID, (draft) => {
      draft.name = 'other.example';
      draft.previous_waf = { enabled: false };
      draft.rulesets.push({ phase: 'http_log_custom_fields', rules: [fieldsRule('a')] as never });
      draft.logpush = { jobs: [{ id: 7, destination_conf: R2, dataset: 'http_requests' }] };
    });
    expect(emulator.control.zone(DEFAULT_ZONE_ID)).toMatchObject({
      name: 'other.example',
      previous_waf: { enabled: false },
      logpush: { jobs: [{ id: 7 }] },
    });
    expect(emulator.control.zones()[0]).toMatchObject({ name: 'other.example', jobs: 1 });
    const { body } = await caller(emulator)('GET', ENTRY_POINT);
    expect(body.result).toMatchObject({ version: '1', rules: [fieldsRule('a')] });
  });

  it('does not affect other zones, their order or the journal', () => {
    const { control } = createEmulator();
    const before = control.snapshot();
    control.editZone(DEFAULT_ZONE_ID, (draft) => (draft.name = 'other.example'));
    const after = control.snapshot();
    const others = before.zones.slice(1);
    expect(after.zones.map(({ name }) => name)).toEqual(['other.example', ...others.map(({ name }) => name)]);
    expect(after.zones.slice(1)).toEqual(others);
    expect(control.journal()).toEqual([]);
  });

  it('is refused with a ruleset of another zone, which a snapshot could not contain', async () => {
    const emulator = createEmulator();
    const { body } = await caller(emulator, PROFESSIONAL_ZONE_ID)('PUT', ENTRY_POINT, { rules: [] });
    const edit = (draft: ZoneDraft): unknown =>
      draft.rulesets.push({ id: body.result.id, phase: 'http_log_custom_fields' });
    expect(pointersOf(() => emulator.control.editZone(DEFAULT_ZONE_ID, edit))).toEqual(['/rulesets']);
  });
});

describe('a patch of a zone over HTTP', () => {
  it('merges, removes and returns the zone', async () => {
    const { send, call } = controlled();
    await call('PUT', ENTRY_POINT, { rules: [fieldsRule('a')] });
    const patched = await send('PATCH', ZONE, { name: 'other.example', plan: null, rulesets: null });
    expect(patched).toMatchObject({
      status: 200,
      body: { id: DEFAULT_ZONE_ID, name: 'other.example', plan: 'enterprise', rulesets: [] },
    });
    expect(await send('GET', ZONE)).toEqual(patched);
  });
});

it('an edit of a zone keeps no object that its caller can still change', () => {
  const { control } = createEmulator();
  const cookie = { name: 'Id' };
  control.editZone(DEFAULT_ZONE_ID, (draft) => {
    const action_parameters = { cookie_fields: [cookie] };
    const rules = [{ action: 'log_custom_field', expression: 'true', action_parameters }];
    draft.rulesets.push({ phase: 'http_log_custom_fields', rules });
  });
  const before = control.snapshot();
  cookie.name = 'Other';
  expect(control.snapshot()).toEqual(before);
});
