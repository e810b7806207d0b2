import { stripVTControlCharacters } from 'node:util';
import { type RunOptions, type RunResult, runProgram } from './process';

export type { RunResult } from './process';

interface EngineOptions {
  /** The program, as `findEngine` returns it. */
  readonly binary: string;
  /** The folder of the stack. */
  readonly cwd: string;
  /** The whole environment; make it with `engineEnvironment`. */
  readonly env: NodeJS.ProcessEnv;
  /** Called with each line of every command as it is written. */
  readonly onLine?: RunOptions['onLine'];
  /** Ends the running command and every later one. */
  readonly signal?: AbortSignal;
  /** Whether its processes end with this one, however that ends. @default false */
  readonly cleansUp?: boolean;
}

/** What one command needs beyond the engine's own options. */
export type CommandOptions = Pick<RunOptions, 'onLine' | 'onStart'> & {
  /** Further arguments, e.g. `['-target=zone_log_custom_fields.fields']`. */
  readonly args?: readonly string[];
};

/** The real engine in one stack's folder. No method throws if a command fails: see `hasSucceeded`. */
export type Engine = ReturnType<typeof createEngine>;

/** What is planned, and where to save the plan. */
type PlanOptions = CommandOptions & {
  readonly out?: string;
  readonly destroy?: boolean;
  readonly refreshOnly?: boolean;
};

/** An engine for a folder. Its methods wait for the command without blocking the event loop. */
export function createEngine(options: EngineOptions) {
  const run = (args: readonly string[], command: CommandOptions = {}): Promise<RunResult> => {
    const { binary, cwd, env, signal, cleansUp } = options;
    return runProgram(binary, [...args, ...(command.args ?? [])], {
      ...{ cwd, env, signal, cleansUp },
      onLine: (line, stream) => {
        options.onLine?.(line, stream);
        command.onLine?.(line, stream);
      },
      ...(command.onStart && { onStart: command.onStart }),
    });
  };

  const quiet = (
    verb: string,
    { args = [], ...command }: CommandOptions = {},
    own: readonly string[] = [],
    file?: string,
  ): Promise<RunResult> =>
    // The file of a plan comes last: the engine accepts no option after it.
    run([verb, ...(QUIET[verb] ?? []), '-no-color', ...own, ...args, ...(file ? [file] : [])], command);

  return {
    binary: options.binary,
    cwd: options.cwd,
    /** Runs any command, e.g. `run(['providers', 'schema', '-json'])`. */
    run,
    init: (command?: CommandOptions) => quiet('init', command),
    validate: (command?: CommandOptions) => quiet('validate', command),
    /** `exitCode` is that of `-detailed-exitcode`, 0 no changes, 1 error, 2 changes, unless a wrapper changes it. */
    plan: ({ out, destroy, refreshOnly, ...command }: PlanOptions = {}) => {
      const what = [...(destroy ? ['-destroy'] : []), ...(refreshOnly ? ['-refresh-only'] : [])];
      return quiet('plan', command, [...what, ...(out === undefined ? [] : [`-out=${out}`])]);
    },
    /** A saved plan; without it, the engine plans and applies in one go. */
    apply: ({ planFile, ...command }: CommandOptions & { readonly planFile?: string } = {}) =>
      quiet('apply', command, [], planFile),
    destroy: (command?: CommandOptions) => quiet('destroy', command),
    /** The state, or a saved plan, as the engine's JSON; `json` is undefined if the engine printed none. */
    showJson: async (planFile?: string): Promise<RunResult & { readonly json: unknown }> => {
      const result = await run(['show', '-json', ...(planFile === undefined ? [] : [planFile])]);
      const document = documentIn(result.stdout);
      return { ...result, json: document === undefined ? undefined : (JSON.parse(document) as unknown) };
    },
  };
}

/** The document of `show -json` in an output, without the lines that a wrapper of the engine prints before and after it. */
export function documentIn(output: string): string | undefined {
  return /\{"format_version":[^\n]*/.exec(output)?.[0];
}

/** What the engine prints when a command has succeeded. */
const DONE: Readonly<Record<string, RegExp>> = {
  init: /has been successfully initialized!|initialized in an empty directory!/,
  validate: /^Success! /m,
  apply: /^Apply complete! /m,
  destroy: /^Destroy complete! /m,
};

/** Whether a command has succeeded: the engine says so, because a wrapper may turn any exit code into 0. */
export function hasSucceeded(command: string, { exitCode, stdout }: RunResult): boolean {
  return exitCode === 0 && DONE[command]?.test(stdout) === true;
}

/** What to do about an exit code that is not the engine's. */
export const WRAPPED_HINT =
  'set terraform_wrapper: false for hashicorp/setup-terraform, or ZONEWRIGHT_TERRAFORM to the engine itself';

/** Options of commands that nobody waits for: no questions, and an exit code that says whether there are changes. */
const QUIET: Readonly<Record<string, readonly string[]>> = {
  init: ['-input=false'],
  plan: ['-input=false', '-detailed-exitcode'],
  apply: ['-input=false', '-auto-approve'],
  destroy: ['-input=false', '-auto-approve'],
};

/** Options for the engine's environment. */
interface EnvironmentOptions {
  /** @default process.env */
  readonly base?: NodeJS.ProcessEnv;
  /** The CLI configuration file that the engine reads instead of the user's. */
  readonly cliConfigFile?: string;
  /** Variables that the run needs, such as ZONEWRIGHT_BASE_URL; they take precedence over all others. */
  readonly extra?: NodeJS.ProcessEnv;
}

/** The environment of an engine that runs without a person: no questions, no check for newer versions, no advice on what to type next. The rest is the user's.
 */
export function engineEnvironment(options: EnvironmentOptions = {}): NodeJS.ProcessEnv {
  return {
    ...(options.base ?? process.env),
    TF_IN_AUTOMATION: '1',
    TF_INPUT: '0',
    CHECKPOINT_DISABLE: '1',
    ...(options.cliConfigFile === undefined ? {} : { TF_CLI_CONFIG_FILE: options.cliConfigFile }),
    ...options.extra,
  };
}

/** Variables with which the provider reaches this service alone, whatever stacks configure. */
export function serviceEnvironment(service: {
  readonly baseUrl: string;
  readonly credentials: { readonly token: string };
}): NodeJS.ProcessEnv {
  return {
    ZONEWRIGHT_BASE_URL: service.baseUrl,
    ZONEWRIGHT_API_TOKEN: service.credentials.token,
    ZONEWRIGHT_ENVIRONMENT_ONLY: 'on',
    // The emulator does not have the published limit.
    ZONEWRIGHT_MAX_REQUESTS_PER_SECOND: '1000',
  };
}

// Each changes what the engine does, where it keeps its files, or which account the provider reaches.
const STEERING =
  /^(TF_CLI_ARGS(_.*)?|TF_WORKSPACE|TF_DATA_DIR|TF_REATTACH_PROVIDERS|TF_PLUGIN_CACHE_DIR|ZONEWRIGHT_(BASE_URL|API_TOKEN|EMAIL|API_KEY))$/;

/** The user's environment without what would direct the engine or the provider elsewhere. */
export function withoutSteering(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !STEERING.test(name)));
}

/** The errors of the engine's output, each on lines of its own without the frame. */
export function errorsIn(output: string): string[] {
  const lines = stripVTControlCharacters(output)
    .split(/\r?\n/)
    .map((line) => line.replace(/^[│╷╵] ?/, '').trimEnd());
  return lines
    .join('\n')
    .split(/^(?=Error: )/m)
    .slice(1)
    .map((text) => text.trim());
}
