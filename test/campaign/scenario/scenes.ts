import type { Edit } from '../program/edit';
import type { Block, Kind } from '../program/program';
import { changed } from './draw-edit';
import { take, type Draft } from './generate';
import type { Command, HandEdit, Step } from './scenario';

const APPLY = { run: 'apply', saved: true } as const;

/** Several steps that belong together: sequences that people run into, and that chance would seldom draw. */
export function drawScene(draft: Draft): readonly Step[] {
  const { draw } = draft;
  const block = draw.pick([undefined, ...draft.programs.a.blocks]);
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
  const expects = more.expects ?? 'success';
  // What is refused is taken back.
  if (expects !== 'refusal') edits.forEach((edit) => take(draft, more.state ?? 'a', edit));
  return { state: 'a', edits, byHand: [], command, ...more, expects };
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
    // A rename, together with the other provider configuration where the round has one, in one apply.
    () => {
      const to = fresh();
      return [
        step(draft, [
          // The plan of one process refuses managed rules that are destroyed and made.
          { do: 'rename', label, to, moved: kind === 'rules' && !draft.hasAlias },
          ...(draft.hasAlias ? [{ do: 'other alias', label: to } as const] : []),
        ]),
      ];
    },
    // A replacement whose dependent fails leaves a deposed object.
    () => [
      step(draft, [cbd, { do: 'dependent', label, dependent: 'holds' }]),
      step(
        draft,
        [{ do: 'dependent', label, dependent: 'fails' }],
        { ...APPLY, replace: label },
        { expects: 'either' },
      ),
      step(draft, [{ do: 'dependent', label, dependent: 'holds' }]),
    ],
    // Others rotate what is ignored; then something else changes.
    () => {
      const ignore =
        kind === 'job'
          ? ['destination_conf', 'logpull_options', 'output_options']
          : [kind === 'rules' ? 'rules' : 'cookies'];
      const settings =
        kind === 'job'
          ? { ...block.settings, enabled: block.settings['enabled'] !== true }
          : changed(draft, block);
      const key = block.members[0]?.key ?? '';
      const byHand: readonly HandEdit[] =
        kind === 'job'
          ? [
              { by: 'hand', what: 'rotate', key },
              {
                by: 'hand',
                what: 'change job',
                key,
                change: { logpull_options: 'fields=ClientIP', output_options: null },
              },
            ]
          : kind === 'rules'
            ? [{ by: 'hand', what: 'disable rules', zone: block.members[0]?.zone ?? 0 }]
            : [{ by: 'hand', what: 'save fields', zone: block.members[0]?.zone ?? 0, cookies: ['rotated'] }];
      return [
        step(draft, []),
        step(draft, [{ do: 'lifecycle', label, lifecycle: { ignore } }]),
        step(draft, [{ do: 'set', label, settings }], APPLY, { byHand }),
      ];
    },
    // prevent_destroy holds, and the program goes back.
    () => [
      step(draft, [{ do: 'lifecycle', label, lifecycle: { preventDestroy: true } }]),
      step(draft, [], { ...APPLY, replace: label }, { expects: 'refusal' }),
      step(draft, [{ do: 'lifecycle', label, lifecycle: {} }]),
    ],
    // A condition that fails stops the run before anything is written.
    () => [
      step(draft, [{ do: 'lifecycle', label, lifecycle: { conditions: 'fail' } }], APPLY, {
        expects: 'refusal',
      }),
    ],
    // The other state takes it, and this one lets it go.
    () => handedOver(draft, block, kind),
    // Replaced in every way, one after the other.
    () => [
      step(draft, [cbd], { ...APPLY, replace: label }),
      step(draft, [], { run: 'taint', label }),
      step(draft, [{ do: 'replace by trigger', label }]),
    ],
    // Everything is destroyed and made once more.
    () =>
      draft.programs.a.blocks.some((other) => other.kind === 'migration')
        ? [step(draft, [], { run: 'destroy', target: label }), step(draft, [])]
        : [step(draft, [], { run: 'destroy' }), step(draft, [])],
    // A second declaration of one object is refused.
    () =>
      kind === 'fields' || kind === 'rules'
        ? [
            step(
              draft,
              [{ do: 'add', block: { ...block, label: fresh(), lifecycle: {}, dependent: 'none' } }],
              APPLY,
              { expects: 'refusal' },
            ),
          ]
        : [],
    // A saved plan after an apply is an old one.
    () => [
      step(draft, [{ do: 'rename', label, to: fresh(), moved: true }], { run: 'plan' }),
      step(draft, []),
    ],
  ];
}

/** The other state gets the fields of a zone, then this one removes its block: they stay. */
function handedOver(draft: Draft, block: Block, kind: Kind): readonly Step[] {
  if (kind !== 'fields' || block.repeat !== 'none') return [];
  const label = `b${(draft.taken.count += 1)}`;
  const taken: Block = {
    ...block,
    label,
    lifecycle: {},
    dependent: 'none',
    settings: draft.draw.chance(0.5) ? block.settings : changed(draft, block),
  };
  return [
    step(draft, [{ do: 'add', block: taken }], APPLY, { state: 'b' }),
    step(draft, [{ do: draft.draw.pick(['remove', 'forget'] as const), label: block.label }]),
  ];
}

function ofMigration(draft: Draft, block: Block): readonly (() => readonly Step[])[] {
  const { label } = block;
  const refused = (edits: readonly Edit[], command: Command = APPLY): readonly Step[] => [
    step(draft, edits, command, { expects: 'refusal' }),
  ];
  const to = `a${(draft.taken.count += 1)}`;
  return [
    () => refused([{ do: 'remove', label }]),
    () => refused([{ do: 'rename', label, to, moved: false }]),
    // Another zone is refused whatever its state, also when the object may be destroyed.
    () => [
      step(draft, [{ do: 'set', label, settings: { ...block.settings, on_destroy: 'abandon' } }]),
      ...refused([
        { do: 'other zone', label, zone: ((block.members[0]?.zone ?? 0) + 1) % draft.zones.length },
      ]),
      step(draft, [], { ...APPLY, replace: label }),
      step(draft, [{ do: 'set', label, settings: block.settings }]),
    ],
    () => refused([], { ...APPLY, replace: label }),
    () => refused([], { run: 'destroy', target: label }),
    () => [
      step(draft, [{ do: 'set', label, settings: { ...changed(draft, block), target_state: 'finished' } }]),
    ],
    () => [
      step(draft, [{ do: 'forget', label }]),
      step(draft, [{ do: 'add', block: { ...block, label: to } }]),
    ],
  ];
}
