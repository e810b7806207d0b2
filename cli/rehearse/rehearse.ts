import { createEmulator, runningClock, startEmulator, type Control, type SeedDocument } from '../../emulator';
import { isRecord, logpushJobSchema, sameDestination } from '../../schema';
import { isUnread } from '../copy/answers';
import { answersOf, differencesBetween, type Difference } from '../copy/compare';
import { randomToken, type CopyDocument } from '../copy/copy-file';
import { HIDDEN, hiddenDestination, withoutSecrets } from '../copy/secrets';
import { createEngine, engineEnvironment, withoutSteering } from '../engine/run';
import { LOSES } from '../review/migration-change';
import type { Review } from '../review/model';
import type { PlanJson } from '../review/plan-json';
import { reviewPlans, type PlanInput } from '../review/review-plans';
import { folderNames } from '../review/names';
import {
  applyStack,
  finishValidations,
  planStack,
  Steps,
  type RehearsedStack,
  type Step,
} from './rehearse-stack';
import { checkPrograms } from './programs';
import { isMigration, type Rehearsal } from './report';
import { hiddenDestinationsIn, jobsIn, readStack, shownState, stateOnCopy, type Stack } from './stacks';
import { rehearsalEnvironment, workingCopies } from './working-copy';

/** What a rehearsal needs besides the copy. */
export interface RehearsalParts {
  readonly binary: string;
  /** The user's. */
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
  /** Its working folder. */
  readonly work: string;
  /** Of stacks, in the order in which they are applied. */
  readonly folders: readonly string[];
  readonly varFiles: readonly string[];
  /** Called before each command of the engine. */
  readonly onStep: (what: string) => void;
}

/** Plans, reviews and applies stacks on the emulator, and finishes the migrations that stop at validation. */
export async function rehearse(document: CopyDocument, parts: RehearsalParts): Promise<Rehearsal> {
  const { copy, ...copied } = document;
  for (const folder of parts.folders) checkPrograms(folder);
  // The copy answers to this run alone, which hands the token to the engine's environment.
  const credentials = { tokens: [{ token: randomToken() }] };
  const seed: SeedDocument = { ...copied, credentials };
  const emulator = await startEmulator({
    ...{ port: 0, seed, identifierSeed: 'rehearsal', clock: runningClock(Date.parse(copy.taken_at)) },
    settings: { finishSeconds: 1, rateLimit: 0 },
  });
  try {
    const steps = new Steps(() => emulator.control.journal().at(-1)?.number ?? 0, parts.onStep);
    const service = { baseUrl: emulator.baseUrl, token: emulator.credentials.token };
    const stacks = await prepared(document, parts, service);
    const owned = new Set(stacks.flatMap(({ state }) => (state ? jobsIn(state) : [])));
    const adopt = (plan: PlanJson): boolean => giveDestinations(plan, emulator.control, owned);
    const ran = await runStacks(stacks, steps, { adopt, signal: parts.signal });
    const reviews = [ran.review, ...(ran.finish ? [ran.finish] : [])];
    const used = zonesOf(stacks, reviews);
    const missing = missingIn(document, used, steps.all);
    const names = (document.zones ?? []).flatMap(({ id = '', name }) =>
      used.has(id) ? [`zones[${name}]`, `/zones/${id}:`] : [],
    );
    return withoutSecrets<Rehearsal>({
      format_version: '1.0',
      copy_taken_at: copy.taken_at,
      at: new Date().toISOString(),
      exit_code: missing.length === 0 && steps.wentWell() ? ran.review.exit_code : 1,
      steps: steps.all,
      lost: [...new Set(reviews.flatMap(lostIn))],
      states: Object.fromEntries(
        ran.ends.map(([name, { workspace, state = {} }]) => [name, { workspace, state: shownState(state) }]),
      ),
      missing,
      notes: [
        ...stacks.flatMap(({ note }) => note ?? []),
        // What the copy has otherwise than the service.
        ...copy.not_held.filter((line) => names.some((each) => line.startsWith(each))),
        ...ran.unfinished.map(
          (address) => `${address} stays in validation, because it is declared in a module.`,
        ),
      ],
      differences: await differencesOf(copied, document, ran.review),
      review: ran.review,
      finish: ran.finish,
    });
  } finally {
    await emulator.close();
  }
}

/** Plans all stacks, then applies each and finishes its migrations. */
async function runStacks(
  stacks: readonly RehearsedStack[],
  steps: Steps,
  { adopt, signal }: { readonly adopt: (plan: PlanJson) => boolean; readonly signal: AbortSignal },
) {
  const planned = new Map<string, PlanInput>();
  for (const stack of stacks) {
    let input = await planStack(stack, steps, 'plan');
    if (input && adopt(input.plan)) {
      steps.all.pop();
      input = await planStack(stack, steps, 'plan');
    }
    if (input) planned.set(stack.name, input);
  }
  const finishing: PlanInput[] = [];
  const unfinished: string[] = [];
  const ends: [string, Stack][] = [];
  for (const stack of stacks) {
    const input = planned.get(stack.name);
    if (input === undefined || signal.aborted) continue;
    const isWell = await applyStack(stack, steps);
    const { isWritten, left } = finishValidations(stack, input.plan);
    unfinished.push(...left);
    if (isWell && isWritten) {
      const last = await planStack(stack, steps, 'plan, with target_state = "finished"');
      if (last) finishing.push(last);
      if (last) await applyStack(stack, steps);
    }
    ends.push([stack.name, await readStack(stack.engine)]);
  }
  const review = reviewPlans([...planned.values()], []);
  const finish = finishing.length > 0 ? reviewPlans(finishing, []) : null;
  return { review, finish, unfinished, ends };
}

