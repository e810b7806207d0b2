import { approvalProblems } from '../../lib/rollout/approval-problems';
import { approvedWaves, type ApprovedWave } from '../../lib/rollout/approved-waves';
import type { RolloutWave } from '../../lib/rollout/rollout-waves';
import { isByPerson, type WaveApproval } from '../../lib/rollout/wave-approvals';
import {
  comingBefore,
  hasReached,
  isAtLeast,
  unapprovedWaves,
  waveBefore,
} from '../../lib/rollout/wave-order';
import { serviceAddress } from '../../provider-shim/zone-reader';
import { isIrreversible } from '../../schema';
import { CommandFailure, EXIT_OK, EXIT_USAGE } from '../terminal/failure';
import { readFleetInventory } from '../zones/inventory';
import { approvalText } from '../migration/approval-text';
import { changeApprovals } from '../migration/approvals-file';
import { approver, oneLineOf, waveOfOptions, zonesOfOptions } from '../migration/approve-options';
import { approveWave, usualTarget, type MadeApproval } from '../migration/approve-wave';
import type { ApprovalRequest } from '../migration/former-decisions';
import type { ApproveOptions } from '../migration/options';
import { readSurvey } from '../migration/read-survey';
import { namesInWords } from '../migration/survey-formats';
import type { Survey } from '../migration/survey-model';
import { oneLine } from '../review/phrase';
import type { CommandContext } from '../terminal/terminal';

/** A survey that is older is worth a warning, in milliseconds: a day. */
const OLD = 24 * 60 * 60 * 1000;

/** `zonewright migration approve`: writes down that a person approves the migration of a wave. It reads files only. */
export async function migrationApproveCommand(
  { terminal, env }: CommandContext,
  options: ApproveOptions,
  now = new Date(),
): Promise<number> {
  const { wave, waves } = waveOfOptions(readFleetInventory(options.inventory), options);
  const survey = readSurvey(options.survey);
  checkService(survey, serviceAddress(env), options.survey);
  const target = options.target ?? usualTarget(wave, survey);
  const { skipValidation } = options;
  if (skipValidation !== undefined && target === 'validation') throw skippedAndValidated();
  const request: Omit<ApprovalRequest, 'approvals'> = {
    ...{ wave, survey, target },
    ...(skipValidation === undefined
      ? {}
      : { skipValidation: oneLineOf('the reason of --skip-validation', skipValidation) }),
    by: approver(options.by, env),
    at: `${now.toISOString().slice(0, 19)}Z`,
    ticket: oneLineOf('--ticket', options.ticket),
    ...zonesOfOptions(wave, options),
  };
  const { approval, before, remarks, approvals } = changeApprovals(options.approvals, (earlier) =>
    approvalsWith({ ...request, approvals: earlier }, waves),
  );
  const written = { approval, before, remarks, survey, file: options.approvals };
  for (const line of approvalText(written)) terminal.out(line);
  for (const note of [
    ...noteOfAge(survey, options.survey, now),
    ...notesOfEarlierWaves(approval, waves, approvals, survey),
  ])
    terminal.err(`${terminal.colors.yellow('warning:')} ${note}`);
  return EXIT_OK;
}

interface NewApprovals extends MadeApproval {
  readonly approvals: readonly WaveApproval[];
  readonly before: WaveApproval | undefined;
}

/** The approvals with the new one in the place of the one that it replaces. @throws CommandFailure */
function approvalsWith(request: ApprovalRequest, waves: readonly RolloutWave[]): NewApprovals {
  const { wave, target, approvals: earlier } = request;
  const made = approveWave(request);
  if ('problems' in made)
    throw refused('these zones cannot be left out: their wave declares them', made.problems, [
      'if it may have begun, survey it again: zonewright migration survey',
      'if it has begun, repair it and apply its wave again',
      'or have the state forget its migration and remove it from the approvals first',
    ]);
  if ('unvalidated' in made)
    throw refused('these zones can validate first, and finishing them cannot be undone', made.unvalidated, [
      'approve that first: --target validation',
      'or say why they finish without it: --skip-validation REASON',
    ]);
  const { approval, remarks } = made;
  const states = new Map(request.survey.zones.map(({ id, state }) => [id, state]));
  const isOver = wave.zones.every(({ id }) => {
    const left = approval.leftOut[id];
    return remarks.has(id) || (left && isByPerson(left)) || isIrreversible(states.get(id) ?? 'start');
  });
  if (Object.keys(approval.zones).length === 0 && !isOver)
    throw refused(
      `no zone of the wave ${wave.name} can be approved for ${target}`,
      Object.values(approval.leftOut).map(({ name, reason }) => `${name}: ${reason}`),
      [
        'remove what is in the way and survey the zones again',
        'or leave out each of them yourself: --leave-out ZONE=REASON',
      ],
    );
  const index = earlier.findIndex((one) => one.wave === wave.name && one.target === target);
  const approvals = index === -1 ? [...earlier, approval] : earlier.with(index, approval);
  const problems = approvalProblems(waves, approvals);
  if (problems.length > 0)
    throw refused('the rollout would refuse these approvals', problems, [
      'correct that first; nothing was written',
    ]);
  const unapproved = unapprovedBefore(approval, waves, approvals);
  // A wave that was approved in its order may be approved again after an earlier wave got zones.
  if (index === -1 && unapproved.length > 0)
    throw refused(
      'waves are approved in their order',
      [outOfOrder(approval, unapproved)],
      [
        `approve it first: zonewright migration approve --wave ${unapproved[0]}`,
        'zones that are not to migrate now can be left out of it: --leave-out ZONE=REASON',
      ],
    );
  return { approvals, approval, before: earlier[index], remarks };
}

