import type { Explanation } from '../../../schema';
import { createInstead, importIdMalformed, parseZoneScopedId } from '../import-id';
import type { MoveSource } from '../../sdk/framework';
import { ofAccount, shims, textOf, VENDOR, VENDOR_VERSIONS, withoutIds } from '../move-sources';
import type { State } from './settings';

/** `<zone id>/<job id>`, followed by `/<version>` when the destination is write-only. */
interface ImportId {
  readonly zoneId: string;
  readonly jobId: number;
  /** The `destination_conf_wo_version` of the configuration: the destination stays out of the state. */
  readonly version: number | undefined;
}

/** Parses an import id; undefined when malformed. */
export function parseImportId(id: string): ImportId | undefined {
  const { zoneId = '', parts = [] } = parseZoneScopedId(id, ['logpush', 'jobs']) ?? {};
  const [job = '', version, ...more] = parts;
  if (more.length > 0 || !isCount(job) || (version !== undefined && !isCount(version))) return undefined;
  return { zoneId, jobId: Number(job), version: version === undefined ? undefined : Number(version) };
}

export function jobIdMalformed(id: string): Explanation {
  return importIdMalformed(
    id,
    'a log push job',
    'Give "<zone id>/<job id>", such as "023e105f4ecef8ad9ca31a8372d0c353/17": 32 hexadecimal digits and the number of ' +
      'the job. With destination_conf_wo, add its version: "<zone id>/<job id>/1"; then the destination stays out of the ' +
      'state.',
  );
}

export function nothingToImport(
  zone: string,
  jobId: number,
  others: readonly number[],
  isMoved: boolean,
): Explanation {
  return {
    message: `Zone ${zone} has no log push job ${jobId}, so there is nothing to import.`,
    hint:
      others.length === 0
        ? `The zone has no jobs. ${createInstead(isMoved, 'the job')}`
        : `Its jobs: ${others.join(', ')}.${isMoved ? ` ${createInstead(isMoved, 'the job')}` : ''}`,
  };
}

/** Without the service, an import would not know what is there. */
export function importTooEarly(): Explanation {
  return {
    message: "The job cannot be imported yet: the provider's configuration is known only after apply.",
    hint: 'Give the provider values that are known at plan time, or first apply what they come from (-target).',
  };
}

function isCount(text: string): boolean {
  return /^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text));
}

/** A job by its ids; undefined when they are none. */
function identified(ids: readonly unknown[]): ReturnType<typeof asMoved> | undefined {
  const importId = ids.map(textOf).join('/');
  const read = parseImportId(importId);
  return read && asMoved(importId, read.zoneId, read.jobId);
}

function asMoved(importId: string, zoneId: string, jobId: number) {
  const known: Partial<State> = { zone_id: zoneId, job_id: jobId };
  return { importId, known };
}

/** What can be moved to `zone_logpush_job`. */
export const jobMoveSources: readonly MoveSource<State>[] = [
  {
    type: 'cloudflare_logpush_job',
    providers: VENDOR,
    versions: VENDOR_VERSIONS,
    identify: ({ zone_id: zone, account_id: account, id }) => {
      if (textOf(zone) === '' && textOf(account) !== '') return ofAccount('cloudflare_logpush_job', account);
      return identified([zone, id]) ?? withoutIds('cloudflare_logpush_job');
    },
  },
  ...shims<State>('zone_id and job_id', (held) =>
    identified(
      [held['zone_id'], held['job_id'], held['destination_conf_wo_version']].filter(
        (id) => id !== undefined && id !== null,
      ),
    ),
  ),
];
