import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AdjustmentRecords, parseAdjustmentRecord } from '../../../provider-shim/records/adjustment-records';
import { RecordFolder } from '../../../provider-shim/records/record-folder';
import { temporaryFolder } from '../../support/temporary-folder';

const ZONE = 'a'.repeat(32);
const OTHER_ZONE = 'b'.repeat(32);
const DAY = 24 * 60 * 60 * 1000;
const ADJUSTMENTS = { [ZONE]: { rules: { [OTHER_ZONE]: { action: 'log', enabled: null } } } };

let folder: string;
let now: number;
let logged: string[];

beforeEach(() => {
  folder = temporaryFolder();
  now = Date.parse('2026-01-01');
  logged = [];
});

/** The records as one run sees them. */
function run(scope = 'f'.repeat(64)): AdjustmentRecords {
  return new AdjustmentRecords({
    folder: new RecordFolder(folder, 'adjustments', parseAdjustmentRecord),
    scope,
    time: { now: () => now },
    log: (_level, message) => void logged.push(message),
  });
}

const ofZone = (): string => join(folder, 'zonewright', 'adjustments', ZONE);
const files = (): readonly string[] => (existsSync(ofZone()) ? readdirSync(ofZone()) : []);

test('a run that is killed leaves what it was about to save to the next one, for its zone and its state alone', () => {
  run().open(ZONE, ADJUSTMENTS, {});
  expect(run().of(ZONE)).toMatchObject({ zoneId: ZONE, adjustments: ADJUSTMENTS, displaced: {} });
  expect(run().of(OTHER_ZONE)).toBeUndefined();
  expect(run('e'.repeat(64)).of(ZONE)).toBeUndefined();
});

test('a run that ends in order leaves nothing of what it reported, and the rest stays', () => {
  const ended = run();
  ended.open(ZONE, ADJUSTMENTS, {});
  ended.open(OTHER_ZONE, ADJUSTMENTS, {});
  ended.reported(ZONE);
  ended.close();
  expect(run().of(ZONE)).toBeUndefined();
  expect(run().of(OTHER_ZONE)).toBeDefined();
});

test('a later apply that is reported takes away the record of the one that was killed', () => {
  run().open(ZONE, ADJUSTMENTS, {});
  const next = run();
  next.reported(ZONE);
  next.close();
  expect(files()).toEqual([]);
});

test('a run that ends late leaves what another one has written since', () => {
  const late = run();
  late.open(ZONE, ADJUSTMENTS, {});
  late.reported(ZONE);
  now += 1;
  run().open(ZONE, {}, {});
  late.close();
  expect(run().of(ZONE)?.adjustments).toEqual({});
});

test('adjustments that the service has refused leave the record that was there before', () => {
  run().open(ZONE, ADJUSTMENTS, {});
  const refused = run().open(ZONE, {}, {});
  refused();
  expect(run().of(ZONE)?.adjustments).toEqual(ADJUSTMENTS);
  expect(files()).toHaveLength(1);
});

test('there is one record of a zone, readable by its owner alone', () => {
  run().open(ZONE, ADJUSTMENTS, {});
  run().open(ZONE, {}, {});
  expect(run().of(ZONE)?.adjustments).toEqual({});
  const [file = ''] = files();
  expect(files()).toHaveLength(1);
  expect(statSync(join(ofZone(), file)).mode & 0o777).toBe(0o600);
});

test('a record is forgotten after 30 days', () => {
  run().open(ZONE, ADJUSTMENTS, {});
  now += 30 * DAY;
  expect(run().of(ZONE)).toBeDefined();
  now += 1;
  expect(run().of(ZONE)).toBeUndefined();
});

test.each(['', '[]', '{"zoneId":', JSON.stringify({ zoneId: ZONE, scope: 'here', at: 1 })])(
  'a file that no provider wrote is no record: %j',
  (text) => {
    run().open(ZONE, ADJUSTMENTS, {});
    const [file = ''] = files();
    writeFileSync(join(ofZone(), file), text);
    expect(run().of(ZONE)).toBeUndefined();
  },
);
