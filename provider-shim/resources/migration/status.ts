import { MIGRATION_WORDS, migrationState, type MigrationState, type Problem } from '../../../schema';
import { ServiceError, type MigrationOperations, type MigrationStatus } from '../../api';

/** The status of a zone, as the service reports it (docs/internals/service.md 7.4, 7.5). */
export interface Status {
  readonly state: MigrationState;
  /** The service's own word for the state. */
  readonly word: string;
  /** The previous and the new managed rules, in the service's words; null when it does not say. */
  readonly oldStatus: string | null;
  readonly newStatus: string | null;
  readonly source: string | null;
  readonly created: string | null;
}

type Service = Pick<MigrationOperations, 'getMigrationStatus' | 'checkCompatibility'>;

/**
 * Reads the status of a zone from the status endpoint, or from the compatibility check where that has none.
 *
 * @throws MigrationProblem when neither has one, or the word is unknown; ServiceError
 */
export async function readStatus(api: Service, zoneId: string, signal: AbortSignal): Promise<Status> {
  const answer = await askForStatus(api, zoneId, signal);
  const word = answer?.migration_state ?? (await api.checkCompatibility(zoneId, { signal })).migration_state;
  if (word === undefined) throw new MigrationProblem(stateMissing(zoneId));
  const state = migrationState(word);
  if (state === undefined) throw new MigrationProblem(stateUnknown(zoneId, word));
  return {
    state,
    word,
    oldStatus: answer?.old_waf_status ?? null,
    newStatus: answer?.new_waf_status ?? null,
    source: answer?.source ?? null,
    created: answer?.created ?? null,
  };
}

/** Some zones have no status (docs/internals/service.md 7.4); the check may still have one. */
async function askForStatus(
  api: Service,
  zoneId: string,
  signal: AbortSignal,
): Promise<MigrationStatus | undefined> {
  try {
    return await api.getMigrationStatus(zoneId, { signal });
  } catch (error) {
    if (error instanceof ServiceError && error.kind === 'not-found') return undefined;
    throw error;
  }
}

/** The state of a migration in words, to follow "is". @param state a state, or any other text, returned as it is */
export function stateInWords(state: string): string {
  if (state === 'start') return 'at its start';
  return state === 'validation' ? 'in validation' : state;
}

/** The status of a zone as a sentence, for messages. @param zone its name and id, or its id */
export function statusSentence(zone: string, { state, word }: Status): string {
  const reported = word === state ? '' : ` (the service says ${JSON.stringify(word)})`;
  switch (state) {
    case 'start':
      return `Zone ${zone} has not begun to migrate${reported}: the previous managed rules are in force.`;
    case 'validation':
      return `Zone ${zone} is validating${reported}: both versions run, the new one first.`;
    case 'finishing':
      return `Zone ${zone} is finishing its migration${reported}: it can no longer be stopped.`;
    case 'finished':
      return `Zone ${zone} has finished its migration${reported}: the previous managed rules are disabled permanently.`;
  }
}

function stateMissing(zoneId: string): ReturnType<MigrationProblem['toProblem']> {
  return {
    code: 'migration_state_missing',
    path: [],
    message: `The service does not report the state of the migration of zone ${zoneId}.`,
    hint:
      'Neither the status nor the compatibility check has a migration_state, so the provider stops here. Look at the ' +
      'zone in its dashboard, check that the credentials may read its firewall settings, and try again.',
  };
}

function stateUnknown(zoneId: string, word: string): ReturnType<MigrationProblem['toProblem']> {
  return {
    code: 'migration_state_unknown',
    path: [],
    message: `The service reports the state ${JSON.stringify(word)} for the migration of zone ${zoneId}, which this provider does not know.`,
    hint:
      `It knows ${MIGRATION_WORDS.map((known) => JSON.stringify(known)).join(', ')}. It stops here. Look up ` +
      'what the word means, and report it so that it can be added.',
  };
}

/** A problem that ends the operation on a zone. The framework shows it unchanged. */
export class MigrationProblem extends Error {
  override readonly name = 'MigrationProblem';

  constructor(private readonly problem: Problem) {
    super(problem.message);
  }

  toProblem(): Problem {
    return this.problem;
  }
}
