/** What no output of the engine may ever say. */
const NEVER: readonly (readonly [name: string, pattern: RegExp])[] = [
  [
    'bug in the provider',
    /bug in the provider|should be reported in the provider|report(?:ed)? (?:this|it) (?:to|with) the/i,
  ],
  ['inconsistent result', /inconsistent result after apply/i],
  ['invalid plan', /provider produced invalid plan|produced an invalid/i],
  ['unexpected failure', /failed unexpectedly/i],
  ['stack trace', /^\s+at .+\.[cm]?[jt]s:\d+|goroutine \d+|panic:/m],
  ['crash of the engine', /TERRAFORM CRASH/],
  ['secret', /s3cr3t-/],
];

/** After a kill the engine complains of the provider in words of its own. */
const OF_A_KILLED_PROVIDER = ['bug in the provider', 'unexpected failure'];

/** The engine says this of a plan that is made again at apply and sees that the service has changed. */
const INCONSISTENT_PLAN = /Provider produced inconsistent final plan/;

/** What is wrong with what a command printed, whether it succeeded or not. */
export function complaints(
  output: string,
  { isKilled, othersEdited }: { readonly isKilled: boolean; readonly othersEdited: boolean },
): readonly string[] {
  const isStale = othersEdited && INCONSISTENT_PLAN.test(output);
  return NEVER.filter(([name]) => {
    if (isKilled && OF_A_KILLED_PROVIDER.includes(name)) return false;
    return !(isStale && ['bug in the provider', 'invalid plan'].includes(name));
  })
    .filter(([, pattern]) => pattern.test(output))
    .map(([name]) => name);
}

/** Errors by their first lines. */
export function errorsIn(output: string): readonly string[] {
  const flat = output.replace(/[│╷╵]/g, '');
  return [...flat.matchAll(/^\s*Error: (.+(?:\n(?!\n)\s*\S.*)*)/gm)].map(([, summary = '']) =>
    summary.replace(/\s+/g, ' ').trim(),
  );
}

/** Why a command that something got in the way of may fail. */
const EXPLAINED: readonly RegExp[] = [
  // The engine: it was stopped, its provider was killed, its plan is an old one.
  /Saved plan is stale/,
  /Plugin did not respond|Failed to load plugin schemas|Unrecognized remote plugin|Failed to instantiate provider|plugin process exited|Plugin error|Failed to read schema|Failed to obtain provider schema/,
  /interrupted|execution halted|operation canceled|was stopped|Cancel/i,
  // A function whose provider is killed; the text below says that the request was cancelled.
  /^Error in function call$/,
  // It goes on evaluating, when it is stopped, and misses what was not made.
  /^Invalid index$|^Unsupported attribute$/,
  /Error acquiring the state lock|Failed to (?:save|persist) state/,
  // What a program is made to fail with.
  /local-exec provisioner error|Resource postcondition failed|Resource precondition failed|Instance cannot be destroyed/,
  /Moved resource instances excluded by targeting/,
  // A target without what the provider's address comes out of.
  /because the provider is not configured/,
  // A destination that is ignored before its other form was applied.
  /^destination_conf_wo is given, and ignore_changes lists/,
  // A migration that has begun, in a refresh-only run before its block is forgotten.
  /^The migration of zone .+ cannot be destroyed/,
  // The service, and the way to it.
  /connection|could not be reached|no complete answer|before its answer was complete|\b(?:429|500|502|503)\b|HTML|JSON/,
  /\b404\b/,
  // Others changed what was planned, or deleted it before a plan without a refresh; the next plan shows it.
  /no longer has the log push job \d+/,
  /no longer matches the plan/,
  // Or made a ruleset after a plan had seen none, and before it asked whether the service would accept one.
  /exceeded maximum number of zone rulesets/,
  /inconsistent final plan/,
  /changed|plan again|new plan/i,
];

/** What the engine says of its own, with nothing in the way: deposed objects, triggers and targets can make a cycle. */
const OF_THE_ENGINE = /^Cycle: /;

export function isOfTheEngine(output: string): boolean {
  const errors = errorsIn(output);
  return errors.length > 0 && errors.every((error) => OF_THE_ENGINE.test(error));
}

export function unexplained(output: string): readonly string[] {
  return errorsIn(output).filter(
    (error) => !OF_THE_ENGINE.test(error) && !EXPLAINED.some((pattern) => pattern.test(error)),
  );
}
