import {
  DESTINATION_SCHEMES,
  destinationScheme,
  isKnown,
  isUnknown,
  logpushJobSchema,
  DATASETS,
  nearest,
  parseDestination,
  REFUSED_FOR_HTTPS,
  SETTING_ROWS,
  type PathStep,
  type Explanation,
  type Problem,
} from '../../../schema';
import { refusedOfDestination, ServiceError, type Validation } from '../../api';
import { waysToForget } from '../suggested-blocks';
import { createInstead, importIdMalformed } from '../import-id';
import { catalogue } from '../messages';
import { destinationAttribute, writtenDestination, type WrittenDestination } from './destination';
import type { State } from './settings';

/** What turns the job of an interrupted run into the declared one. */
export type Completion = 'none' | 'update' | 'replace';

const COMPLETED: Readonly<Record<Completion, string>> = {
  none: 'Apply puts it into the state and creates no second one.',
  update:
    'The configuration has changed since. Apply puts the job into the state, updates it to the plan, and creates no second one.',
  replace: 'The configuration has changed since. Apply deletes that job and creates the planned one.',
};

const VALIDATED: Readonly<Record<Validation['of'], { readonly name: string; readonly advice: string }>> = {
  destination: {
    name: 'destination',
    advice: 'Check the destination, and that it is up and accepts files from the service.',
  },
  origin: { name: 'list of options', advice: 'Correct what it names.' },
  ownership: {
    name: 'token',
    advice: 'Request a new challenge for exactly this destination and zone, and use the token in its file.',
  },
};

/** A setting that somebody changed: the expected and the actual value. Nothing secret. */
export interface Change {
  readonly name: string;
  readonly expected: unknown;
  readonly found: unknown;
}

const namesOf = (changes: readonly Change[]): string => changes.map(({ name }) => name).join(', ');

function linesOf(changes: readonly Change[]): string {
  const onOneLine = (value: unknown): string => {
    const text = JSON.stringify(value ?? null);
    return text.length > 200 ? `${text.slice(0, 200)}…` : text;
  };
  return changes
    .map(
      ({ name, expected, found }) => `  ${name}: expected ${onOneLine(expected)}, found ${onOneLine(found)}`,
    )
    .join('\n');
}

const KNOWN_SCHEMES = `Known schemes: ${DESTINATION_SCHEMES.join(', ')}.`;

function didYouMean(name: string, names: readonly string[], more: string): string | undefined {
  const near = nearest(name, names);
  return near === undefined ? undefined : `Did you mean ${JSON.stringify(near)}? ${more}`;
}

/**
 * What the resource says, by code. `zone` is a zone as `zoneInMessages` returns it. No message shows more of a destination
 * than the part that holds no secret.
 */
