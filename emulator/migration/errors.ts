/**
 * The errors of the migration. The specification shows none (docs/internals/service.md 2.3), and there is no known public
 * record of the production service's answers (docs/internals/service.md 10), so codes and texts are the emulator's own choice.
 */
import { refused } from '../service/refusal';

export const migrationIsOver = () =>
  refused(
    400,
    30105,
    'the migration of this zone is finished and cannot be repeated or undone; use the ruleset API without waf_migration',
  );

export const migrationIsFinishing = () =>
  refused(400, 30106, 'the migration of this zone is about to finish and cannot go back to validation');

export const validationNeedsEnterprise = (plan: string) =>
  refused(
    403,
    30107,
    `validation is only for zones of the enterprise plan; the ${plan} plan migrates in one step with waf_migration=pending`,
  );

export const nothingDeployed = () =>
  refused(
    400,
    30108,
    'the migration cannot finish: no rule with the action execute is enabled, and the zone would be without managed rules',
    '/rules',
  );

/**
 * After the end of the migration the previous operations stop working (docs/internals/service.md 1.1); their answers are not
 * known.
 */
export const retiredByMigration = () =>
  refused(
    410,
    1040,
    'The zone has finished its migration, so this operation of the previous managed rules no longer works; ' +
      'the ruleset API manages the managed rules of this zone',
  );
