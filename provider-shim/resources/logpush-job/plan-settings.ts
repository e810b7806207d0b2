import {
  isKnown,
  isUnknown,
  RECORD_DEFAULTS,
  sameFilter,
  sameLogOptionsText,
  unknown,
  type DraftOf,
  type OutputType,
  type PlanDraftOf,
} from '../../../schema';
import { isWhollyKnown } from './known';
import { NO_OPTIONS, optionsIn, textOf, type Options } from './log-options';
import type { Schema, State } from './settings';

type Config = DraftOf<Schema>;
type Plan = PlanDraftOf<Schema>;

/** The settings whose planned value is not just the written one: what means the same as before stays as it is. */
export type PlannedSettings = Pick<Plan, 'filter' | 'logpull_options' | 'options' | 'output_options'>;

/** Plans what is written in one form and kept in two, and what is compared by its meaning. */
export function planSettings(config: Config, plan: Plan, state: State | null): PlannedSettings {
  return {
    filter: planFilter(plan.filter, state),
    output_options: planOutput(config, plan),
    ...planLogOptions(config, plan, state),
  };
}

function planFilter(planned: Plan['filter'], state: State | null): Plan['filter'] {
  const before = state?.filter;
  return isKnown(planned) && isKnown(before) && sameFilter(planned, before) ? before : planned;
}

/** Whatever form is written decides; the other one is made from it. */
function planLogOptions(
  config: Config,
  plan: Plan,
  state: State | null,
): Pick<PlannedSettings, 'logpull_options' | 'options'> {
  // An unknown one may turn out to be null: then it is another form that decides.
  const forms = [config.output_options, config.logpull_options, config.options];
  const decides = forms.findIndex((form) => form !== null);
  switch (decides) {
    case 0:
      return isUnknown(config.output_options)
        ? { logpull_options: config.logpull_options ?? unknown, options: plan.options }
        : { logpull_options: null, options: null };
    case 1:
      return isKnown(config.logpull_options)
        ? settled(config.logpull_options, optionsIn(config.logpull_options), state)
        : { logpull_options: unknown, options: config.options === null ? unknown : plan.options };
    case 2: {
      if (!isWhollyKnown(plan.options)) return { logpull_options: unknown, options: plan.options };
      const options = plan.options as Options;
      return settled(textOf(options), options, state);
    }
    default:
      return settled('', NO_OPTIONS.options, state);
  }
}

function settled(
  text: string,
  options: Options | null,
  state: State | null,
): Pick<PlannedSettings, 'logpull_options' | 'options'> {
  const before = state?.logpull_options;
  return isKnown(before) && sameLogOptionsText(before, text)
    ? { logpull_options: before, options: state?.options ?? options }
    : { logpull_options: text, options };
}

/** Says what stands around records where it is not written. */
function planOutput(config: Config, plan: Plan): Plan['output_options'] {
  const { output_options: planned } = plan;
  const { output_options: written } = config;
  if (!isKnown(planned) || !isKnown(written)) return planned;
  const { output_type } = planned;
  const records = isKnown(output_type) ? RECORD_DEFAULTS[output_type as OutputType] : undefined;
  return {
    ...planned,
    record_prefix: written.record_prefix ?? (records ? records.record_prefix : unknown),
    record_suffix: written.record_suffix ?? (records ? records.record_suffix : unknown),
  };
}