export const PROBLEM = catalogue({
  /** Its last line never changes: programs find it in the output of `plan -json` (docs/guides/ownership.md). */
  equal_job_there: (zone: string, jobId: number, importBlock: string) => ({
    message: `Zone ${zone} already has a log push job that is exactly like this one: ${jobId}.`,
    hint: [
      `Apply creates a second one, and every log entry is delivered twice, unless job ${jobId} belongs to a resource that the same apply destroys.`,
      `If this is that resource under a new address, add a moved block (moveFromId of the construct). If no state has job ${jobId}, import it instead of creating another:`,
      '',
      importBlock,
      '',
      'If somebody else manages it and both are intended, give this one its own name.',
      '',
      'Code: equal_job_there',
    ],
  }),
  /** By the id of the zone: to complete a creation takes no more requests than to begin it. */
  creation_completed: (zoneId: string, jobId: number, action: Completion) => ({
    message: `An earlier run created the log push job ${jobId} of zone ${zoneId}, but was interrupted before the job was in the state.`,
    hint: COMPLETED[action],
  }),
  job_there_before: (zone: string, jobId: number) => ({
    message: `The service answers the creation of a log push job in zone ${zone} with job ${jobId}, which is another one: it was there before.`,
    hint:
      `Job ${jobId} was not changed, and is not in the state. Look at the jobs of the zone: if the service created one all ` +
      'the same, the next apply in this folder puts it into the state. If it created none, ask the operator of base_url ' +
      'why: a proxy may answer in place of the service.',
  }),
  replacement_finished: (zoneId: string, jobId: number, madeId: number) => ({
    message: `An earlier run created the log push job ${madeId} of zone ${zoneId} to replace job ${jobId}, but was interrupted.`,
    hint:
      'Both jobs deliver, so every log entry is delivered twice. This plan finishes the replacement: apply deletes job ' +
      `${jobId}. To keep job ${jobId} instead, delete job ${madeId} at the service, and plan again.`,
  }),
  imported_job_deleted: (zone: string, jobId: number | null) => ({
    message: `Log push job ${String(jobId)} of zone ${zone} was imported, and this plan deletes it at the service.`,
    hint: `Its destination and secrets cannot be recovered. To keep the job and only stop managing it, ${waysToForget(logpushJobSchema.type)}`,
  }),
  job_declared_twice: (jobId: number | undefined) => ({
    path: ['destination_conf'],
    message: 'Two resources of this configuration declare exactly the same log push job.',
    hint:
      (jobId === undefined ? '' : `One of them has the job ${jobId}. `) +
      'Every log entry would be delivered twice. Keep one of them; if two are intended, give each its own name. For a ' +
      'renamed resource, add a moved block (moveFromId of the construct).',
  }),
  /** Each would undo what the other does, and destroying one would destroy both. */
  job_shared: (zone: string, jobId: number) => ({
    path: ['job_id'],
    message: `Two resources have the same log push job: job ${jobId} of zone ${zone}.`,
    hint: [
      'Only one can keep it. Destroying the other would delete the job that the first still needs, so:',
      '',
      '- If the resource was renamed, replace the import block of the new address with a moved block (moveFromId of the construct).',
      '- If the job is imported at two addresses, remove one of the two import blocks.',
      `- If both are already in the state, remove one of them from the state: ${waysToForget(logpushJobSchema.type)}`,
    ],
  }),
  /** A wrong field shows only at apply then. */
  log_fields_not_checked: (dataset: string, refused: Pick<Problem, 'message' | 'hint'>) => ({
    path: ['dataset'],
    message: `The log fields of the dataset ${dataset} could not be looked up, so they are not checked.`,
    hint: `${refused.message} ${refused.hint}`,
  }),
  dataset_unknown: (dataset: string, said: string | undefined) => ({
    path: ['dataset'],
    message: `The service has no dataset ${JSON.stringify(dataset)} for this zone.`,
    hint:
      (didYouMean(dataset, DATASETS, '') ?? '') +
      (said ? `It says: ${said}.` : 'Custom fields are logged with the dataset http_requests.'),
  }),
  log_field_unknown: (
    dataset: string,
    { name, path }: { readonly name: string; readonly path: readonly PathStep[] },
    names: readonly string[],
  ) => ({
    path,
    message: `The dataset ${dataset} has no log field ${JSON.stringify(name)}.`,
    hint:
      didYouMean(name, names, 'Names are case-sensitive.') ?? `Its fields: ${[...names].sort().join(', ')}.`,
  }),
  /** Most likely a typing error, though the service may know the scheme. */
  destination_scheme_unknown: (attribute: string, scheme: string) => ({
    path: [attribute],
    message: `The destination has the unknown scheme ${JSON.stringify(scheme)}; the service decides at apply.`,
    hint: didYouMean(scheme, DESTINATION_SCHEMES, KNOWN_SCHEMES) ?? KNOWN_SCHEMES,
  }),
  no_fields_named: (dataset: string | undefined) => ({
    message: `The job names no log fields, so the service logs its default ones${dataset === undefined ? '' : ` of the dataset ${dataset}`}.`,
    hint: 'Name them: logpull_options = { fields = ["RayID", "EdgeStartTimestamp"] }, or output_options.',
  }),
  disabled_by_default: () => ({
    path: ['enabled'],
    message: 'The job is created disabled, which is the default of the service, so it delivers nothing.',
    hint: 'Set enabled = true to deliver log entries, or enabled = false if that is intended.',
  }),
  /** Only `ignore_changes` can cause it. */
  options_passed_over: () => ({
    path: ['logpull_options'],
    message: 'The job has logpull_options and output_options, so the service ignores logpull_options.',
    hint:
      'One of them stays only because ignore_changes lists it. To keep only the other, remove logpull_options and ' +
      'output_options from ignore_changes.',
  }),
  options_refused_for_https: () => ({
    path: ['logpull_options'],
    message: REFUSED_FOR_HTTPS,
    hint: 'Set output_options instead: field_names, timestamp_format, sample_rate and defuse_lookups say the same.',
  }),
  ownership_challenge_missing: (scheme: string, isUpdate: boolean) => ({
    path: ['ownership_challenge'],
    message: `Destinations of the scheme ${scheme} need a token that proves ownership, and none is set.`,
    hint: [
      'Request one, and set the text of the file that the service then writes to the destination:',
      '',
      'resource "zone_logpush_ownership_challenge" "this" {',
      '  zone_id          = …            # as in this job',
      '  destination_conf = …            # as in this job',
      '}',
      '',
      '# in this job:',
      '  ownership_challenge_wo = …       # the text of zone_logpush_ownership_challenge.this.filename',
      '',
      "A data source of the bucket's own provider reads the file in the same apply, such as aws_s3_object (s3) or",
      'google_storage_bucket_object_content (gs). Otherwise apply the challenge first, and read its file yourself.',
      'Before Terraform 1.11 and OpenTofu 1.11, set ownership_challenge instead, which the state stores.',
      ...(isUpdate ? ['A token that ignore_changes lists is not sent. Remove it from ignore_changes.'] : []),
      ...(scheme === 's3' ? ['An s3 destination with access-key-id and secret-access-key needs none.'] : []),
    ],
  }),
  /** A destination that must not be stored would stay in the state. */
  destination_conf_ignored: () => ({
    path: ['destination_conf_wo'],
    message:
      'destination_conf_wo is given, and ignore_changes lists destination_conf, which keeps the stored destination in ' +
      'the state.',
    hint:
      'Remove destination_conf from ignore_changes. To ignore changes of the write-only destination, list ' +
      'destination_conf_wo and destination_conf_wo_version instead.',
  }),
  /** The plan hides secrets, and shows only the version of a write-only destination. */
  destination_replaced: (zone: string, { job_id: jobId, destination, destination_conf: stored }: State) => ({
    message: `The destination of log push job ${String(jobId)} of zone ${zone} was changed outside this configuration, and apply replaces it.`,
    hint:
      `The job delivers to ${destination ?? 'another destination'} now; its secrets may be what changed, and are not shown. To keep ` +
      `that destination, write it into the configuration, or list ${stored === null ? 'destination_conf_wo and destination_conf_wo_version' : 'destination_conf'} in ignore_changes.`,
  }),
  /** A write-only destination was edited and its version was not. */
  destination_not_sent: (version: number | null) => ({
    path: ['destination_conf_wo'],
    message: 'destination_conf_wo has changed, but is not sent, because its version is the same.',
    hint: `To send it, increase destination_conf_wo_version to ${version === null ? 'the next number' : version + 1}.`,
  }),
  /** Refuses to store a secret that the configuration keeps out of the state. */
  imported_openly: ({ zone_id: zoneId, job_id: jobId }: State, version: unknown) => ({
    path: ['destination_conf_wo'],
    message: 'The import would put the destination into the state, but this configuration keeps it out.',
    hint: `Import with the version of the write-only destination at the end of the id: "${zoneId}/${String(jobId)}/${isUnknown(version) || version === null ? 1 : String(version)}".`,
  }),
  job_refused: (path: readonly PathStep[], of: Validation['of'], said: string) => ({
    path,
    message: `The service does not accept this ${VALIDATED[of].name}: ${said || 'no reason given'}.`,
    hint:
      'The plan asked it to validate this, as it does whenever the job is written, and nothing was changed. ' +
      VALIDATED[of].advice,
  }),
  /** Refuses to overwrite what the plan did not show. */
  job_changed_since_plan: (zone: string, jobId: number, changes: readonly Change[]) => ({
    message: `Somebody changed the log push job ${jobId} of zone ${zone} after this plan was made: ${namesOf(changes)}.`,
    hint: `Nothing was written.\n\n${linesOf(changes)}\n\nPlan again: the new plan shows what it would overwrite.`,
  }),
  job_changed_meanwhile: (zone: string, jobId: number, changes: readonly Change[]) => ({
    message: `Somebody changed the log push job ${jobId} of zone ${zone} while it was being updated: ${namesOf(changes)}.`,
    hint: `This apply wrote its plan. It did not overwrite:\n\n${linesOf(changes)}\n\nThe next plan shows this as a difference.`,
  }),
  /** An update does not create a job that somebody deleted: the plan did not show that. */
  job_gone: (zone: string, jobId: number) => ({
    message: `Zone ${zone} no longer has the log push job ${jobId}: somebody deleted it after this plan was made.`,
    hint: 'Nothing was written. Plan again: the new plan creates the job again.',
  }),
  /** A destroy kept a job that another object of this apply has taken over. */
  job_of_another: (zone: string, jobId: number) => ({
    message: `The log push job ${jobId} of zone ${zone} stays: another resource has it now.`,
    hint:
      'An earlier run was killed before it could record that this job is in the state, so this apply gave it to the ' +
      'resource that declares the same. The destroyed resource was removed from the state; nothing was deleted.',
  }),
  import_missing: (zone: string, jobId: number, others: readonly number[], isMoved: boolean) => ({
    message: `Zone ${zone} has no log push job ${jobId}, so there is nothing to import.`,
    hint:
      others.length === 0
        ? `The zone has no jobs. ${createInstead(isMoved, 'the job')}`
        : `Its jobs: ${others.join(', ')}.${isMoved ? ` ${createInstead(isMoved, 'the job')}` : ''}`,
  }),
  /** Without the service, an import would not know what is there. */
  import_too_early: () => ({
    message: "The job cannot be imported yet: the provider's configuration is known only after apply.",
    hint: 'Give the provider values that are known at plan time, or first apply what they come from (-target).',
  }),
});

