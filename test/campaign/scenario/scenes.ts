import type { Edit } from '../program/edit';
import type { Block } from '../program/program';
import { changed } from './draw-edit';
import { take, type Draft } from './generate';
import type { Command, HandEdit, Step } from './scenario';

const APPLY = { run: 'apply', saved: true } as const;

/** Several steps that belong together: sequences that people run into, and that chance would seldom draw. */
export function drawScene(draft: Draft): readonly Step[] {
  const { draw } = draft;
  const block = draw.pick([undefined, ...draft.program.blocks]);
  if (block === undefined) return [];
  const scenes = block.kind === 'migration' ? ofMigration(draft, block) : ofOthers(draft, block);
  return draw.pick(scenes)();
}

function step(
  draft: Draft,
  edits: readonly Edit[],
  command: Command = APPLY,
  more: Partial<Step> = {},
): Step {
  edits.forEach((edit) => take(draft, edit));
  return { edits, byHand: [], command, ...more };
}

function ofOthers(draft: Draft, block: Block): readonly (() => readonly Step[])[] {
  const { label, kind } = block;
  const fresh = (): string => `a${(draft.taken.count += 1)}`;
  const cbd = { do: 'lifecycle', label, lifecycle: { createBeforeDestroy: true } } as const;
  return [
    // The new address alone first, then everything.
    () => {
      if (kind === 'rules') return [];
      const to = fresh();
      const rename = { do: 'rename', label, to, moved: false } as const;
      return [step(draft, [rename], { ...APPLY, target: to }), step(draft, [])];
    },
    // A rename; the plan of one process refuses managed rules that are destroyed and made.
    () => [step(draft, [{ do: 'rename', label, to: fresh(), moved: kind === 'rules' }])],
    // A replacement whose dependent fails leaves a deposed object.
    () => [
      step(draft, [cbd, { do: 'dependent', label, dependent: 'holds' }]),
      step(
        draft,
        [{ do: 'dependent', label, dependent: 'fails' }],
        { ...APPLY, replace: label },
        { mayFail: true },
      ),
      step(draft, [{ do: 'dependent', label, dependent: 'holds' }]),
    ],
    () => ignoredAndRotated(draft, block),
    // Everything is destroyed and made once more.
    () => {
      const hasMigration = draft.program.blocks.some((other) => other.kind === 'migration');
      return [
        step(draft, [], { run: 'destroy', ...(hasMigration ? { target: label } : {}) }),
        step(draft, []),
      ];
    },
  ];
}

/** Others rotate what is ignored; then something else changes. */
function ignoredAndRotated(draft: Draft, block: Block): readonly Step[] {
  const { label, kind, settings } = block;
  const { key = '', zone = 0 } = block.members[0] ?? {};
  const options = { logpull_options: 'fields=ClientIP', output_options: null };
  const [ignore, byHand]: readonly [readonly string[], readonly HandEdit[]] =
    kind === 'job'
      ? [
          ['destination_conf', 'logpull_options', 'output_options'],
          [
            { by: 'hand', what: 'rotate', key },
            { by: 'hand', what: 'change job', key, change: options },
          ],
        ]
      : kind === 'rules'
        ? [['rules'], [{ by: 'hand', what: 'disable rules', zone }]]
        : [['cookies'], [{ by: 'hand', what: 'save fields', zone, cookies: ['rotated'] }]];
  const other =
    kind === 'job' ? { ...settings, enabled: settings['enabled'] !== true } : changed(draft, block);
  return [
    step(draft, []),
    step(draft, [{ do: 'lifecycle', label, lifecycle: { ignore } }]),
    step(draft, [{ do: 'set', label, settings: other }], APPLY, { byHand }),
  ];
}

function ofMigration(draft: Draft, block: Block): readonly (() => readonly Step[])[] {
  const { label } = block;
  return [
    () => [
      step(draft, [{ do: 'set', label, settings: { ...changed(draft, block), target_state: 'finished' } }]),
    ],
    () => [
      step(draft, [{ do: 'forget', label }]),
      step(draft, [{ do: 'add', block: { ...block, label: `a${(draft.taken.count += 1)}` } }]),
    ],
  ];
}
