import { describe } from '../description/attribute';
import { destinationForm, leastUploadBytes } from './destination';
import { filterOperatorsFit } from './filter-check';
import { DATASETS_WITH_ATTACKS, JOB_SETTINGS } from './job-settings';
import { offOrBetween } from './setting-checks';
import { computed, optional, zoneOfObject } from '../zone/values';
import { oneProblem, under, type Problem } from '../description/problem';
import { isKnown, isUnknown } from '../description/value';

/** A log push job (docs/internals/service.md 5.2, 5.1, 5). */
export const logpushJobSchema = describe({
  type: 'zone_logpush_job',
  version: 0,
  description:
    'A log push job: it delivers log entries of one dataset of a zone to a destination. With the dataset ' +
    '`http_requests` and the fields `RequestHeaders`, `ResponseHeaders` and `Cookies`, it delivers the custom fields ' +
    'of the zone (`zone_log_custom_fields`).',
  attributes: {
    ...zoneOfObject('The zone, 32 hexadecimal digits. Changing it replaces the job.'),
    destination_conf: {
      type: 'string',
      optional: true,
      computed: true,
      sensitive: true,
      description:
        'Where the log entries go: `<scheme>://<bucket or host>/<path>?<parameters>`. Stored in the state. If it ' +
        'holds secrets, use `destination_conf_wo` instead. A new job needs one of the two; without either, an existing ' +
        'job keeps its destination.',
      checks: [destinationForm],
    },
    destination_conf_wo: {
      type: 'string',
      optional: true,
      writeOnly: true,
      description: 'The same as `destination_conf`, never stored. Needs `destination_conf_wo_version`.',
      checks: [destinationForm],
    },
    destination_conf_wo_version: optional(
      'int',
      'Increase it to send a changed `destination_conf_wo`. It is null in the state while the service delivers ' +
        'somewhere else than last sent.',
    ),
    destination: computed(
      'string',
      'The part of the destination that holds no secret: the scheme, the host and, for object stores, the path.',
    ),
    ownership_challenge: {
      type: 'string',
      optional: true,
      secret: true,
      creationOnly: true,
      computed: true,
      description:
        'The token that proves ownership of the destination. Destinations of the schemes `s3` (without keys), `gs`, ' +
        '`azure` and `sumo` need it. It is used when the job is created and when its destination changes. Changing ' +
        'only this value changes nothing. A plan shows it: pass it through a `sensitive` variable, or use ' +
        '`ownership_challenge_wo`.',
      checks: [challengeToken],
    },
    ownership_challenge_wo: {
      ...optional('string', 'The same as `ownership_challenge`, never stored.'),
      writeOnly: true,
      checks: [challengeToken],
    },
    ...JOB_SETTINGS,
    job_id: {
      ...computed('int', "The job's number at the service."),
      keepsPrior: true,
    },
    kept_settings: computed(
      { set: 'string' },
      'The names of settings that the job has at the service and this resource cannot express, as members of ' +
        '`output_options` that are newer than this release. Their values may be secret, and are not stored. An ' +
        'update keeps them as the service has them right before it; those of a form of options go with that form. ' +
        'Null when there are none.',
    ),
    taken_over: {
      type: 'bool',
      computed: true,
      keepsPrior: true,
      description: 'Whether the job existed before and was imported; false when this resource created it.',
    },
  },
  checks: [
    oneDestination,
    versionOfDestination,
    oneChallenge,
    oneFormOfOptions,
    filterOperatorsFit,
    bytesFitDestination,
    membersFitJob,
  ],
});

type Values = Readonly<Record<string, unknown>>;

/** One destination, stored or write-only. */
export function oneDestination(config: Values): readonly Problem[] {
  if (!isGiven(config['destination_conf']) || !isGiven(config['destination_conf_wo'])) return [];
  return oneProblem(
    'destination_twice',
    'destination_conf and destination_conf_wo are both set.',
    'Keep destination_conf_wo: it is never stored. Remove destination_conf.',
    ['destination_conf_wo'],
  );
}

/** A new job needs a destination. One that exists, such as an imported one, may leave it to the service. */
export function destinationGiven(config: Values): readonly Problem[] {
  const [stored, writeOnly] = [config['destination_conf'], config['destination_conf_wo']];
  if ([stored, writeOnly].some((one) => isGiven(one) || isUnknown(one))) return [];
  return oneProblem(
    'destination_missing',
    'No destination is set.',
    'Set destination_conf_wo with destination_conf_wo_version, or destination_conf if it holds no secret.',
  );
}