function skippedAndValidated(): CommandFailure {
  return new CommandFailure(
    {
      code: 'skip_validation',
      message: 'an approval for validation skips no validation',
      seen: ['--skip-validation with --target validation'],
      allowed: ['one of the two'],
      hints: ['leave out --target: --skip-validation approves for finished'],
    },
    EXIT_USAGE,
  );
}

/** @param address of the service that the environment names, if it names one */
function checkService({ service }: Survey, address: string | undefined, file: string): void {
  if (address === undefined || address === service) return;
  throw new CommandFailure({
    code: 'survey_of_another_service',
    message: `the survey is of another service: ${file}`,
    seen: [`the survey is of ${service}, and ZONEWRIGHT_BASE_URL is ${address}`],
    allowed: ['a survey of the service of the rollout'],
    hints: ['survey the zones there: zonewright migration survey', 'or unset ZONEWRIGHT_BASE_URL'],
  });
}

function noteOfAge({ begun_at: at }: Survey, file: string, now: Date): readonly string[] {
  const hours = Math.floor((now.getTime() - Date.parse(at)) / (60 * 60 * 1000));
  if (hours * 60 * 60 * 1000 < OLD) return [];
  const age = hours < 48 ? `${hours} hours` : `${Math.floor(hours / 24)} days`;
  return [
    `the survey ${file} is ${age} old. Zones whose rules have changed since are refused by their plan; survey them again to approve what is there now.`,
  ];
}

function refused(message: string, seen: readonly string[], hints: readonly string[]): CommandFailure {
  return new CommandFailure({
    code: 'approval',
    message,
    seen,
    allowed: ['an approval that the rollout accepts'],
    hints,
  });
}

/** The names of the earlier waves that are not approved for the target of an approval. */
function unapprovedBefore(
  { wave, target }: WaveApproval,
  waves: readonly RolloutWave[],
  approvals: readonly WaveApproval[],
): readonly string[] {
  return unapprovedWaves(wavesUntil(wave, waves, approvals), target).map(({ name }) => name);
}

/** That a wave is approved before others. @param unapproved the names of these */
function outOfOrder({ wave, target }: WaveApproval, unapproved: readonly string[]): string {
  const { text, isOne } = comingBefore(unapproved.map(oneLine));
  return `${oneLine(wave)} is approved for ${target}, but ${text}, ${isOne ? 'is' : 'are'} not`;
}

/** The waves before a wave, with their approvals. */
function wavesUntil(
  wave: string,
  waves: readonly RolloutWave[],
  approvals: readonly WaveApproval[],
): readonly ApprovedWave[] {
  const place = waves.findIndex(({ name }) => name === wave);
  return approvedWaves(waves.slice(0, place), approvals);
}

/**
 * What the wave of a new approval waits for, as far as the survey knows. Its gate looks at the service itself, which may
 * have gone on.
 */
function notesOfEarlierWaves(
  approval: WaveApproval,
  waves: readonly RolloutWave[],
  approvals: readonly WaveApproval[],
  survey: Survey,
): readonly string[] {
  const { wave, target } = approval;
  const unapproved = unapprovedBefore(approval, waves, approvals);
  const before = waveBefore(wavesUntil(wave, waves, approvals), target);
  const approved = before?.migrating.filter((zone) => isAtLeast(zone.target, target)) ?? [];
  const states = new Map(survey.zones.map(({ id, state }) => [id, state]));
  const open = approved.filter(({ zone: { id } }) => {
    const state = states.get(id) ?? undefined;
    return state !== undefined && !hasReached(state, target);
  });
  return [
    ...(unapproved.length === 0
      ? []
      : [
          `${outOfOrder(approval, unapproved)}. While a zone of ${oneLine(wave)} has not begun, its plan fails until ` +
            `the zones of ${unapproved.map(oneLine).join(' and ')} have reached ${target}.`,
        ]),
    ...(open.length === 0
      ? []
      : [
          `according to the survey, ${open.length} of ${approved.length} zones of the wave before, ` +
            `${oneLine(before?.name ?? '')}, are not ${target === 'finished' ? 'finished' : 'in validation'}: ` +
            `${namesInWords(open.map(({ zone: { name } }) => name))}. The plan of ${oneLine(wave)} fails until they are.`,
        ]),
  ];
}
