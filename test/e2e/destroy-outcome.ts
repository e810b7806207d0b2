import { stateInWords } from '../../provider-shim/resources/migration/status';
import { stateText } from '../support/engine';
import { ASKED, REPLACED, TAINTED, UNREFRESHED, type Verdict, type Way } from './destroy-matrix';
import { eventsOf, type EngineEvents } from './engine-events';
import {
  otherZoneOf,
  service,
  stored,
  workspace,
  zoneOf,
  zoneTextOf,
  type Cell,
} from './migrations-of-every-state';

/** A run of the engine with `-json`. */
type Command = Promise<{ readonly exitCode: number; readonly stdout: string }>;

/** How a run came out: for each cell what became of it, and the headlines of its errors. */
type Outcome = Readonly<Record<string, readonly [Verdict, ...string[]]>>;

const named = ({ key, state }: Cell): string => `${key} in ${state}`;

/** What a run did with each cell: one that no error is about was let through. */
export function outcomeOf({ errors, applies }: EngineEvents, chosen: readonly Cell[]): Outcome {
  return Object.fromEntries(
    chosen.map((cell) => {
      const about = errors
        .filter(({ summary, detail }) => `${summary}\n${detail}`.includes(zoneOf(cell)))
        // Whether the new block is refused as well depends on which of the two the engine comes to first.
        .filter(({ summary }) => cell.key !== 'renamed' || summary.includes('cannot be destroyed'));
      const refused = applies ? 'refused at apply' : 'refused at plan';
      return [
        named(cell),
        [about.length === 0 ? 'let through' : refused, ...about.map(({ summary }) => summary).sort()],
      ];
    }),
  );
}

/** What the table says, with the headlines that a refusal has. */
function expected(chosen: readonly Cell[], wayOf: (cell: Cell) => Way): Outcome {
  return Object.fromEntries(
    chosen.map((cell) => {
      const way = wayOf(cell);
      const verdict = way.verdicts[cell.now ?? cell.state];
      return [named(cell), [verdict, ...(verdict === 'let through' ? [] : headlines(cell, way.key))]];
    }),
  );
}

/** The headlines of the refusal of a cell that is destroyed or replaced this way. */
export function headlines(cell: Cell, key: string): readonly string[] {
  const migration = `The migration of zone ${zoneTextOf(cell)}`;
  const destroy = cell.now
    ? `${migration} cannot be destroyed: it is ${stateInWords(cell.now)} (reported by the service just now), and the service offers no way back.`
    : `${migration} cannot be destroyed: it is ${stateInWords(cell.state)}, and the service offers no way back.`;
  const replace = `${migration} is already in the state (${cell.state}) and cannot be re-created.`;
  if (key === 'zone' || key === 'zone-first')
    return [
      `zone_id cannot change to ${otherZoneOf(cell)}: this object is the migration of zone ${zoneTextOf(cell)}.`,
    ];
  const replaces = [...ASKED, ...REPLACED, ...TAINTED, UNREFRESHED].some((way) => way.key === key);
  return [replaces ? replace : destroy];
}

/** The cells are refused as the table says, and nothing at all has changed. */
export async function refuses(
  chosen: readonly Cell[],
  wayOf: (cell: Cell) => Way,
  command: () => Command,
): Promise<void> {
  expect(outcomeOf(await changesNothing(command), chosen)).toEqual(expected(chosen, wayOf));
}

/** The command fails, and leaves the state file as it was, and the service as it was. */
export async function changesNothing(command: () => Command): Promise<EngineEvents> {
  const { control } = service.emulator;
  const [file, held] = [stateText(workspace.read('terraform.tfstate')), control.snapshot()];
  const events = await eventsOf(command());
  expect(events.exitCode).toBe(1);
  expect(stateText(workspace.read('terraform.tfstate'))).toBe(file);
  expect(control.snapshot()).toEqual(held);
  expect(writes()).toEqual([]);
  return events;
}

/** The zones that were written to since the run began. */
export function writes(): readonly (string | null | undefined)[] {
  return service.emulator.control
    .journal()
    .filter(({ method }) => method !== 'GET')
    .map(({ path }) => /zones\/([0-9a-f]{32})/.exec(path)?.[1])
    .sort();
}

export async function succeeds(command: Command): Promise<void> {
  expect(await eventsOf(command)).toMatchObject({ exitCode: 0, errors: [] });
}

/** All of it is forgotten, and nothing is changed at the service. */
export async function letsThrough(chosen: readonly Cell[], way: Way, command: () => Command): Promise<void> {
  const { control } = service.emulator;
  const held = control.snapshot();
  expect(chosen.map(({ state }) => way.verdicts[state])).toEqual(chosen.map(() => 'let through'));
  await succeeds(command());
  expect(stored()).toEqual([]);
  expect(control.snapshot()).toEqual(held);
  expect(writes()).toEqual([]);
}