/** A write-only destination is sent when its version changes, so it needs a version. */
export function versionOfDestination(config: Values): readonly Problem[] {
  const [writeOnly, version] = [config['destination_conf_wo'], config['destination_conf_wo_version']];
  if (isGiven(writeOnly) && version === null)
    return oneProblem(
      'destination_version_missing',
      'destination_conf_wo has no destination_conf_wo_version.',
      'Set destination_conf_wo_version = 1, and increase it whenever the destination changes: the engine cannot ' +
        'detect a change to a value that it does not store.',
      ['destination_conf_wo'],
    );
  if (isGiven(config['destination_conf']) && isGiven(version))
    return oneProblem(
      'destination_version_unused',
      'destination_conf_wo_version is set without destination_conf_wo.',
      'Remove it: changes to destination_conf are detected without a version.',
      ['destination_conf_wo_version'],
    );
  return [];
}

/** The longest token, in characters (docs/internals/service.md 5.2). */
const MAX_TOKEN_LENGTH = 4096;

/** Whether a text has the form of the token (docs/internals/service.md 5.2). */
function isChallengeToken(text: string): boolean {
  return text.length <= MAX_TOKEN_LENGTH && /^[a-zA-Z0-9/+.\-_]+$/.test(text);
}

/** Checks a job's `ownership_challenge`. Empty means unset. Messages never show it: it is a secret. */
export function challengeToken(text: string): readonly Problem[] {
  if (text === '' || isChallengeToken(text)) return [];
  return oneProblem(
    'challenge_malformed',
    'The text is not the token of an ownership challenge. It is not shown here, because it may be a secret.',
    text.trim() !== text && isChallengeToken(text.trim())
      ? 'It begins or ends with white space, such as the newline of a file: remove it with trimspace.'
      : `A token is at most ${MAX_TOKEN_LENGTH} letters, digits, "/", "+", ".", "-" and "_": the content of ` +
          'the file that the service wrote, not the file name.',
  );
}

/** A job has one token, stored or write-only. */
function oneChallenge(config: Values): readonly Problem[] {
  // Empty means unset.
  if (
    !['ownership_challenge', 'ownership_challenge_wo'].every((name) => config[name] && isGiven(config[name]))
  )
    return [];
  return oneProblem(
    'challenge_twice',
    'ownership_challenge and ownership_challenge_wo are both set.',
    'Keep ownership_challenge_wo: it is never stored. Remove ownership_challenge.',
    ['ownership_challenge'],
  );
}

/** Only one attribute defines what is logged. */
function oneFormOfOptions(config: Values): readonly Problem[] {
  if (!saysOptions(config['logpull_options']) || !isGiven(config['output_options'])) return [];
  return oneProblem(
    'log_options_twice',
    'logpull_options and output_options are both set.',
    'Keep one of them: each defines what is logged.',
    ['output_options'],
  );
}

/** The limit of a batch depends on the destination. */
function bytesFitDestination(config: Values): readonly Problem[] {
  const { max_upload_bytes: bytes, destination_conf: stored, destination_conf_wo: writeOnly } = config;
  if (!isKnown(bytes)) return [];
  const check = offOrBetween(leastUploadBytes(stored ?? writeOnly), 1_000_000_000, 'bytes');
  return check(Number(bytes)).map((problem) => under(['max_upload_bytes'], problem));
}

/** Only some datasets know attacks, and only records in JSON can be transformed (docs/internals/service.md 5.2). */
function membersFitJob(config: Values): readonly Problem[] {
  const { dataset, filter_attack_traffic: filters, transformer_id: id, output_options: output } = config;
  const isWithoutAttacks = isKnown(dataset) && !DATASETS_WITH_ATTACKS.has(String(dataset));
  const isCsv = isKnown(output) && (output as Values)['output_type'] === 'csv';
  const noAttacks = {
    code: 'attacks_of_another_dataset',
    path: ['filter_attack_traffic'],
    message: `Jobs of the dataset ${JSON.stringify(dataset)} cannot leave out attack traffic.`,
    hint: `Those of ${[...DATASETS_WITH_ATTACKS].join(', ')} can. Remove filter_attack_traffic.`,
  };
  const noTransformer = {
    code: 'transformer_of_csv',
    path: ['transformer_id'],
    message: 'The job has a transformer, but its output type is csv.',
    hint: 'Transformers change records in JSON. Set output_type = "ndjson", or remove transformer_id.',
  };
  return [
    ...(filters === true && isWithoutAttacks ? [noAttacks] : []),
    ...(isKnown(id) && isCsv ? [noTransformer] : []),
  ];
}

/** Whether the configured options say anything: those whose members are all null count as unset, unknown ones may be. */
export function saysOptions(options: unknown): boolean {
  return isGiven(options) && Object.values(options as object).some(isKnown);
}

function isGiven(value: unknown): boolean {
  return value !== null && value !== undefined && !isUnknown(value);
}
