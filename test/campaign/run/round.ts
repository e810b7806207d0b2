import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { WITHOUT_COLLECTION } from '../../support/engine';
import { jobsOf, type Effect, type Job } from '../oracle/effects';
import { EMPTY_PROGRAM } from '../program/program';
import type { Scenario, StateName } from '../scenario/scenario';
import { noCounts, type Counts } from './counts';
import { isDeclaredOnce } from './hand-edits';
import { endRound } from './end-round';
import type { RootModule } from './root-module';
import type { RoundPlace } from './round-place';
import type { CampaignService } from './service';
import { runStep } from './step';

/** A promise that was broken. */
export interface Violation {
  /** What kind of promise. */
  readonly kind: string;
  readonly text: string;
}

/** A round under way, and what it needs to tell whose an object is. */
export interface Round {
  readonly scenario: Scenario;
  readonly service: CampaignService;
  readonly place: RoundPlace;
  readonly env: NodeJS.ProcessEnv;
  readonly counts: Counts;
  readonly modules: Readonly<Record<StateName, RootModule>>;
  /** Jobs that others made, as they left them, by zone and number. */
  readonly foreign: Map<string, Job>;
  /** Jobs that a program had and forgot on purpose. */
  readonly forgotten: Set<string>;
  /** Jobs whose creation was cut off and that no state knows. */
  readonly orphans: Set<string>;
  /** Who last wrote the fields of a zone. */
  readonly fieldsOf: Map<string, 'others' | 'provider' | 'cut off' | 'forgotten'>;
  violation(kind: string, text: string): void;
  log(text: string): void;
  othersChanged(effects: readonly Effect[]): void;
}

export interface RoundResult {
  readonly violations: readonly Violation[];
  readonly counts: Counts;
  /** The round's folder, kept when something is wrong. */
  readonly folder: string;
}

/** Runs a scenario from fresh zones to its quiet end, and tells every promise that was broken. */
export async function runRound(
  scenario: Scenario,
  service: CampaignService,
  place: RoundPlace,
): Promise<RoundResult> {
  service.begin(scenario);
  const folder = place.begin();
  const [violations, transcript]: [Violation[], string[]] = [[], []];
  const round = newRound(scenario, service, place, folder, [violations, transcript]);
  for (const step of scenario.steps) {
    if (violations.length > 0) break;
    await runStep(round, step);
  }
  if (violations.length === 0 && isDeclaredOnce(Object.values(round.modules).map(({ program }) => program)))
    await endRound(round);
  round.counts.rounds = 1;
  if (violations.length > 0) {
    place.keep();
    writeFileSync(join(folder, 'transcript.txt'), transcript.join('\n'));
    writeFileSync(join(folder, 'scenario.json'), JSON.stringify(scenario, null, 2));
  }
  return { violations, counts: round.counts, folder };
}

function newRound(
  scenario: Scenario,
  service: CampaignService,
  place: RoundPlace,
  folder: string,
  [violations, transcript]: readonly [Violation[], string[]],
): Round {
  const env = {
    ...environment(service, folder),
    ZONEWRIGHT_PROOF: scenario.proof === 'off' ? 'off' : 'on',
  };
  const module = (name: StateName): RootModule => ({
    ...{ name, folder: join(folder, name), program: EMPTY_PROGRAM },
    ...{ isDisturbed: false, isPending: false, laterProvider: undefined },
  });
  const foreign = new Map<string, Job>();
  const fieldsOf: Round['fieldsOf'] = new Map();
  scenario.zones.forEach(({ fields }, index) => {
    const zone = service.zone(index);
    for (const job of jobsOf(zone)) foreign.set(`${zone.id}/${job.id}`, job);
    if (fields) fieldsOf.set(zone.id, 'others');
  });
  const [forgotten, orphans] = [new Set<string>(), new Set<string>()];
  return {
    ...{ scenario, service, place, env, foreign, fieldsOf, forgotten, orphans },
    counts: noCounts(),
    modules: { a: module('a'), b: module('b') },
    violation: (kind, text) => {
      violations.push({ kind, text });
      transcript.push(`VIOLATION ${kind}: ${text}`);
    },
    log: (text) => void transcript.push(text),
    othersChanged: (effects) => {
      for (const effect of effects) {
        if (effect.what === 'fields') fieldsOf.set(effect.zoneId, 'others');
        if (!('job' in effect)) continue;
        const key = `${effect.zoneId}/${effect.job.id}`;
        // What others changed of a creation that was cut off is no longer told to be ours.
        if (orphans.delete(key)) forgotten.add(key);
        if (effect.what === 'job deleted') foreign.delete(key);
        else if (effect.what === 'job made' || foreign.has(key)) foreign.set(key, effect.job);
      }
    },
  };
}

/** Nothing of the user's: no configuration, no plugins, no credentials. */
function environment({ emulator }: CampaignService, folder: string): NodeJS.ProcessEnv {
  const home = join(folder, 'home');
  if (!existsSync(home)) mkdirSync(home, { recursive: true });
  return {
    PATH: process.env['PATH'],
    HOME: home,
    TMPDIR: home,
    CHECKPOINT_DISABLE: '1',
    TF_IN_AUTOMATION: '1',
    ...WITHOUT_COLLECTION,
    ZONEWRIGHT_BASE_URL: emulator.baseUrl,
    ZONEWRIGHT_API_TOKEN: emulator.credentials.token,
  };
}
