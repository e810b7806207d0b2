import type { Problem } from '../description/problem';
import { isKnown, isUnknown } from '../description/value';

type Values = Readonly<Record<string, unknown>>;

/** A job has one destination, stored or write-only. */
export function oneDestination(config: Values): readonly Problem[] {
  if (!isGiven(config['destination_conf']) || !isGiven(config['destination_conf_wo'])) return [];
  return [
    {
      code: 'destination_twice',
      path: ['destination_conf_wo'],
      message: 'destination_conf and destination_conf_wo are both set.',
      hint: 'Keep destination_conf_wo: it is never stored. Remove destination_conf.',
    },
  ];
}

/** A new job needs a destination. One that exists, such as an imported one, may leave it to the service. */
export function destinationGiven(config: Values): readonly Problem[] {
  const [stored, writeOnly] = [config['destination_conf'], config['destination_conf_wo']];
  if ([stored, writeOnly].some((one) => isGiven(one) || isUnknown(one))) return [];
  return [
    {
      code: 'destination_missing',
      path: [],
      message: 'The job has no destination.',
      hint: 'Set destination_conf_wo with destination_conf_wo_version, or destination_conf if it holds no secret.',
    },
  ];
}

/** A write-only destination is sent when its version changes, so it needs a version. */
export function versionOfDestination(config: Values): readonly Problem[] {
  const [writeOnly, version] = [config['destination_conf_wo'], config['destination_conf_wo_version']];
  if (isGiven(writeOnly) && version === null)
    return [
      {
        code: 'destination_version_missing',
        path: ['destination_conf_wo'],
        message: 'destination_conf_wo has no destination_conf_wo_version.',
        hint:
          'Set destination_conf_wo_version = 1, and increase it whenever the destination changes: the engine cannot ' +
          'detect a change to a value that it does not store.',
      },
    ];
  if (isGiven(config['destination_conf']) && isGiven(version))
    return [
      {
        code: 'destination_version_unused',
        path: ['destination_conf_wo_version'],
        message: 'destination_conf_wo_version is set without destination_conf_wo.',
        hint: 'Remove it: changes to destination_conf are detected without a version.',
      },
    ];
  return [];
}

/** A job has one token, stored or write-only. */
export function oneChallenge(config: Values): readonly Problem[] {
  // Empty means unset.
  if (
    !['ownership_challenge', 'ownership_challenge_wo'].every((name) => config[name] && isGiven(config[name]))
  )
    return [];
  return [
    {
      code: 'challenge_twice',
      path: ['ownership_challenge'],
      message: 'ownership_challenge and ownership_challenge_wo are both set.',
      hint: 'Keep ownership_challenge_wo: it is never stored. Remove ownership_challenge.',
    },
  ];
}

/** Only one attribute defines what is logged. */
export function oneFormOfOptions(config: Values): readonly Problem[] {
  if (!saysOptions(config['logpull_options']) || !isGiven(config['output_options'])) return [];
  return [
    {
      code: 'log_options_twice',
      path: ['output_options'],
      message: 'logpull_options and output_options are both set.',
      hint: 'Keep one of them: each defines what is logged.',
    },
  ];
}

/** Whether the configured options say anything: those whose members are all null count as unset, unknown ones may be. */
export function saysOptions(options: unknown): boolean {
  return isGiven(options) && Object.values(options as object).some(isKnown);
}

function isGiven(value: unknown): boolean {
  return value !== null && value !== undefined && !isUnknown(value);
}
