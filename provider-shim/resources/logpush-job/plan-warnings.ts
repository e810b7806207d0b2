import {
  DESTINATION_SCHEMES,
  isKnown,
  isUnknown,
  nearest,
  parseDestination,
  saysOptions,
  type ConfigAtPlan,
  type PlannedState,
  type Problem,
} from '../../../schema';
import { destinationAttribute, writtenDestination } from './destination';
import type { Schema } from './settings';

type Config = ConfigAtPlan<Schema>;

/**
 * Warns about an undocumented scheme: most likely a typing error, though the service may know it. Shows only the
 * scheme.
 */
export function schemeUnknown(config: Config): Problem | undefined {
  const written = writtenDestination(config);
  const scheme = isKnown(written) ? parseDestination(written)?.scheme : undefined;
  // The check of the form allows plain http only on loopback.
  if (scheme === undefined || scheme === 'http' || DESTINATION_SCHEMES.includes(scheme)) return undefined;
  const near = nearest(scheme, DESTINATION_SCHEMES);
  const known = `Known schemes: ${DESTINATION_SCHEMES.join(', ')}.`;
  return {
    code: 'destination_scheme_unknown',
    path: [destinationAttribute(config)],
    message: `The destination has the unknown scheme ${JSON.stringify(scheme)}; the service decides at apply.`,
    hint: near === undefined ? known : `Did you mean ${JSON.stringify(near)}? ${known}`,
  };
}

/** Warns about a job that does not say which fields are logged. */
export function noFieldsNamed(
  config: Config,
  { dataset }: Pick<PlannedState<Schema>, 'dataset'>,
): Problem | undefined {
  const { logpull_options: options, output_options: output } = config;
  const isNamed =
    isUnknown(options) ||
    (options?.fields ?? null) !== null ||
    (isKnown(options?.other) && /(^|&)fields=/.test(options.other));
  if (output !== null || isNamed) return undefined;
  const of = isKnown(dataset) ? ` of the dataset ${String(dataset)}` : '';
  return {
    code: 'no_fields_named',
    path: [],
    message: `The job names no log fields, so the service logs its default ones${of}.`,
    hint: 'Name them: logpull_options = { fields = ["RayID", "EdgeStartTimestamp"] }, or output_options.',
  };
}

/** Warns about a new job that delivers nothing, although the configuration does not say so. */
export function disabledByDefault({ enabled }: Config): Problem | undefined {
  if (enabled !== null) return undefined;
  return {
    code: 'disabled_by_default',
    path: ['enabled'],
    message: 'The job is created disabled, which is the default of the service, so it delivers nothing.',
    hint: 'Set enabled = true to deliver log entries, or enabled = false if that is intended.',
  };
}

/** Warns about options beside `output_options`, which only `ignore_changes` can cause. */
export function optionsPassedOver(config: Config): Problem | undefined {
  if (!saysOptions(config.logpull_options) || !isKnown(config.output_options)) return undefined;
  return {
    code: 'options_passed_over',
    path: ['logpull_options'],
    message: 'The job has logpull_options and output_options, so the service ignores logpull_options.',
    hint:
      'One of them stays only because ignore_changes lists it. To keep only the other, remove logpull_options and ' +
      'output_options from ignore_changes.',
  };
}
