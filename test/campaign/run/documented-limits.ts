import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CreationRecord } from '../../../provider-shim/records/record-folder';
import { addressOf, TYPES } from '../program/program';
import { runCommand, type Outcome } from './command';
import { instancesOf, plansBlindly, type RootModule } from './root-module';
import type { Round } from './round';

/** What docs/guides/ownership.md says cannot be guaranteed, as narrowly as a round can tell it from a broken promise. */

/** The creation records in the folder of a root module. */
export function creationRecords({ folder }: RootModule): readonly CreationRecord[] {
  const path = join(folder, '.terraform', 'zonewright', 'creations');
  if (!existsSync(path)) return [];
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(path, name), 'utf8')) as CreationRecord);
}

/** Whether one of the records may be that of the job. */
function isRecorded(records: readonly CreationRecord[], zone: string, job: number): boolean {
  return records.some(
    ({ zoneId, made, before }) => zoneId === zone && (made === null ? !before.includes(job) : made === job),
  );
}

/**
 * Jobs that were created and reported, and whose provider the engine had shut down, before it was killed while it
 * rewrote the state file: nothing tells whose they are.
 */
export function noteLostState(round: Round, module: RootModule, { effects, isStateLost }: Outcome): void {
  if (!isStateLost) return;
  const records = creationRecords(module);
  for (const effect of effects) {
    if (effect.what !== 'job made' || isRecorded(records, effect.zoneId, effect.job.id)) continue;
    const key = `${effect.zoneId}/${effect.job.id}`;
    if (!round.orphans.delete(key)) continue;
    round.forgotten.add(key);
    count(round, 'created before the state file was lost');
  }
}

/**
 * A run was killed or stopped when the job was in the state and its record still there; then the resource got another
 * name without a `moved` block, and `-target` showed only that to the provider. The next plan refuses the two, and the
 * old address is removed from the state, as the message says.
 *
 * @param records those before the run
 */
export async function letGoOfShared(
  round: Round,
  module: RootModule,
  records: readonly CreationRecord[],
): Promise<void> {
  const declared = new Set(
    module.program.blocks.flatMap((block) => block.members.map((_, index) => addressOf(block, index))),
  );
  const jobs = instancesOf(module, TYPES.job).map(({ address, attributes }) => ({
    ...{ address, zone: String(attributes['zone_id']), job: Number(attributes['job_id']) },
  }));
  for (const { address, zone, job } of jobs) {
    const isShared = jobs.some(
      (one) => one.zone === zone && one.job === job && one.address !== address && declared.has(one.address),
    );
    if (!isShared || declared.has(address) || !isRecorded(records, zone, job)) continue;
    const plan = await runCommand(round, module, ['plan', '-input=false', '-no-color']);
    const isRefused = plan.stderr.replace(/[│\s]+/g, ' ').includes(`same log push job: job ${job} of zone`);
    if (!isRefused && !plansBlindly(module))
      round.violation('job shared', `two objects have ${zone}/${job}, and no plan refuses that`);
    await runCommand(round, module, ['state', 'rm', address]);
    count(round, 'taken by a target after the state had it');
  }
}

function count({ counts: { limits } }: Round, limit: string): void {
  limits[limit] = (limits[limit] ?? 0) + 1;
}
