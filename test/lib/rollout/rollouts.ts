import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type App, HttpBackend, Testing } from 'cdktf';
import {
  type FleetZone,
  MigrationRollout,
  type MigrationRolloutProps,
  RolloutWaves,
  ZoneInventory,
} from '../../../lib';
import { approvalsText, type WaveApproval } from '../../../lib/rollout/wave-approvals';

export const DIGEST = `sha256:${'a'.repeat(64)}`;

/** A zone of a wave, by the digit of its id. */
export const zone = (digit: string, wave = 'canary'): FleetZone => ({
  id: digit.repeat(32),
  name: `${digit}.example`,
  labels: { wave },
});

/** Two zones in canary, two in early, one in rest. */
export const ZONES = [
  zone('a'),
  zone('b'),
  zone('c', 'early'),
  zone('d', 'early'),
  zone('e', 'rest'),
] as const;

/** An approval of zones by the digits of their ids. */
export function approval(wave: string, digits: string, more: Partial<WaveApproval> = {}): WaveApproval {
  return {
    wave,
    target: 'finished',
    by: 'Ada <ada@example.com>',
    at: '2027-01-31T08:00:00Z',
    ticket: 'OPS-1',
    zones: Object.fromEntries(
      [...digits].map((digit) => [digit.repeat(32), { name: `${digit}.example`, digest: DIGEST }]),
    ),
    leftOut: {},
    ...more,
  };
}

/** Zones that are left out, by the digits of their ids. */
export function leftOut(reasons: Readonly<Record<string, string>>): WaveApproval['leftOut'] {
  return Object.fromEntries(
    Object.entries(reasons).map(([digit, reason]) => [
      digit.repeat(32),
      { name: `${digit}.example`, reason },
    ]),
  );
}

export interface RolloutOptions extends Partial<Omit<MigrationRolloutProps, 'zones' | 'approvals'>> {
  readonly zones?: readonly FleetZone[];
  readonly approvals?: readonly WaveApproval[] | string;
  readonly app?: App;
  readonly id?: string;
}

let folder: string;

/** For the tests of a file: a folder for the files of approvals. */
export function useRollouts(): void {
  beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'zonewright-rollout-'))));
  afterAll(() => rmSync(folder, { recursive: true }));
}

/** The path of a file of approvals with this text. */
export function approvalsFile(text: string): string {
  const file = join(folder, 'approvals.json');
  writeFileSync(file, text);
  return file;
}

/** A rollout of zones in three waves. */
export function rolloutOf({
  zones = ZONES,
  approvals = [],
  app = Testing.app(),
  id = 'waf',
  ...props
}: RolloutOptions = {}): MigrationRollout {
  return new MigrationRollout(app, id, {
    zones: ZoneInventory.of(zones),
    waves: RolloutWaves.byLabel('wave', ['canary', 'early', 'rest']),
    approvals: approvalsFile(typeof approvals === 'string' ? approvals : approvalsText(approvals)),
    backend: (stack, key) => new HttpBackend(stack, { address: `https://state.example/${key}` }),
    ...props,
  });
}
