import { MIGRATION_WORDS, migrationState, type MigrationState, type Problem } from '../../../schema';
import { ServiceError, type MigrationOperations, type MigrationStatus } from '../../api';

/** The status of a zone, as the service reports it (docs/service.md 7.4, 7.5). */
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
 * Asks for the status of a zone: the status endpoint, and the check where that does not say.
 *
 * @throws MigrationProblem when neither says, or the word is one that nobody has seen yet; ServiceError
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

/** Some zones have no status (docs/service.md 7.4): then the check may still say. */
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

/** The state of a migration in words, to follow "is". @param state a state, or what is known of it */
export function stateInWords(state: string): string {
  if (state === 'start') return 'at its start';
  return state === 'validation' ? 'in validation' : state;
}

/** The status of a zone as a whole sentence, for messages. @param zone its name and id, or its id */
export function statusSentence(zone: string, { state, word }: Status): string {
  const reported = word === state ? '' : ` (the service says ${JSON.stringify(word)})`;
  switch (state) {
    case 'start':
      return `Zone ${zone} has not begun to migrate${reported}: the previous managed rules are in force.`;
    case 'validation':
      return `Zone ${zone} is validating${reported}: both versions run, the new one first.`;
    case 'finishing':
      return `Zone ${zone} is finishing its migration${reported}: it cannot be stopped any more.`;
    case 'finished':
      return `Zone ${zone} has finished its migration${reported}: the previous managed rules are disabled for good.`;
  }
}

function stateMissing(zoneId: string): ReturnType<MigrationProblem['toProblem']> {
  return {
    code: 'migration_state_missing',
    path: [],
    message: `The service does not say in which state the migration of zone ${zoneId} is.`,
    hint:
      'Neither the status nor the compatibility check has a migration_state, so nothing more is done. Look at the zone ' +
      'in its dashboard, check that the credentials may read its firewall settings, and try again.',
  };
}

function stateUnknown(zoneId: string, word: string): ReturnType<MigrationProblem['toProblem']> {
  return {
    code: 'migration_state_unknown',
    path: [],
    message: `The service reports the state ${JSON.stringify(word)} for the migration of zone ${zoneId}, a word that this provider does not know.`,
    hint:
      `It knows ${MIGRATION_WORDS.map((known) => JSON.stringify(known)).join(', ')}. Nothing more is done. Look up what the ` +
      'word means, and report it, so that it can be added.',
  };
}

/** A problem that ends what is being done for a zone. The framework tells it as it is. */
export class MigrationProblem extends Error {
  override readonly name = 'MigrationProblem';

  constructor(private readonly problem: Problem) {
    super(problem.message);
  }

  toProblem(): Problem {
    return this.problem;
  }
}
