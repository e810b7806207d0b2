import {
  isKnown,
  OUTPUT_SETTINGS,
  SETTING_ROWS,
  unknown,
  type ConfigAtPlan,
  type OutputSetting,
  type OutputType,
  type PlannedState,
  isWhollyKnown,
} from '../../../schema';
import { sameMeaning, type Schema, type State } from './settings';

type Config = ConfigAtPlan<Schema>;
type Plan = PlannedState<Schema>;

/** The settings whose planned value may differ from the configured one. */
export type PlannedSettings = Pick<Plan, 'filter' | 'logpull_options' | 'output_options'>;

/** Plans the settings that are compared by meaning, of which one that means the same as before is kept; and the output. */
export function planSettings(config: Config, plan: Plan, state: State | null): PlannedSettings {
  const compared = SETTING_ROWS.filter(([, { meaning }]) => meaning).map(([name, row]) => {
    const [planned, before] = [plan[name], state?.[name] ?? null];
    const isSame =
      planned !== null && before !== null && isWhollyKnown(planned) && sameMeaning(row, planned, before);
    return [name, isSame ? before : planned];
  });
  return {
    ...(Object.fromEntries(compared) as Pick<PlannedSettings, 'filter' | 'logpull_options'>),
    output_options: planOutput(config, plan),
  };
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
