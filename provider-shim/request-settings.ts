import { isKnown, NUMBER_SETTINGS, type Problem, type RequestSetting } from '../schema';

type Name = keyof typeof NUMBER_SETTINGS;

/** Settings of requests and of a run. In the configuration, undefined and null mean unset. */
export type RequestSettings = { readonly [name in Name]?: number };

const NAMES = Object.keys(NUMBER_SETTINGS) as readonly Name[];

/**
 * Reads the settings of requests from the configuration, else from the environment. An empty variable counts as unset.
 *
 * @returns the settings, or a problem for each variable that is not a whole number in its range
 */
export function resolveRequestSettings(
  config: { readonly [name in Name]: unknown },
  environment: Readonly<Record<string, string | undefined>>,
): RequestSettings | readonly Problem[] {
  const problems: Problem[] = [];
  const settings: { [name in Name]?: number } = {};
  for (const name of NAMES) {
    const set = config[name];
    const text = environment[NUMBER_SETTINGS[name].variable];
    if (isKnown(set) && typeof set === 'number') settings[name] = set;
    else if (text !== undefined && text !== '') {
      const read = readWhole(text, NUMBER_SETTINGS[name]);
      if (read === undefined) problems.push(notInRange(text, name));
      else settings[name] = read;
    }
  }
  return problems.length > 0 ? problems : settings;
}

function readWhole(text: string, { least, most }: RequestSetting): number | undefined {
  const value = /^\d{1,9}$/.test(text.trim()) ? Number(text) : NaN;
  return value >= least && value <= most ? value : undefined;
}

function notInRange(text: string, name: Name): Problem {
  const { variable, least, most } = NUMBER_SETTINGS[name];
  return {
    code: 'setting_invalid',
    path: [],
    message: `The environment variable ${variable} is ${JSON.stringify(text.slice(0, 40))}.`,
    hint: `Allowed: a whole number from ${least} to ${most}. Correct or unset it, or set ${name} in the provider block, which wins.`,
  };
}
