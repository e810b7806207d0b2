import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createEmulator, runningClock, startEmulator, type SeedDocument } from '../../emulator';
import { answersOf, differencesBetween, type Difference } from '../copy/compare';
import { spellings, variablesOf, type CopyDocument } from '../copy/copy-file';
import { Placeholders } from '../copy/placeholders';
import { readStackState, stackKey, withoutSecrets, type StackState } from '../copy/stack-state';
import { createEngine, engineEnvironment, withoutSteering } from '../engine/run';
import type { Review } from '../review/model';
import { reviewPlans, type PlanInput } from '../review/review-plans';
import { folderNames } from '../review/stack-names';
import { applyStack, finishValidations, planStack, Steps, type RehearsedStack } from './rehearse-stack';
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
}

/** Plans, reviews and applies stacks on the emulator, and finishes the migrations that stop at validation. */
export async function rehearse(document: CopyDocument, parts: RehearsalParts): Promise<Rehearsal> {
  const { copy, ...copied } = document;
  const placeholders = new Placeholders();
  const states = await statesOf(document, parts);
  for (const found of states) if (found) withoutSecrets(found, placeholders);
  for (const value of givenValues(parts)) for (const each of spellings(value)) placeholders.of(each);
  const seed = placeholders.putBack(copied) as SeedDocument;
  const emulator = await startEmulator({
    ...{ port: 0, seed, identifierSeed: 'rehearsal', clock: runningClock(Date.parse(copy.taken_at)) },
    settings: { finishSeconds: 1, rateLimit: 0, rateLimitPerAddress: 0 },
  });
  try {
    const steps = new Steps(() => emulator.control.journal().length);
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
    const last = reviewPlans(finishing, []);
    return {
      format_version: '1.0',
      copy_taken_at: copy.taken_at,
      at: new Date().toISOString(),
      exit_code: steps.failed ? 1 : Math.max(review.exit_code, last.exit_code),
      plans: Object.fromEntries([...planned].map(([name, { plan }]) => [name, planDigest(plan)])),
      steps: steps.all,
      lost: [...new Set([review, last].flatMap(lostIn))],
      states: ends,
      unfinished,
      without_state: stacks.flatMap(({ name }, index) => (states[index] ? [] : [name])),
      differences: await differencesOf(seed, document, review),
      review,
    };
  } finally {
    await emulator.close();
  }
}

/** The values of variables that may be secrets of the copy: those of the environment, and the texts in files. */
function givenValues({ env, folders, varFiles }: RehearsalParts): readonly string[] {
  const beside = folders.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)));
  const files = [...beside.filter((file) => /\.tfvars(\.json)?$/.test(file)), ...varFiles];
  const texts = files.flatMap((file) => readFileSync(file, 'utf8').match(/"(?:[^"\\\n]|\\.)*"/g) ?? []);
  return [...variablesOf(env).map(([, value]) => value), ...texts.map((text) => text.slice(1, -1))];
}

/** The states of stacks: of their backends, or where those cannot be read, of the copy. */
async function statesOf(
  { copy }: CopyDocument,
  { binary, env, signal, folders }: RehearsalParts,
): Promise<readonly (StackState | undefined)[]> {
  const states: (StackState | undefined)[] = [];
  for (const cwd of folders) {
    const engine = createEngine({ binary, cwd, env: engineEnvironment({ base: env }), signal });
    const found = await readStackState(engine);
    states.push(typeof found === 'object' ? found : copy.states[stackKey(cwd)]);
  }
  return states;
}

/** Each stack in a copy of its folder. */
function prepared(
  { binary, env, signal, work, folders, varFiles }: RehearsalParts,
  states: readonly (StackState | undefined)[],
  service: Pick<Parameters<typeof rehearsalEnvironment>[1], 'baseUrl' | 'token' | 'variables'>,
): readonly RehearsedStack[] {
  const base = rehearsalEnvironment(env, { work, ...service });
  const names = folderNames(folders);
  const copies = workingCopies(
    work,
    folders.map((folder, index) => ({ folder, found: states[index] })),
  );
  return folders.map((folder, index) => {
    const [cwd = folder, state] = [copies[index], states[index]];
    const extra =
      state === undefined || state.workspace === 'default' ? {} : { TF_WORKSPACE: state.workspace };
    // Plugins and modules are found as the user finds them.
    const userEnv = engineEnvironment({ base: withoutSteering(env) });
    return {
      ...{ name: names[index] ?? folder, folder, varFiles },
      engine: createEngine({ binary, cwd, env: engineEnvironment({ base, extra }), signal, cleansUp: true }),
      init: () =>
        createEngine({ binary, cwd, env: userEnv, signal, cleansUp: true }).init({ args: ['-reconfigure'] }),
    };
  });
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
  const generated = recorded.filter(({ path }) => /\/waf_migration\/(check|config)$/.test(path));
  return differencesBetween(generated, answers);
}