/**
 * Gives jobs that a plan takes over the destinations that it has for them, where they differ from the copy's in what is hidden
 * alone: of these jobs no state knows the secrets.
 *
 * @param owned jobs of states, as `zone/job`
 * @returns whether there was any
 */
function giveDestinations(
  { resource_changes: changes = [] }: PlanJson,
  control: Control,
  owned: ReadonlySet<string>,
): boolean {
  let isAny = false;
  for (const { type, change } of changes) {
    if (type !== logpushJobSchema.type || !isRecord(change.before) || !isRecord(change.after)) continue;
    const { zone_id: zoneId, job_id: jobId, destination_conf: copied } = change.before;
    const { destination_conf: planned } = change.after;
    if (typeof copied !== 'string' || !copied.includes(HIDDEN) || typeof planned !== 'string') continue;
    if (planned === copied || owned.has(`${String(zoneId)}/${String(jobId)}`)) continue;
    if (!sameDestination(hiddenDestination(planned), copied)) continue;
    const { logpush } = control.zone(String(zoneId));
    const jobs = (logpush.jobs ?? []).map((job) =>
      job.id === jobId ? { ...job, destination_conf: planned } : job,
    );
    control.patchZone(String(zoneId), { logpush: { jobs } });
    isAny = true;
  }
  return isAny;
}

/** Stacks with their states, which their backends have, each in a copy of its folder. */
async function prepared(
  document: CopyDocument,
  { binary, env, signal, work, folders, varFiles }: RehearsalParts,
  service: { readonly baseUrl: string; readonly token: string },
): Promise<readonly RehearsedStack[]> {
  const ours = { binary, signal, cleansUp: true };
  const copied = hiddenDestinationsIn(document);
  const names = folderNames(folders);
  const found: Omit<RehearsedStack, 'engine' | 'init'>[] = [];
  for (const [index, folder] of folders.entries()) {
    const name = names[index] ?? folder;
    const original = createEngine({ ...ours, cwd: folder, env: engineEnvironment({ base: env }) });
    const { workspace, state, problem } = await readStack(original);
    const why = problem ? `its state cannot be read (${problem.split('\n')[0]})` : 'it has no state';
    found.push({
      ...{ name, folder, workspace },
      ...(state
        ? { state: stateOnCopy(state, copied) }
        : { note: `${name} was planned as new, because ${why}.` }),
    });
  }
  const copies = workingCopies(work, found, varFiles);
  // Plugins and modules are found as the user finds them.
  const userEnv = engineEnvironment({ base: withoutSteering(env) });
  return found.map((stack, index) => {
    const cwd = copies[index] ?? stack.folder;
    const base = rehearsalEnvironment(env, { ...service, work, workspace: stack.workspace });
    return {
      ...stack,
      engine: createEngine({ ...ours, cwd, env: engineEnvironment({ base }) }),
      init: () => createEngine({ ...ours, cwd, env: userEnv }).init({ args: ['-reconfigure'] }),
    };
  });
}

/** The ids of the zones of our objects. */
function zonesOf(stacks: readonly RehearsedStack[], reviews: readonly Review[]): ReadonlySet<string> {
  const stored = stacks.flatMap(
    ({ state }) => JSON.stringify(state ?? {}).match(/(?<="zone_id":")[0-9a-f]{32}(?=")/g) ?? [],
  );
  const changed = reviews.flatMap(({ rows }) =>
    rows.flatMap(({ action, zone }) => (action === null ? [] : (zone?.id ?? []))),
  );
  return new Set([...stored, ...changed]);
}

/** What the copy lacks of these zones, a sentence for each. */
function missingIn(
  { zones = [], copy }: CopyDocument,
  used: ReadonlySet<string>,
  steps: readonly Step[],
): readonly string[] {
  const copied = new Set(zones.map(({ id }) => id));
  const refused = steps.flatMap(({ errors }) =>
    errors.flatMap((error) => /Zone ([0-9a-f]{32}) does not exist/.exec(error)?.[1] ?? []),
  );
  return [
    ...[...new Set([...used, ...refused])]
      .filter((id) => !copied.has(id))
      .map((id) => `The zone ${id} is not in the copy: copy it, too.`),
    ...copy.answers
      .filter((answer) => isUnread(answer) && used.has(answer.path.split('/')[2] ?? ''))
      .map(
        ({ path, status }) =>
          `GET ${path} was refused with status ${status}: copy with a token that may read it.`,
      ),
  ];
}

function lostIn({ rows }: Review): readonly string[] {
  return rows.flatMap(({ zone, details }) =>
    details
      .filter((each) => each.startsWith(LOSES))
      .map((each) => `${zone?.name ?? zone?.id ?? ''}: ${each.slice(LOSES.length)}`),
  );
}

/** What the emulator by itself would answer otherwise about the migrations of the changed zones. */
async function differencesOf(
  seed: SeedDocument,
  { copy }: CopyDocument,
  { rows }: Review,
): Promise<readonly Difference[]> {
  const zones = new Set(rows.filter(isMigration).flatMap(({ zone }) => zone?.id ?? []));
  const generated = copy.answers.filter(
    (answer) =>
      zones.has(answer.path.split('/')[2] ?? '') &&
      /\/waf_migration\/(check|config)$/.test(answer.path) &&
      !isUnread(answer),
  );
  const alone = {
    ...seed,
    zones: (seed.zones ?? []).map(({ migration, ...zone }) => {
      const { generated: _, ...own } = migration ?? {};
      return { ...zone, migration: own };
    }),
  };
  return differencesBetween(generated, await answersOf(generated, createEmulator({ seed: alone })));
}
