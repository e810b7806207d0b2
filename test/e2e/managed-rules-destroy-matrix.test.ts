import {
  ASKED,
  COMMANDS,
  DEPOSED,
  FORGOTTEN,
  REMOVED,
  REPLACED,
  SAVED,
  STATES,
  TAINTED,
  UNREFRESHED,
  type Way,
} from './destroy-matrix';
import { apply, destroy, flags, forgetting, json, validating } from './destroy-commands';
import { changesNothing, letsThrough, outcomeOf, refuses, succeeds, writes } from './destroy-outcome';
import { eventsOf } from './engine-events';
import {
  addressOf,
  begin,
  cells,
  configure,
  letFinish,
  only,
  service,
  setState,
  stored,
  useMigrations,
  workspace,
  zoneOf,
  zoneTextOf,
  type Cell,
} from './migrations-of-every-state';

const keys = (...ways: readonly (readonly Way[])[]): readonly string[] => ways.flat().map(({ key }) => key);

const CHANGED = [...REMOVED, ...REPLACED, ...TAINTED];
const EVERY = [...CHANGED, ...ASKED];

useMigrations([...keys(EVERY), FORGOTTEN.abandon.key, FORGOTTEN.abandonReplace.key], {
  startedBy: 'workspace',
});

const itself =
  (ways: readonly Way[]) =>
  ({ key }: Cell): Way => {
    const way = ways.find((one) => one.key === key);
    if (!way) throw new Error(`no way ${key}`);
    return way;
  };

describe('a removal, a replacement or a tainted object', () => {
  test('of a migration that has begun is refused at plan', async () => {
    begin(cells(keys(CHANGED)), 'after');
    await refuses(cells(keys(CHANGED)), itself(CHANGED), () => apply());
  });

  test('of a migration in start is applied: a removed one is forgotten, and a replaced one begins', async () => {
    const removed = cells(keys(REMOVED.slice(0, 4)), ['start']);
    const others = cells(['renamed', 'trigger', 'trigger-first', ...keys(TAINTED)], ['start']);
    begin([...removed, ...others], 'after');
    await succeeds(apply());
    const made = others.map(zoneOf);
    expect(stored()).toEqual(validating(made));
    expect(writes()).toEqual([...made].sort());
  });

  test('another zone is refused in start as well', async () => {
    const moved = cells(['zone', 'zone-first'], ['start']);
    begin(moved, 'after');
    await refuses(moved, itself(CHANGED), () => apply());
  });

  test('planned without a refresh is refused, too, based on the state', async () => {
    const chosen = cells(keys(TAINTED));
    begin(chosen, 'after');
    await refuses(
      chosen,
      () => UNREFRESHED,
      () => apply('-refresh=false'),
    );
    const inStart = cells(keys(TAINTED), ['start']);
    begin(inStart, 'after');
    await succeeds(apply('-refresh=false'));
    expect(stored()).toEqual(validating(inStart.map(zoneOf)));
  });
});

test('-replace is refused at plan when the migration has begun, and begins a migration in start', async () => {
  const chosen = cells(keys(ASKED));
  begin(chosen, 'after');
  await refuses(chosen, itself(ASKED), () => apply(...flags('replace', chosen)));
  const inStart = cells(keys(ASKED), ['start']);
  begin(inStart, 'after');
  await succeeds(apply(...flags('replace', inStart)));
  expect(stored()).toEqual(validating(inStart.map(zoneOf)));
});

describe('terraform destroy', () => {
  const [whole, target] = COMMANDS;

  test('of all migrations is refused at plan, and forgets those in start', async () => {
    const chosen = cells(keys(REMOVED, REPLACED, ASKED));
    begin(chosen);
    await refuses(
      chosen,
      () => whole,
      () => destroy(),
    );
    begin(cells(keys(EVERY), ['start']));
    await succeeds(destroy());
    expect([stored(), writes()]).toEqual([[], []]);
  });

  test('of tainted ones is refused, too: the engine first plans to replace them, unless it does not refresh', async () => {
    const chosen = cells(keys(TAINTED));
    begin(chosen);
    await refuses(chosen, itself(TAINTED), () => destroy());
    await refuses(
      chosen,
      () => whole,
      () => destroy('-refresh=false'),
    );
  });

  test('of single ones is refused, too', async () => {
    const chosen = cells(['block']);
    begin(chosen);
    await refuses(
      chosen,
      () => target,
      () => destroy(...flags('target', chosen)),
    );
    const inStart = cells(['block'], ['start']);
    begin([...inStart, ...cells(['count'])]);
    await succeeds(destroy(...flags('target', inStart)));
    expect(stored().map(({ zone }) => zone)).toEqual(cells(['count']).map(zoneOf));
  });
});

