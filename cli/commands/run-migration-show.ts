import {
  findZones,
  isZoneGone,
  MigrationProblem,
  readZoneMigration,
  ServiceError,
  type ZoneMigration,
} from '../../provider-shim/zone-reader';
import { ACTION_EXECUTE, isRecord, WELL_KNOWN_RULESETS, type Problem } from '../../schema';
import { EXIT_OK, EXIT_PARTLY, renderProblem } from '../terminal/failure';
import { parseJson } from '../text/json';
import { readingZones } from '../zones/reading-zones';
import { counted, oneLine } from '../review/phrase';
import type { CommandContext } from '../terminal/terminal';
import { titleOf } from '../zones/zone-title';

/**
 * `zonewright migration show`: what a plan of each zone's migration would save and lose, without a configuration. It
 * changes nothing at the service.
 *
 * @param named zones by name or id
 */
export async function migrationShowCommand(
  context: CommandContext,
  named: readonly string[],
): Promise<number> {
  const { terminal } = context;
  return readingZones(context, 'run the same command again', async ({ service, signal, shown }) => {
    const { zones, failures } = await findZones(named, service, signal);
    shown.end();
    const report = (title: string, { code, message, hint }: Problem): void => {
      const problem = { code, message: `${title} cannot be shown`, seen: [message], hints: [hint] };
      for (const line of renderProblem(problem, terminal.colors)) terminal.err(line);
    };
    let missing = failures.length;
    for (const { wanted, problem } of failures) report(wanted, problem);
    for (const zone of zones) {
      try {
        const migration = await readZoneMigration(zone, service, signal);
        terminal.out(terminal.colors.bold(oneLine(titleOf(zone))));
        for (const line of textOf(migration)) terminal.out(`  ${oneLine(line)}`);
      } catch (error) {
        if (!(error instanceof MigrationProblem || error instanceof ServiceError)) throw error;
        if (error instanceof ServiceError && ['authentication', 'cancelled'].includes(error.kind))
          throw error;
        const gone = await isZoneGone(service.configured, zone.id, signal, error);
        missing += 1;
        report(
          titleOf(zone),
          gone ? { ...error.toProblem(), message: 'the zone is gone' } : error.toProblem(),
        );
      }
    }
    return missing > 0 ? EXIT_PARTLY : EXIT_OK;
  });
}

function textOf(migration: ZoneMigration): readonly string[] {
  const { state, rules, digest, problems, validationExcluded, not_carried_over: losses } = migration;
  if (rules === null)
    return [
      `state: ${state}; the service generates no rules`,
      ...problems.flatMap(({ message, hint }) => `${message}\n${hint}`.split('\n')),
    ];
  const because = migration.losses_unknown_because;
  return [
    `state: ${state}${validationExcluded ? '; its plan has no validation' : ''}`,
    `saves ${counted(rules.length, 'rule')}:`,
    ...rules.flatMap((rule, index) => ruleLines(rule, index + 1)),
    `digest: ${String(digest)}`,
    ...(losses === null ? [`what is lost is not known${because === null ? '' : `: ${because}`}`] : []),
    ...(losses?.length === 0 ? ['nothing is lost'] : []),
    ...(losses ?? []).map(
      ({ kind, id, description }) => `not carried over: ${description || `${kind} ${id}`}`,
    ),
  ];
}

type Rule = NonNullable<ZoneMigration['rules']>[number];

function ruleLines(
  { action, expression, description, enabled, ...rest }: Rule,
  place: number,
): readonly string[] {
  const parsed: unknown = parseJson(rest.action_parameters ?? '{}');
  const { id, ...parameters } = (isRecord(parsed) ? parsed : {}) as { readonly id?: unknown };
  const known = Object.values(WELL_KNOWN_RULESETS).find((each) => each.id === id);
  const executed = action === ACTION_EXECUTE ? [known?.name ?? String(id)] : [];
  return [
    `  ${place}. ${[action, ...executed].join(' ')}${enabled ? '' : ' (off)'}${description ? `: ${description}` : ''}`,
    ...(expression === 'true' ? [] : [`     for ${expression}`]),
    ...(Object.keys(parameters).length === 0 ? [] : [`     with ${JSON.stringify(parameters)}`]),
  ];
}
