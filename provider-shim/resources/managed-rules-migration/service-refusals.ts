import type { Problem } from '../../../schema';
import type { ServiceError } from '../../api';
import { MigrationProblem } from '../../managed-rules/migration-problem';
import { standingSentence } from '../../managed-rules/standing';
import type { Survey } from './survey';

/** The service's own refusal of a step, with what it most likely means. Other failures stay as they are. */
export function refusedByService(
  zone: string,
  { standing, trigger }: Survey,
  error: ServiceError,
): MigrationProblem | ServiceError {
  const refused = error.kind === 'invalid' || error.kind === 'authorization' || error.kind === 'conflict';
  if (!refused || trigger === undefined) return error;
  const hint = `${MEANING[trigger]} ${standingSentence(zone, standing)} It stays so.`;
  return new MigrationProblem(refusal(error, trigger, hint));
}

const MEANING = {
  validation:
    'Validation is for Enterprise zones only: a zone of another plan migrates in one step, with target_state = "finished". ' +
    'For an Enterprise zone, check that the credentials may edit its firewall settings.',
  pending:
    'Check what the message names; at least one managed ruleset has to be deployed and enabled when the previous version ' +
    'is disabled, and the credentials have to be allowed to edit the firewall settings of the zone.',
} as const;

function refusal(error: ServiceError, trigger: keyof typeof MEANING, hint: string): Problem {
  const words = error.errors.map(({ message }) => message).join('; ');
  return {
    code: `migration_${trigger}_refused`,
    path: ['target_state'],
    message: `The service refuses to ${trigger === 'validation' ? 'begin validation' : 'finish the migration'}: ${words === '' ? error.message : words}.`,
    hint,
  };
}
