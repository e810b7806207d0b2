import {
  isKnown,
  isUnknown,
  OUTPUT_SETTINGS,
  sameLogOptionsText,
  sameValue,
  SENT_SETTINGS,
  unknown,
  type ConfigAtPlan,
  type OutputSetting,
  type OutputType,
  type PlannedState,
  isWhollyKnown,
} from '../../../schema';
import { NO_OPTIONS, optionsIn, textOf, type Options } from './log-options';
import { meaningOf, type Schema, type State } from './settings';

type Config = ConfigAtPlan<Schema>;
type Plan = PlannedState<Schema>;

/**
 * The settings whose planned value may differ from the configured one: a value that means the same as before is kept.
 */
export type PlannedSettings = Pick<Plan, 'filter' | 'logpull_options' | 'options' | 'output_options'>;

type PlannedLogOptions = Pick<PlannedSettings, 'logpull_options' | 'options'>;

/** Plans the settings that are stored in two forms and those that are compared by meaning. */
export function planSettings(config: Config, plan: Plan, state: State | null): PlannedSettings {
  return {
    ...planMeanings(plan, state),
    output_options: planOutput(config, plan),
    ...planLogOptions(config, plan, state),
  };
}

function planMeanings(plan: Plan, state: State | null): Pick<PlannedSettings, 'filter'> {
  const compared = SENT_SETTINGS.filter(([, { meaning }]) => meaning);
  return Object.fromEntries(
    compared.map(([name, row]) => {
      const [planned, before] = [plan[name], state?.[name]];
      const isSame = isKnown(before) && meaningOf(row, planned) === meaningOf(row, before);
      return [name, isSame ? before : planned];
    }),
  ) as Pick<PlannedSettings, 'filter'>;
}

/**
 * The configured form decides; the other one is computed from it. With `ignore_changes` both are configured, one of
 * them with its value in the state. They are one setting, so then neither changes.
 */
function planLogOptions(
  { output_options: output, logpull_options: text, options: typed }: Config,
  { options }: Plan,
  state: State | null,
): PlannedLogOptions {
  if (text !== null && typed !== null && state !== null && isKept(text, typed, state))
    return { logpull_options: state.logpull_options, options: state.options };
  // An unknown form may turn out to be null: then the other one decides.
  if (text !== null)
    return isKnown(text)
      ? settled(text, optionsIn(text), state)
      : { logpull_options: unknown, options: typed === null ? unknown : options };
  if (typed !== null)
    return isWhollyKnown(options)
      ? settled(textOf(options as Options), options as Options, state)
      : { logpull_options: unknown, options };
  if (isUnknown(output)) return { logpull_options: unknown, options: unknown };
  if (output === null) return settled('', NO_OPTIONS.options, state);
  // What the state has behind output_options does no harm there.
  return state?.output_options
    ? { logpull_options: state.logpull_options, options: state.options }
    : { logpull_options: null, options: null };
}

/** Whether one of the two forms is configured as in the state. */
function isKept(
  text: NonNullable<Config['logpull_options']>,
  typed: NonNullable<Config['options']>,
  state: State,
): boolean {
  return state.options !== null && (text === state.logpull_options || sameOptions(typed, state.options));
}

/** Whether options are equal; the fields are a set. */
function sameOptions(typed: NonNullable<Config['options']>, before: Options): boolean {
  const sorted = (options: Options): Options => ({ ...options, fields: [...options.fields].sort() });
  return isWhollyKnown(typed) && sameValue(sorted(typed as Options), sorted(before));
}

function settled(text: string, options: Options | null, state: State | null): PlannedLogOptions {
  const before = state?.logpull_options;
  return isKnown(before) && sameLogOptionsText(before, text)
    ? { logpull_options: before, options: state?.options ?? options }
    : { logpull_options: text, options };
}

/** Plans the text around records where it is not configured. */
function planOutput(config: Config, plan: Plan): Plan['output_options'] {
  const { output_options: planned } = plan;
  const { output_options: written } = config;
  if (!isKnown(planned) || !isKnown(written)) return planned;
  const { output_type: type } = planned;
  const left = Object.entries<OutputSetting>(OUTPUT_SETTINGS).flatMap(([name, { defaultByType }]) => {
    if (!defaultByType) return [];
    const otherwise = isKnown(type) ? defaultByType[type as OutputType] : undefined;
    return [[name, written[name as keyof typeof written] ?? otherwise ?? unknown]];
  });
  return { ...planned, ...Object.fromEntries(left) };
}
