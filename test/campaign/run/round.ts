import { join } from 'node:path';
import { mkdirSync, writeFileSync } from 'node:fs';
import { checkEnd } from '../oracle/end-state';
import { jobsOf, type Effect, type Job } from '../oracle/effects';
import { EMPTY_PROGRAM, type Program } from '../program/program';
import type { Scenario } from '../scenario/scenario';
import { WITHOUT_COLLECTION } from '../../support/engine';
import { applyProgram } from './apply';
import { judge, runCommand } from './command';
import type { RoundPlace } from './round-place';
import { writeProgram } from './root-module';
import type { CampaignService } from './service';
import { runStep } from './step';

/** A promise that was broken. */
export interface Violation {
  /** What kind of promise. */
  readonly kind: string;
  readonly text: string;
}

/** What a campaign did: how often, by name. */
export type Counts = Record<string, number>;

/** A round under way: its root module, and what it needs to tell whose an object is. */
export interface Round {
  readonly scenario: Scenario;
  readonly service: CampaignService;
  readonly place: RoundPlace;
  readonly env: NodeJS.ProcessEnv;
  program: Program;
  /** Whether a run failed or was hindered since everything was applied. */
  isDisturbed: boolean;
  /** Whether the program is not yet applied as a whole. */
  isPending: boolean;
  /** Commands in which the engine found a cycle in its own graph, before it came to the provider. */
  cycles: number;
  /** Jobs that others made, as they left them, by zone and number. */
  readonly foreign: Map<string, Job>;
  /** Jobs that a program had and forgot on purpose. */
  readonly forgotten: Set<string>;
  /** Jobs whose creation was cut off and that the state does not know. */
  readonly orphans: Set<string>;
  /** Who last wrote the fields of a zone. */
  readonly fieldsOf: Map<string, 'others' | 'provider' | 'cut off' | 'forgotten'>;
  /** Jobs by zone and number, and zones of fields, that the state had after the command before. */
  inState: { readonly jobs: ReadonlySet<string>; readonly fields: ReadonlySet<string> };
  count(name: string, times?: number): void;
  violation(kind: string, text: string): void;
  log(text: string): void;
  othersChanged(effects: readonly Effect[]): void;
}

/** Runs a scenario from fresh zones to its quiet end, and tells every promise that was broken. */
export async function runRound(
  scenario: Scenario,
  service: CampaignService,
  place: RoundPlace,
  counts: Counts,
): Promise<readonly Violation[]> {
  service.begin(scenario);
  place.begin();
  const [violations, transcript]: [Violation[], string[]] = [[], []];
  const round = newRound(scenario, service, place, [violations, transcript, counts]);
  for (const step of scenario.steps) {
    if (violations.length > 0) break;
    await runStep(round, step);
  }
  if (violations.length === 0) await endRound(round);
  round.count('rounds');
  if (violations.length > 0) {
    writeFileSync(join(place.folder, 'transcript.txt'), transcript.join('\n'));
    writeFileSync(join(place.folder, 'scenario.json'), JSON.stringify(scenario, null, 2));
  }
  return violations;
}

function newRound(
  scenario: Scenario,
  service: CampaignService,
  place: RoundPlace,
  [violations, transcript, counts]: readonly [Violation[], string[], Counts],
): Round {
  const foreign = new Map<string, Job>();
  const fieldsOf: Round['fieldsOf'] = new Map();
  scenario.zones.forEach(({ fields }, index) => {
    const zone = service.zone(index);
    for (const job of jobsOf(zone)) foreign.set(`${zone.id}/${job.id}`, job);
    if (fields) fieldsOf.set(zone.id, 'others');
  });
  const [forgotten, orphans] = [new Set<string>(), new Set<string>()];
  return {
    ...{ scenario, service, place, foreign, fieldsOf, forgotten, orphans },
    ...{ program: EMPTY_PROGRAM, isDisturbed: false, isPending: false, cycles: 0 },
    env: environment(service, join(place.folder, 'home'), scenario.proof === 'off' ? 'off' : 'on'),
    inState: { jobs: new Set(), fields: new Set() },
    count: (name, times = 1) => {
      if (times > 0) counts[name] = (counts[name] ?? 0) + times;
    },
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
function environment({ emulator }: CampaignService, home: string, proof: 'on' | 'off'): NodeJS.ProcessEnv {
  mkdirSync(home, { recursive: true });
  return {
    ...{ PATH: process.env['PATH'], HOME: home, TMPDIR: home },
    ...{ CHECKPOINT_DISABLE: '1', TF_IN_AUTOMATION: '1', ...WITHOUT_COLLECTION },
    ZONEWRIGHT_BASE_URL: emulator.baseUrl,
    ZONEWRIGHT_API_TOKEN: emulator.credentials.token,
    ZONEWRIGHT_PROOF: proof,
  };
}

/** Everything is quiet: plain applies bring about what is declared, and then nothing is left to do. */
async function endRound(round: Round): Promise<void> {
  round.program = quietProgram(round);
  writeProgram(round);
  if (!(await converge(round))) return;
  await checkEmptyPlan(round);
  checkEnd(round);
  await checkEmptyPlan(round, '-refresh-only');
}

/** Nothing in it is meant to fail or ends by itself; what was ignored before it could be applied is not ignored. */
function quietProgram({ program, isDisturbed }: Round): Program {
  return {
    ...program,
    blocks: program.blocks.map((block) => {
      const { ignore, ...lifecycle } = block.lifecycle;
      const { wait: _wait, ...settings } = block.settings;
      // A migration that nobody waits for ends by itself, between the last apply and the plan after it.
      const ignored =
        block.kind === 'migration' && ignore !== 'all' ? ignore?.filter((name) => name !== 'wait') : ignore;
      return {
        ...block,
        settings,
        dependent: block.dependent === 'fails' ? 'holds' : block.dependent,
        lifecycle: { ...lifecycle, ...(ignored === undefined || isDisturbed ? {} : { ignore: ignored }) },
      };
    }),
  };
}

/** Applies that the end may take: one, and one more after a kill, a refusal or a step that goes no further. */
const APPLIES = 2;

/** Applies until it succeeds; false when a cycle in the engine's own graph, of deposed objects, has no end. */
async function converge(round: Round): Promise<boolean> {
  const { cycles, isDisturbed: wasDisturbed } = round;
  const hasSteps = round.scenario.zones.some(({ previous }) => previous === 'with URI overrides');
  // Where nothing is left over, half of the rounds are spared the comparison with the plan.
  const saved = wasDisturbed || round.isPending || round.scenario.seed % 2 === 0;
  for (let apply = 1; apply <= APPLIES; apply += 1) {
    const isLast = apply === APPLIES;
    if (isLast) round.isDisturbed = false;
    const succeeded = await applyProgram(round, { saved, isStrict: !wasDisturbed || isLast });
    if (succeeded && !hasSteps) return true;
  }
  return round.cycles === cycles;
}

async function checkEmptyPlan(round: Round, ...kind: readonly string[]): Promise<void> {
  const args = ['plan', '-input=false', '-no-color', '-detailed-exitcode', ...kind];
  const outcome = await runCommand(round, args);
  judge(round, outcome, { isStrict: true });
  if (outcome.exitCode === 2)
    round.violation(['plan', ...kind, 'is not empty'].join(' '), outcome.stdout.slice(0, 1500));
}
