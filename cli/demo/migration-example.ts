import type { ZoneDraft } from '../../emulator';
import { runProgram } from '../engine/process';
import { compiledExample } from './compiled-example';
import { expectExit } from './expectations';
import type { Stage } from './stage';

/** Typical settings of the previous managed rules in a zone that migrates. */
export const PREVIOUS_RULES: ZoneDraft['previous_waf'] = {
  core_rule_set: { sensitivity: 'medium', action_mode: 'simulate' },
  rules: { '100015': 'disable', '990012': 'off' },
  firewall_rules: [{ action: 'bypass', products: ['waf'], expression: 'ip.src eq 192.0.2.7' }],
};

/** Synthesizes one of the two changes of the example. */
export async function synthesizeMigration(
  { story, migrationFolder, zoneId, env, signal }: Stage,
  change: 'validate' | 'finish',
): Promise<void> {
  const example = compiledExample('zone-migration');
  const command = `CHANGE=${change} ${example.command}`;
  story.command(command);
  const result = await runProgram(process.execPath, [example.program], {
    cwd: migrationFolder,
    env: { ...env, ZONE_ID: zoneId, CHANGE: change, CDKTF_OUTDIR: migrationFolder },
    onLine: story.detail,
    signal,
  });
  expectExit(command, result, 0);
}

/** The migration state of the zone at the service. */
export function migrationOf({ emulator, zoneId }: Stage): string | undefined {
  return emulator.control.zone(zoneId).migration.state;
}
