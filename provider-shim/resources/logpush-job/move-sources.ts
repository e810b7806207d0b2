import type { MoveSource } from '../../sdk/framework';
import { ofAccount, shims, textOf, VENDOR, VENDOR_VERSIONS, withoutIds } from '../move-sources';
import { parseImportId } from './import-id';
import type { State } from './settings';

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
