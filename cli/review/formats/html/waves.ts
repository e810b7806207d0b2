import { hasApproval } from '../../change-kind';
import type { Approval, Change, Review, WaitingWave, Wave } from '../../model';
import { inNaturalOrder } from '../../order';
import { approvalOf, PLANNED_ACTIONS, isApproved, waveDetails } from '../../wave-phrases';
import { escaped, html } from './elements';

/** The most zones left out of a wave that the page shows before the reader opens the list. */
const OPEN_UP_TO = 4;

/** The height of the bar, in its own units; its width is 100. */
const BAR = 6;

/** The waves of each rollout as a way from one to the next: how many zones do what, and who approved it. */
export function wavesPicture({ waves, waiting_waves: waiting }: Review): string {
  const rollouts = [...new Set(waves.map(({ rollout }) => rollout))];
  // The longest name: the stacks of waf-eu begin with waf as well.
  const rolloutOf = ({ stack }: WaitingWave): string | undefined =>
    rollouts
      .filter((rollout) => stack.startsWith(`${rollout}-`))
      .sort((one, other) => other.length - one.length)[0];
  const pictures = rollouts.map((rollout) => {
    const items = [
      ...waves.filter((wave) => wave.rollout === rollout).map(waveItem),
      // The stack of a wave is named after it.
      ...waiting
        .filter((each) => rolloutOf(each) === rollout)
        .map(({ stack, text }) => waitingItem(`Wave ${stack.slice(rollout.length + 1)}`, text)),
    ];
    return picture(`Waves of ${html([{ text: rollout }])}`, items);
  });
  const others = waiting
    .filter((each) => rolloutOf(each) === undefined)
    .map(({ stack, text }) => waitingItem(stack, text));
  return [...pictures, ...(others.length === 0 ? [] : [picture('Waves that wait', others)])].join('');
}

/** @param title as HTML */
function picture(title: string, items: readonly string[]): string {
  return `<section><h2>${title}</h2><ol class="waves">${items.join('')}</ol></section>`;
}

function waitingItem(title: string, text: string): string {
  return `<li class="waiting"><h3>${html([{ text: title }])}</h3><p class="approval">${html([{ text }])}</p></li>`;
}

function waveItem(wave: Wave): string {
  const approved = isApproved(wave);
  return [
    `<li class="${approved ? 'approved' : 'not-approved'}">`,
    `<h3>Wave ${html([{ text: wave.name }])}</h3>`,
    bar(wave),
    `<ul class="fates">${legend(wave)}</ul>`,
    `<p class="approval">${html(approvalOf(wave))}</p>`,
    leftOut(wave),
    '</li>',
  ].join('');
}

/** The zones by what happens to them, each as wide as it is many. */
function bar({ zones }: Wave): string {
  const total = PLANNED_ACTIONS.reduce((sum, [action]) => sum + zones[action], 0);
  if (total === 0) return '';
  const rects: string[] = [];
  let x = 0;
  for (const [action] of PLANNED_ACTIONS) {
    const width = (100 * zones[action]) / total;
    if (width > 0)
      rects.push(`<rect class="${action}" x="${x.toFixed(2)}" width="${width.toFixed(2)}" height="${BAR}"/>`);
    x += width;
  }
  return `<svg viewBox="0 0 100 ${BAR}" preserveAspectRatio="none" aria-hidden="true">${rects.join('')}</svg>`;
}

function legend({ zones }: Wave): string {
  const shown = PLANNED_ACTIONS.filter(([action]) => zones[action] > 0);
  if (shown.length === 0) return '<li>no zones</li>';
  return shown
    .map(([action, words]) => `<li class="${action}">${zones[action].toLocaleString('en')} ${words}</li>`)
    .join('');
}

function leftOut(wave: Wave): string {
  const lines = waveDetails(wave).map((each) => `<li>${html(each)}</li>`);
  const list = `<ul class="details">${lines.join('')}</ul>`;
  const count = wave.left_out.length;
  return count > OPEN_UP_TO
    ? `<details><summary>${count.toLocaleString('en')} zones do not migrate</summary>${list}</details>`
    : list;
}

/** The changes of one wave. */
export interface WaveOfChanges {
  /** As HTML. */
  readonly title: string;
  /** Who approved all of them; null when that differs, or one is not approved. */
  readonly approval: Approval | null;
  /** Whether a rollout has it. */
  readonly isRecorded: boolean;
  readonly changes: readonly Change[];
}

/** Changes by their wave: those of which one has no recorded approval first, then in the order of the waves. */
export function byWave(changes: readonly Change[], { waves }: Review): readonly WaveOfChanges[] {
  const groups = new Map<string, Change[]>();
  for (const each of changes) {
    const key = keyOf(each.migration?.rollout ?? null, each.migration?.wave ?? '');
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  const places = new Map(waves.map(({ rollout, name }, index) => [keyOf(rollout, name), index]));
  return [...groups]
    .map(([key, group]) => {
      const { rollout = null, wave = '' } = group[0]?.migration ?? {};
      const isApproved = group.every(({ migration }) => migration !== null && hasApproval(migration));
      return { group, rollout, wave, isApproved, place: places.get(key) ?? -1 };
    })
    .sort(
      (one, other) =>
        Number(one.isApproved) - Number(other.isApproved) ||
        one.place - other.place ||
        inNaturalOrder(one.wave, other.wave),
    )
    .map(({ group, rollout, wave, isApproved }) => ({
      title:
        rollout === null
          ? `Wave ${escaped(wave)}`
          : `Wave ${html([{ text: wave }])} of ${html([{ text: rollout }])}${isApproved ? '' : ', without a recorded approval'}`,
      approval: isApproved ? (group[0]?.migration?.approval ?? null) : null,
      isRecorded: rollout !== null,
      changes: group,
    }));
}

function keyOf(rollout: string | null, wave: string): string {
  return `${rollout ?? ''}\n${wave}`;
}