export function jobIdMalformed(id: string): Explanation {
  return importIdMalformed(
    id,
    'a log push job',
    'Give "<zone id>/<job id>", such as "023e105f4ecef8ad9ca31a8372d0c353/17": 32 hexadecimal digits and the number of ' +
      'the job. With destination_conf_wo, add its version: "<zone id>/<job id>/1"; then the destination stays out of the ' +
      'state.',
  );
}

/** The parts of the configuration that decide which attribute a refusal belongs to. */
interface WrittenJob extends WrittenDestination {
  readonly ownership_challenge: string | null;
  readonly ownership_challenge_wo: string | null;
}

/** The attributes whose members have the same names at the service. */
const ATTRIBUTES: ReadonlySet<string> = new Set(SETTING_ROWS.map(([name]) => name));

const REFUSED = { ownership: 'ownership_challenge', destination: 'destination_conf' } as const;

/** A refusal of the service as a problem of the attribute that it names. Undefined for any other failure. */
export function refusalProblem(error: unknown, written: WrittenJob): Problem | undefined {
  if (!(error instanceof ServiceError) || error.outcome !== 'refused') return undefined;
  const [, name = ''] = (error.errors.find((one) => one.pointer !== undefined)?.pointer ?? '').split('/');
  const refused = error.kind === 'invalid' ? refusedOfDestination(error.errors) : undefined;
  const path = pathOf(refused === undefined ? name : REFUSED[refused], written);
  if (path === undefined) return undefined;
  const { message, hint } = error.toProblem();
  const more = refused === 'destination' ? testedAtEachWrite(written) : '';
  return { code: 'job_refused', path, message, hint: `${hint}${more}` };
}

/** A member of a job as a path of attributes. */
function pathOf(name: string, written: WrittenJob): readonly PathStep[] | undefined {
  switch (name) {
    case 'destination_conf':
      return [destinationAttribute(written)];
    case 'ownership_challenge':
      return [written.ownership_challenge_wo ? 'ownership_challenge_wo' : 'ownership_challenge'];
    default:
      return ATTRIBUTES.has(name) ? [name] : undefined;
  }
}

/** The service tests HTTP receivers on every write, whatever changes (docs/internals/service.md 5.2). */
function testedAtEachWrite(written: WrittenJob): string {
  const destination = writtenDestination(written);
  const scheme = isKnown(destination) ? parseDestination(destination)?.scheme : undefined;
  if (scheme === undefined || destinationScheme(scheme)?.isStore) return '';
  return (
    ' The service tests the destination whenever the job is written, even when only something else changes: it ' +
    'sends a gzipped test file, and the receiver must answer with success. Check that it is up, and what it ' +
    'requires (headers are parameters such as header_Authorization=…).'
  );
}
