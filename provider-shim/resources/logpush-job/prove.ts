import {
  isKnown,
  isUnknown,
  type PathStep,
  type PlannedState,
  type Problem,
  type Unknown,
} from '../../../schema';
import { type ServiceError, type Validation } from '../../api';
import type { ModifyPlanCall } from '../../sdk/framework';
import type { Configured } from '../configured';
import { isRefusal, noteEvidence, refusedAtPlan } from '../proofs';
import { destinationAttribute, writtenDestination } from './destination';
import { newJob, settingsIn, type Schema, type Settings } from './settings';

type PlanCall = ModifyPlanCall<Schema, Configured>;

/** A validation of a planned job, and the attribute that it is about. */
interface Asked {
  readonly path: readonly PathStep[];
  readonly validation: Validation;
}

/**
 * Asks the service to validate what a plan sends of a job: the destination and the options. It has no dry run for a job
 * as a whole.
 *
 * @param settings undefined while they are not known
 * @param sent whether the destination is sent
 */
export async function proveJob(
  call: PlanCall,
  client: Configured,
  plan: PlannedState<Schema>,
  settings: Settings | undefined,
  sent: boolean | Unknown,
): Promise<void> {
  const { config, state, diagnostics, privateState } = call;
  if (!client.proofs.isOn || diagnostics.hasError || !config) return;
  const { zone_id: zoneId } = plan;
  const destination = plan.destination_conf ?? writtenDestination(config);
  const isGiven = sent === false || isKnown(destination);
  if (!isKnown(zoneId) || !settings || !isGiven || isUnknown(sent))
    return noteEvidence(privateState, { outcome: 'unknown' });
  const { ownership_challenge_wo: writeOnly, ownership_challenge: stored } = config;
  const token = writeOnly || stored;
  if (isUnknown(token)) return noteEvidence(privateState, { outcome: 'unknown' });
  const asked: Asked[] = [];
  if (sent && typeof destination === 'string') {
    const body = { destination_conf: destination };
    if (token) {
      const path = [writeOnly ? 'ownership_challenge_wo' : 'ownership_challenge'];
      asked.push({ path, validation: { of: 'ownership', body: { ...body, ownership_challenge: token } } });
    }
    asked.push({ path: [destinationAttribute(config)], validation: { of: 'destination', body } });
  }
  const { logpull_options: options } = newJob(settings);
  const before = state && newJob(settingsIn(state) as Settings).logpull_options;
  if (typeof options === 'string' && options !== '' && options !== before) {
    const body = { logpull_options: options, dataset: settings.dataset };
    asked.push({ path: ['logpull_options'], validation: { of: 'origin', body } });
  }
  if (asked.length === 0) noteEvidence(privateState, { outcome: 'unsupported' });
  for (const each of asked) if (!diagnostics.hasError) await validate(call, client, zoneId, each);
}

async function validate(
  { signal, diagnostics, privateState }: PlanCall,
  { proofs, reads }: Configured,
  zoneId: string,
  { path, validation }: Asked,
): Promise<void> {
  const { of } = validation;
  try {
    const { valid, message } = await reads.validateLogpush(zoneId, validation, { signal });
    if (!valid) return diagnostics.error(notValid(path, of, message));
    proofs.noteAccepted(privateState, 'validated');
  } catch (error) {
    if (!isRefusal(error)) throw error;
    if (isNotOffered(error)) return noteEvidence(privateState, { outcome: 'unsupported' });
    diagnostics.error(refusedAtPlan(error, 'job_refused', path));
  }
}

/** Codes of a path that the service does not have (docs/internals/service.md 2.3). */
const NO_PATH: readonly number[] = [7000, 7003, 10405];

function isNotOffered({ kind, codes }: ServiceError): boolean {
  return kind === 'not-found' || codes.some((code) => NO_PATH.includes(code));
}

const WORDS: Readonly<Record<Validation['of'], { readonly name: string; readonly advice: string }>> = {
  destination: {
    name: 'destination',
    advice: 'Check the destination, and that it is up and accepts files from the service.',
  },
  origin: { name: 'list of options', advice: 'Correct what it names.' },
  ownership: {
    name: 'token',
    advice: 'Request a new challenge for exactly this destination and zone, and use its token.',
  },
};

function notValid(path: readonly PathStep[], of: Validation['of'], said: string): Problem {
  return {
    code: 'job_refused',
    path,
    message: `The service does not accept this ${WORDS[of].name}: ${said || 'no reason given'}.`,
    hint:
      'The plan asked it to validate this, as it does whenever the job is written, and nothing was changed. ' +
      WORDS[of].advice,
  };
}
