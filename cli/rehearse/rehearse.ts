import { createEmulator, runningClock, startEmulator, type SeedDocument } from '../../emulator';
import { isUnread } from '../copy/answers';
import { answersOf, differencesBetween, type Difference } from '../copy/compare';
import { givenVariables, spellings, type CopyDocument } from '../copy/copy-file';
import { Placeholders } from '../copy/placeholders';
import { readStackState, stackKey, withoutSecrets, type StackState } from '../copy/stack-state';
import { createEngine, engineEnvironment, withoutSteering } from '../engine/run';
import type { Review } from '../review/model';
import { reviewPlans, type PlanInput } from '../review/review-plans';
import { folderNames } from '../review/stack-names';
import {
  applyStack,
  finishValidations,
  planStack,
  Steps,
  type RehearsedStack,
  type Step,
} from './rehearse-stack';
import { planDigest } from './rehearsed-plans';
import type { Rehearsal } from './report';
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
  const placeholders = new Placeholders();
  const states = await statesOf(document, parts);
  for (const found of states) if (typeof found === 'object') withoutSecrets(found, placeholders);
  // Other values are no secrets: the copy shows them.
  const [hidden, probe] = [new Set(copy.placeholders), new Placeholders()];
  for (const [, value] of givenVariables(parts.env, parts.folders, parts.varFiles))
    for (const each of spellings(value)) if (hidden.has(probe.of(each))) placeholders.of(each);
  const seed = placeholders.putBack(copied) as SeedDocument;
  const emulator = await startEmulator({
    ...{ port: 0, seed, identifierSeed: 'rehearsal', clock: runningClock(Date.parse(copy.taken_at)) },
    settings: { finishSeconds: 1, rateLimit: 0, rateLimitPerAddress: 0 },
  });
  try {
    const steps = new Steps(() => emulator.control.journal().length, parts.onStep);
    const stacks = prepared(parts, states, {
      baseUrl: emulator.baseUrl,
      token: emulator.credentials.token,
      variables: placeholders.putBack(copy.variables),
    });
    const planned = new Map<string, PlanInput>();
    for (const stack of stacks) {
      const input = await planStack(stack, steps, 'plan');
      if (input) planned.set(stack.name, input);
    }
    const review = reviewPlans([...planned.values()], []);
    const finishing: PlanInput[] = [];
    const unfinished: string[] = [];
    const ends: Record<string, StackState> = {};
    for (const stack of stacks) {
      const input = planned.get(stack.name);
      if (input === undefined || parts.signal.aborted) continue;
      const isWell = await applyStack(stack, steps);
      const { isWritten, left } = finishValidations(stack, input.plan);
      unfinished.push(...left);
      if (isWell && isWritten) {
        const last = await planStack(stack, steps, 'plan, with target_state = "finished"');
        if (last) finishing.push(last);
        if (last) await applyStack(stack, steps);
      }
      const end = await readStackState(stack.engine);
      if (typeof end === 'object') ends[stack.name] = withoutSecrets(end, placeholders);
    }
    const finish = finishing.length > 0 ? reviewPlans(finishing, []) : null;
    const reviews = [review, ...(finish ? [finish] : [])];
    const missing = missingIn(document, zonesOf(states, reviews), steps.all);
    // What the engine and the review say has the secrets that were put back.
    return placeholders.hide<Rehearsal>({
      format_version: '1.0',
      copy_taken_at: copy.taken_at,
      at: new Date().toISOString(),
      exit_code: steps.failed || missing.length > 0 ? 1 : review.exit_code,
      plans: Object.fromEntries([...planned].map(([name, { plan }]) => [name, planDigest(plan)])),
      steps: steps.all,
      lost: [...new Set(reviews.flatMap(lostIn))],
      states: ends,
      missing,
      notes: [
        ...stacks.flatMap(({ name }, index) => noteOf(name, states[index])),
        ...unfinished.map((address) => `${address} stays in validation, because it is declared in a module.`),
      ],
      differences: await differencesOf(copied, document, review),
      review,
      finish,
    });
  } finally {
    await emulator.close();
  }
}

