/** Options for the engine's environment. */
export interface EnvironmentOptions {
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

// Each changes what the engine does, where it keeps its files, or which account the provider reaches.
const STEERING =
  /^(TF_CLI_ARGS(_.*)?|TF_WORKSPACE|TF_DATA_DIR|TF_REATTACH_PROVIDERS|TF_PLUGIN_CACHE_DIR|ZONEWRIGHT_(BASE_URL|API_TOKEN|EMAIL|API_KEY))$/;

/** The user's environment without what would direct the engine or the provider elsewhere. */
export function withoutSteering(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !STEERING.test(name)));
}
