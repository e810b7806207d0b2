import { inLane } from '../support/lane';
import { mulberry32 } from '../support/mulberry32';
import type { Workspace } from '../support/workspace';
import {
  addByHand,
  beginAnew,
  declare,
  exception,
  held,
  heldBy,
  keeping,
  killedAt,
  rest,
  teams,
  type Blocks,
  type Teams,
} from './owners';

/** Random rounds of two states in one zone, whose runs are killed at any write: no rule is lost, and none is there twice. */

let all: Teams;
beforeAll(async () => {
  all = await teams('engine');
});
beforeEach(() => beginAnew(all));

const NAMES = ['a', 'b', 'c', 'd', 'e'];

/** What a team has declared, and what of it is to be there. */
interface Team {
  readonly workspace: Workspace;
  readonly name: string;
  owner: string;
  has: readonly string[];
  /** Whether its rules get a mark: what a killed run left of them is taken over as it was declared. */
  isBegun: boolean;
}

async function round(seed: number): Promise<void> {
  const draw = mulberry32(seed);
  const below = (most: number): number => draw() % most;
  const pair: readonly Team[] = [
    { workspace: all.platform, name: 'platform', owner: 'platform', has: [], isBegun: false },
    { workspace: all.product, name: 'product', owner: 'product', has: [], isBegun: false },
  ];
  const hands: string[] = [];
  let blocks: Blocks = {};
  for (let step = 0; step < 6; step += 1) {
    const team = pair[below(2)] as Team;
    if (!team.isBegun) {
      const rules = NAMES.filter(() => below(2) === 0)
        .map((name) => [draw(), name] as const)
        .sort(([one], [other]) => one - other)
        .map(([order, name]) => ({ name, host: `${team.name}${order % 3}` }));
      const before = team.owner;
      if (team.has.length > 0 && below(5) === 0) team.owner = `${team.name}-${below(2)}`;
      const placement = below(2) === 0 ? 'first' : 'last';
      const written = rules.map(({ name, host }) => exception(name, host));
      blocks = rules.length > 0 ? { main: keeping(team.owner, written, { placement }) } : {};
      team.isBegun = team.has.length === 0 || team.owner !== before;
      team.has = rules.map(({ name, host }) => `${name} ${host}`);
      declare(team.workspace, blocks);
    }
    if (below(2) === 0) {
      all.service.emulator.control.clearJournal();
      const isKilled = await killedAt(all, team.workspace, 1 + below(3), below(2) === 0);
      if (isKilled && below(2) === 0) addByHand(all, (hands[hands.length] = `by hand ${step}`));
      if (isKilled) continue;
    } else await team.workspace.applied();
    team.isBegun = false;
  }
  for (const { workspace } of pair) await workspace.applied();
  expect({
    ...Object.fromEntries(pair.map(({ name, owner }) => [name, heldBy(all, owner)])),
    hands: heldBy(all, 'others').length,
    all: held(all).length,
  }).toEqual({
    ...Object.fromEntries(pair.map(({ name, has }) => [name, has])),
    hands: hands.length,
    all: hands.length + pair.reduce((sum, { has }) => sum + has.length, 0),
  });
  await rest(all);
}

const ROUNDS = Number(process.env['ZONEWRIGHT_TEST_ROUNDS'] ?? inLane({ share: 3, whole: 100 }));

test.each(Array.from({ length: ROUNDS }, (_, index) => index + 1))('round %i', async (seed) => {
  await round(seed);
});
