import { createEmulator, runningClock, startEmulator, type SeedDocument } from '../../emulator';
import { isUnread } from '../copy/answers';
import { answersOf, differencesBetween, type Difference } from '../copy/compare';
import { randomToken, type CopyDocument } from '../copy/copy-file';
import { PLACEHOLDER, Placeholders } from '../copy/placeholders';
import { readStack, stackPath, withoutSecrets, type Stack } from '../copy/stacks';
import { textsOf, type Variables } from '../copy/variables';
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
import { checkPrograms } from './programs';
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
  for (const folder of parts.folders) checkPrograms(folder);
  const found = await findStacks(document, parts);
  const placeholders = knownSecrets(document, found, parts);
  // The copy with its secrets put back answers to this run alone, which hands the token to the engine's environment.
  const credentials = { tokens: [{ token: randomToken() }] };
  const seed: SeedDocument = { ...placeholders.putBack(copied), credentials };
  const emulator = await startEmulator({
    ...{ port: 0, seed, identifierSeed: 'rehearsal', clock: runningClock(Date.parse(copy.taken_at)) },
    settings: { finishSeconds: 1, rateLimit: 0 },
  });
  try {
    const steps = new Steps(() => emulator.control.journal().at(-1)?.number ?? 0, parts.onStep);
    const stacks = prepared(parts, placeholders.putBack(found), {
      baseUrl: emulator.baseUrl,
      token: emulator.credentials.token,
    });
    const ran = await runStacks(stacks, steps, parts.signal);
    const reviews = [ran.review, ...(ran.finish ? [ran.finish] : [])];
    const used = zonesOf(found, reviews);
    const missing = missingIn(document, used, steps.all);
    const told = JSON.stringify(steps.all);
    const hiddenRules = zonesWithHiddenRules(seed).filter((zone) => used.has(zone) || told.includes(zone));
    const well = missing.length > 0 ? [] : [...ran.planned].filter(([name]) => steps.wentWell(name));
    // What the engine and the review say has the secrets that were put back.
    return placeholders.hide<Rehearsal>({
      format_version: '1.0',
      copy_taken_at: copy.taken_at,
      at: new Date().toISOString(),
      exit_code: missing.length === 0 && steps.wentWell() ? ran.review.exit_code : 1,
      plans: Object.fromEntries(well.map(([name, { plan }]) => [name, planDigest(plan, hiddenRules)])),
      hidden_rules: hiddenRules,
      steps: steps.all,
      lost: [...new Set(reviews.flatMap(lostIn))],
      states: Object.fromEntries(
        ran.ends.map(([name, { workspace, state = {} }]) => [
          name,
          { workspace, state: withoutSecrets(state, placeholders) },
        ]),
      ),
      missing,
      notes: [
        ...found.flatMap(({ note }) => note ?? []),
        ...notHeldOf(document, used),
        ...hiddenRules.map(
          (zone) =>
            `The rules of the zone ${zone} hold placeholders: approved_digest cannot be right here, and a review cannot tell whether production still has these rules.`,
        ),
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
async function runStacks(stacks: readonly RehearsedStack[], steps: Steps, signal: AbortSignal) {
  const planned = new Map<string, PlanInput>();
  for (const stack of stacks) {
    const input = await planStack(stack, steps, 'plan');
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
  return { planned, review, finish, unfinished, ends };
}

/** A stack as it is rehearsed. */
interface FoundStack extends Stack {
  readonly name: string;
  readonly folder: string;
  /** What its variables were given when the copy was made. */
  readonly variables: Variables;
  /** Where the state is from, if not from the backend. */
  readonly note?: string;
}

/** Stacks with their states: of their backends, or where there is none or it cannot be read, of the copy. */
async function findStacks(
  { copy }: CopyDocument,
  { binary, env, signal, folders }: RehearsalParts,
): Promise<readonly FoundStack[]> {
  const names = folderNames(folders);
  const stacks: FoundStack[] = [];
  for (const [index, folder] of folders.entries()) {
    const name = names[index] ?? folder;
    const userEnv = engineEnvironment({ base: env });
    const { workspace, state, problem } = await readStack(
      createEngine({ binary, cwd: folder, env: userEnv, signal, cleansUp: true }),
    );
    const path = stackPath(folder);
    const copied = copy.stacks.find((each) => each.path === path && each.workspace === workspace);
    const stack = { name, folder, workspace, variables: copied?.variables ?? {} };
    if (state) stacks.push({ ...stack, state });
    else {
      const why = problem ? `its state cannot be read (${problem.split('\n')[0]})` : 'it has no state';
      const note = copied?.state
        ? `${name} has the state of ${path} (${workspace}) in the copy, because ${why}.`
        : `${name} was planned as new, because ${why}, and the copy has none.`;
      stacks.push({ ...stack, state: copied?.state, note });
    }
  }
  return stacks;
}

/** The secrets that this machine has of those that the copy hides: in states, variables and configuration. */
function knownSecrets(
  { copy }: CopyDocument,
  stacks: readonly FoundStack[],
  { env, folders, varFiles }: RehearsalParts,
): Placeholders {
  const placeholders = new Placeholders();
  for (const { state } of stacks) if (state) withoutSecrets(state, placeholders);
  // Other texts are no secrets: the copy shows them.
  const [hidden, probe] = [new Set(copy.placeholders), new Placeholders()];
  for (const text of hidden.size > 0 ? textsOf(env, folders, varFiles) : [])
    if (hidden.has(probe.of(text))) placeholders.of(text);
  return placeholders;
}

/** The ids of the zones of our objects. */
function zonesOf(stacks: readonly FoundStack[], reviews: readonly Review[]): ReadonlySet<string> {
  const stored = stacks.flatMap(
    ({ state }) => JSON.stringify(state ?? {}).match(/(?<="zone_id":")[0-9a-f]{32}(?=")/g) ?? [],
  );
  const changed = reviews.flatMap(({ changes }) => changes.flatMap(({ zone }) => zone?.id ?? []));
  return new Set([...stored, ...changed]);
}

/** Zones whose migration has rules with placeholders, as far as the secrets are not known here. */
function zonesWithHiddenRules({ zones = [] }: SeedDocument): readonly string[] {
  return zones.flatMap(({ id = '', migration, previous_waf: previous }) => {
    const rules = JSON.stringify(migration?.generated ?? previous ?? {});
    return rules.search(PLACEHOLDER) >= 0 ? [id] : [];
  });
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

/** What the copy has otherwise than the service, of these zones. */
function notHeldOf({ zones = [], copy }: CopyDocument, used: ReadonlySet<string>): readonly string[] {
  const names = zones.flatMap(({ id = '', name }) =>
    used.has(id) ? [`zones[${name}]`, `/zones/${id}:`] : [],
  );
  return copy.not_held.filter((line) => names.some((each) => line.startsWith(each)));
}

/** Each stack in a copy of its folder. */
function prepared(
  { binary, env, signal, work, varFiles }: RehearsalParts,
  stacks: readonly FoundStack[],
  service: { readonly baseUrl: string; readonly token: string },
): readonly RehearsedStack[] {
  const copies = workingCopies(work, stacks, varFiles);
  // Plugins and modules are found as the user finds them.
  const userEnv = engineEnvironment({ base: withoutSteering(env) });
  return stacks.map(({ name, folder, workspace, variables }, index) => {
    const cwd = copies[index] ?? folder;
    const base = rehearsalEnvironment(env, { ...service, work, workspace, variables });
    const ours = { binary, cwd, signal, cleansUp: true };
    return {
      ...{ name, folder },
      engine: createEngine({ ...ours, env: engineEnvironment({ base }) }),
      init: () => createEngine({ ...ours, env: userEnv }).init({ args: ['-reconfigure'] }),
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
