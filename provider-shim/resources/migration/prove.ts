import { managedRulesSaving } from '../../api';
import { noteEvidence, refusedAtPlan, type ProofCall } from '../proofs';
import type { Configured } from '../configured';
import { asSent } from './save-rules';
import type { Transition } from './state';

/**
 * Asks the service whether it would accept the rules that a migration saves after its end. A step of the migration is
 * never asked about: the service documents no dry run for it, and it might be taken.
 */
export async function proveMigration(
  call: ProofCall,
  { proofs }: Pick<Configured, 'proofs'>,
  zoneId: string,
  { saves, base, name, rules, trigger, status }: Transition,
): Promise<void> {
  if (!proofs.isOn || (!saves && base.deletions.length === 0)) return;
  if (trigger !== undefined || status.state !== 'finished')
    return noteEvidence(call.privateState, { outcome: 'step' });
  const write = managedRulesSaving(zoneId, { name, rules: rules.map((rule) => asSent(rule, trigger)) });
  await proofs.prove(call, write, (error) => [
    refusedAtPlan(error, 'migration_rules_refused', ['adjustments']),
  ]);
}