/** A state; undefined if there is none yet; or why it cannot be read. */
type FoundState = StackState | undefined | string;

/** The states of stacks: of their backends, or where those cannot be read, of the copy. */
async function statesOf(
  { copy }: CopyDocument,
  { binary, env, signal, folders }: RehearsalParts,
): Promise<readonly FoundState[]> {
  const states: FoundState[] = [];
  for (const cwd of folders) {
    const engine = createEngine({ binary, cwd, env: engineEnvironment({ base: env }), signal });
    const found = await readStackState(engine);
    states.push(typeof found === 'object' ? found : (copy.states[stackKey(cwd)] ?? found));
  }
  return states;
}

function noteOf(stack: string, found: FoundState): readonly string[] {
  if (typeof found === 'object') return [];
  const why = found === undefined ? 'it has no state' : `its state cannot be read (${found.split('\n')[0]})`;
  return [`${stack} was planned as new, because ${why}, and the copy has none.`];
}

/** The ids of the zones of our objects. */
function zonesOf(states: readonly FoundState[], reviews: readonly Review[]): ReadonlySet<string> {
  const stored = states.flatMap((found) =>
    typeof found === 'object'
      ? (JSON.stringify(found.state).match(/(?<="zone_id":")[0-9a-f]{32}(?=")/g) ?? [])
      : [],
  );
  const changed = reviews.flatMap(({ changes }) => changes.flatMap(({ zone }) => zone?.id ?? []));
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

/** Each stack in a copy of its folder. */
function prepared(
  { binary, env, signal, work, folders, varFiles }: RehearsalParts,
  states: readonly FoundState[],
  service: Pick<Parameters<typeof rehearsalEnvironment>[1], 'baseUrl' | 'token' | 'variables'>,
): readonly RehearsedStack[] {
  const base = rehearsalEnvironment(env, { work, ...service });
  const names = folderNames(folders);
  const copies = workingCopies(
    work,
    folders.map((folder, index) => ({ folder, found: stateIn(states[index]) })),
    varFiles,
  );
  return folders.map((folder, index) => {
    const [cwd = folder, state] = [copies[index], stateIn(states[index])];
    const extra =
      state === undefined || state.workspace === 'default' ? {} : { TF_WORKSPACE: state.workspace };
    // Plugins and modules are found as the user finds them.
    const userEnv = engineEnvironment({ base: withoutSteering(env) });
    return {
      ...{ name: names[index] ?? folder, folder },
      engine: createEngine({ binary, cwd, env: engineEnvironment({ base, extra }), signal, cleansUp: true }),
      init: () =>
        createEngine({ binary, cwd, env: userEnv, signal, cleansUp: true }).init({ args: ['-reconfigure'] }),
    };
  });
}

function stateIn(found: FoundState): StackState | undefined {
  return typeof found === 'object' ? found : undefined;
}

function lostIn({ changes }: Review): readonly string[] {
  return changes.flatMap(({ zone, migration }) =>
    (migration?.not_carried_over ?? []).map((loss) => `${zone?.name ?? zone?.id ?? ''}: ${loss.description}`),
  );
}

/** What the emulator by itself would answer otherwise about the migrations of the changed zones. */
async function differencesOf(
  seed: SeedDocument,
  { copy }: CopyDocument,
  { changes }: Review,
): Promise<readonly Difference[]> {
  const zones = new Set(changes.flatMap(({ migration, zone }) => (migration && zone?.id ? [zone.id] : [])));
  const recorded = copy.answers.filter(({ path }) => zones.has(path.split('/')[2] ?? ''));
  const alone = {
    ...seed,
    zones: (seed.zones ?? []).map(({ migration, ...zone }) => {
      const { generated: _, ...own } = migration ?? {};
      return { ...zone, migration: own };
    }),
  };
  const answers = await answersOf(recorded, createEmulator({ seed: alone }));
  const generated = recorded.filter(
    (answer) => /\/waf_migration\/(check|config)$/.test(answer.path) && !isUnread(answer),
  );
  return differencesBetween(generated, answers);
}
