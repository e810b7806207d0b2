import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand, type Outcome } from './command';
import { instancesOf, type RootModule } from './root-module';
import type { Round } from './round';
import { FIELDS_PHASE, MANAGED_PHASE } from './zone-seeds';

const FILE = 'as-told.tf.json';

/** The zone, what is wrong, and the resource of each refusal because of what the zone has. */
const REFUSED =
  /Error: (?:Zone|The [a-z ]+ of\s+zone)\s[^(]*\(([0-9a-f]{32})\)\s+(already\s+has|cannot\s+be\s+replaced)\b[^]*?\n\s*with ([^\s,]+),/g;

/**
 * Does what a refusal says, where a zone has other rules than the declared ones: an object of the state that has them gets
 * the address; other rules are imported by the next apply. What cannot be replaced beside them is not replaced.
 *
 * @returns whether anything was refused in this way
 */
export async function importAsTold(round: Round, module: RootModule, outcome: Outcome): Promise<boolean> {
  if (outcome.exitCode !== 1) return false;
  const output = `${outcome.stdout}\n${outcome.stderr}`.replace(/^[│╷╵] ?/gm, '');
  const blocks: object[] = [];
  const refused = [...output.matchAll(REFUSED)];
  for (const [, id = '', what = '', to = ''] of refused)
    if (what.startsWith('cannot')) await runCommand(round, module, ['untaint', '-allow-missing', to]);
    else if (!(await getsAddress(round, module, id, to)) && hasRules(round, id, to)) blocks.push({ to, id });
  if (blocks.length > 0) writeFileSync(join(module.folder, FILE), JSON.stringify({ import: blocks }));
  round.counts.imports += refused.length;
  return refused.length > 0;
}

/** Makes room for an object at an address, and moves the one of the zone there; whether the state has one. */
async function getsAddress(round: Round, module: RootModule, zoneId: string, to: string): Promise<boolean> {
  const all = instancesOf(module);
  const there = all.find(({ address }) => address === to);
  const type = /zone_(?:log_custom_fields|managed_rules)/.exec(to)?.[0];
  const holder = all.find(
    (one) => one.type === type && one.address !== to && one.attributes['zone_id'] === zoneId,
  );
  if (there) {
    await runCommand(round, module, ['state', 'rm', to]);
    const left = String(there.attributes['zone_id']);
    if (left !== zoneId) round.fieldsOf.set(left, 'forgotten');
  }
  if (holder) await runCommand(round, module, ['state', 'mv', holder.address, to]);
  return holder !== undefined;
}

/** Whether the zone still has rules: what goes in the same apply may be gone by now. */
function hasRules({ service }: Round, zoneId: string, address: string): boolean {
  const wanted = address.includes('zone_log_custom_fields') ? FIELDS_PHASE : MANAGED_PHASE;
  const found = service.emulator.control.zone(zoneId).rulesets.find(({ phase }) => phase === wanted);
  return (found?.rules?.length ?? 0) > 0;
}

/** The blocks have done what they are for. */
export function forgetImports({ folder }: RootModule): void {
  rmSync(join(folder, FILE), { force: true });
}
