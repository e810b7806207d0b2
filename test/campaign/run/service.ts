import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JournalEntry, RunningEmulator, ZoneDocument } from '../../../emulator';
import { startEmulator } from '../../../emulator';
import { effectsBetween, type Effect } from '../oracle/effects';
import type { Scenario } from '../scenario/scenario';
import { zoneSeeds } from './zone-seeds';

/** The emulator with the zones of one round after the other, and a record of who changed what. */
export interface CampaignService {
  readonly emulator: RunningEmulator;
  readonly zoneIds: readonly string[];
  begin(scenario: Scenario): void;
  /** What clients changed since the last call. */
  takeEffects(): readonly Effect[];
  /** Changes something as others do; returns what changed. */
  byOthers(edit: () => void): readonly Effect[];
  /** The zone as it is. */
  zone(index: number): ZoneDocument;
  /** Is told of each request before it is answered. */
  watch: ((entry: JournalEntry) => void) | undefined;
  /** Resolves when no request is under way any more, nor one that its sender gave up. */
  quiet(): Promise<void>;
  readonly requests: number;
  /** Dry runs so far, and those of them that the service took for writes. */
  readonly dryRuns: { readonly all: number; readonly written: number };
}

export async function startCampaignService(): Promise<CampaignService> {
  let zoneIds: readonly string[] = [];
  let last = new Map<string, ZoneDocument>();
  let effects: Effect[] = [];
  let requests = 0;
  let isIgnored = false;
  const dryRuns = { all: 0, written: 0 };
  let waiting = 0;
  let finishSeconds = 0;
  let rounds = 0;
  const changes = (zoneId: string): readonly Effect[] => {
    const before = last.get(zoneId);
    if (before === undefined) return [];
    const after = emulator.control.zone(zoneId);
    last.set(zoneId, after);
    return effectsBetween(before, after);
  };
  const onRequest = (entry: JournalEntry): void => {
    requests += 1;
    if (entry.query['dry_run']?.includes('true')) {
      dryRuns.all += 1;
      if (isIgnored) dryRuns.written += 1;
    }
    if (entry.method !== 'GET' && entry.servedStatus !== null && entry.zoneId !== null)
      effects.push(...changes(entry.zoneId));
    if (entry.operation === 'migration.status' && finishSeconds > 0) {
      // Time passes for the service whenever somebody asks where a zone stands.
      void emulator.control.clock.advance(finishSeconds * 600);
      for (const id of zoneIds) last.set(id, emulator.control.zone(id));
    }
    service.watch?.(entry);
  };
  const emulator = await startEmulator({
    onRequest,
    wait: async (milliseconds) => {
      waiting += 1;
      await sleep(milliseconds);
      waiting -= 1;
    },
  });
  const service: CampaignService = {
    watch: undefined,
    emulator,
    get zoneIds() {
      return zoneIds;
    },
    get requests() {
      return requests;
    },
    dryRuns,
    begin: (scenario: Scenario) => {
      const zones = zoneSeeds(scenario.zones, (rounds += 1));
      finishSeconds = scenario.finishSeconds;
      isIgnored = scenario.proof === 'ignored';
      emulator.control.seed({
        zones,
        options: { finish_seconds: finishSeconds, dry_run: isIgnored ? 'ignored' : 'supported' },
      });
      emulator.control.clearJournal();
      emulator.control.faults.clear();
      zoneIds = zones.map(({ id }) => id);
      last = new Map(zoneIds.map((id) => [id, emulator.control.zone(id)]));
      effects = [];
    },
    takeEffects: () => {
      const taken = effects;
      effects = [];
      return taken;
    },
    byOthers: (edit: () => void) => {
      effects.push(...zoneIds.flatMap(changes));
      edit();
      return zoneIds.flatMap(changes);
    },
    zone: (index: number) => emulator.control.zone(zoneIds[index] ?? ''),
    quiet: async () => {
      while (waiting > 0 || isAbandoned(new URL(emulator.baseUrl).port)) await sleep(5);
      // What came last is answered in this process, in a few turns of its event loop.
      for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
    },
  };
  return service;
}

/** Whether a connection to the port is open whose other end no program has any more: what was sent on it may be still to come. */
function isAbandoned(port: string): boolean {
  const here = `:${Number(port).toString(16).toUpperCase().padStart(4, '0')}`;
  // proc(5): "number local remote state ... inode". No program has an inode of 0, and in the states 06 and 0A nothing comes.
  const lines = readFileSync('/proc/net/tcp', 'utf8').split('\n');
  const sockets = lines.map((line) => line.trim().split(/\s+/));
  const owned = sockets.filter(({ 9: inode }) => inode !== '0').map(({ 1: local }) => local);
  return sockets.some(
    ({ 1: local, 2: remote, 3: state = '' }) =>
      local?.endsWith(here) && !['06', '0A'].includes(state) && !owned.includes(remote),
  );
}