describe('a plan saved in start, and applied after somebody began the migration,', () => {
  const inStart = (key: string): Cell => ({ key, state: 'start' });
  /** Brings the zones of up to three objects in start to the other states. */
  const somebodyBegins = (chosen: readonly Cell[]): readonly Cell[] =>
    chosen.map((cell, index) => setState(cell, STATES[index + 1] ?? 'finished'));
  const save = (...args: readonly string[]) => workspace.plan({ out: 'saved.tfplan', args });
  const applySaved = () => workspace.apply({ ...json(), planFile: 'saved.tfplan' });

  test('destroys nothing', async () => {
    const chosen = [inStart('block'), inStart('count'), inStart('each')] as const;
    begin(chosen);
    await save('-destroy');
    await refuses(somebodyBegins(chosen), () => SAVED.destroy, applySaved);
  });

  test('replaces nothing', async () => {
    const chosen = [inStart('replace'), inStart('late'), inStart('block')] as const;
    begin(chosen);
    await save(...flags('replace', chosen));
    await refuses(somebodyBegins(chosen), () => SAVED.replace, applySaved);
  });

  test('is applied when nobody did', async () => {
    const chosen = cells(['block', 'replace', 'replace-first'], ['start']);
    begin(chosen, 'after');
    await save(...flags('replace', chosen.slice(1)));
    expect(Object.values(SAVED).map(({ verdicts }) => verdicts.start)).toEqual(
      chosen.map(() => 'let through'),
    );
    await succeeds(applySaved());
    expect(stored()).toEqual(validating(chosen.slice(1).map(zoneOf)));
  });

  describe('with create_before_destroy', () => {
    const [replaced, tainted] = [inStart('replace-first'), inStart('provisioner-first')];
    const chosen = [replaced, tainted] as const;
    let then: readonly Cell[];

    beforeEach(async () => {
      begin(chosen, 'after');
      await save(...flags('replace', [replaced]));
      then = somebodyBegins(chosen);
      const zones = (): unknown => chosen.map((cell) => service.emulator.control.zone(zoneOf(cell)));
      const held = zones();
      const events = await eventsOf(applySaved());
      const verdicts = then.map(({ now = 'start' }) => SAVED.replaceFirst.verdicts[now]);
      expect([events.exitCode, verdicts]).toEqual([1, verdicts.map(() => 'refused at apply')]);
      // The engine repeats its own error for each attribute that comes out otherwise.
      expect([...new Set(events.errors.map(({ summary }) => summary))].sort()).toEqual([
        'Provider produced inconsistent final plan',
        `The migration of zone ${zoneTextOf(tainted)} cannot go back to validation.`,
      ]);
      // The engine keeps what it did not get rid of as deposed objects.
      expect(zones()).toEqual(held);
      expect(
        stored()
          .filter(({ deposed }) => deposed)
          .map(({ zone }) => zone),
      ).toEqual(chosen.map(zoneOf).sort());
      expect([stored().filter(({ deposed }) => !deposed), writes()]).toEqual([[], []]);
      service.emulator.control.clearJournal();
    });

    test('the next plan does not destroy the deposed objects either, unless they are in start', async () => {
      const events = await changesNothing(() => apply());
      const outcome = Object.values(outcomeOf(events, then)).map(([verdict]) => verdict);
      expect(outcome).toEqual(then.map(({ now = 'start' }) => DEPOSED.verdicts[now]));
      for (const cell of chosen)
        expect(events.errors.map(({ summary }) => summary)).toContainEqual(
          expect.stringContaining(`${zoneTextOf(cell)} cannot be destroyed`),
        );
      only([replaced]);
      configure([replaced], 'after');
      setState(replaced, 'start');
      expect(DEPOSED.verdicts.start).toBe('let through');
      await succeeds(apply());
      expect(stored()).toEqual(validating([zoneOf(replaced)]));
    });

    test('the deposed objects can be forgotten', async () => {
      configure([], 'after', forgetting(chosen));
      await succeeds(apply());
      expect([stored(), writes()]).toEqual([[], []]);
    });
  });
});

describe('forgetting on purpose leaves the zone as it is:', () => {
  const chosen = cells(['block']);

  test('a removed block', async () => {
    begin(chosen);
    configure([], 'before', forgetting(chosen));
    await letsThrough(chosen, FORGOTTEN.removed, () => apply());
  });

  test('terraform state rm', async () => {
    begin(chosen);
    await letsThrough(chosen, FORGOTTEN.stateRm, () =>
      workspace.run(['state', 'rm', ...chosen.map(addressOf)]),
    );
  });

  test('a migration with "abandon", destroyed', async () => {
    const abandoned = cells([FORGOTTEN.abandon.key]);
    begin(abandoned);
    await letsThrough(abandoned, FORGOTTEN.abandon, () => destroy());
  });

  test('a migration with "refuse", until on_destroy was changed and applied', async () => {
    const late = cells(['late'], ['validation', 'finished']);
    begin(late, 'after');
    await succeeds(apply());
    await letsThrough(late, FORGOTTEN.abandon, () => destroy());
  });

  test('a migration with "abandon", replaced: it is taken over as it is', async () => {
    const abandoned = cells([FORGOTTEN.abandonReplace.key]);
    begin(abandoned);
    // What is finishing is waited for.
    let goesOn: Promise<void> | undefined;
    const onLine = (line: string): void => {
      if (line.includes('"apply_start"')) goesOn ??= letFinish();
    };
    await succeeds(workspace.apply({ ...json(...flags('replace', abandoned)), onLine }));
    expect(stored().map(({ state }) => state)).toEqual(['validation', 'validation', 'finished', 'finished']);
    expect(writes()).toEqual(cells([FORGOTTEN.abandonReplace.key], ['start']).map(zoneOf));
  });
});
