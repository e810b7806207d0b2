import { rulesetsSchema } from '../../../schema';
import { ok } from '../api/scripted-service';
import { readScripted } from './read-data';

const summary = (id: string, kind: string, phase: string) => ({
  ...{ id, kind, phase, name: id, description: '', version: '2', last_updated: '' },
});
const ALL = [summary('a', 'zone', 'p'), summary('b', 'zone', 'q'), summary('c', 'managed', 'p')];

test.each<readonly [Readonly<Record<string, string>>, readonly string[]]>([
  [{}, ['a', 'b', 'c']],
  [{ kind: 'zone' }, ['a', 'b']],
  [{ phase: 'p' }, ['a', 'c']],
  [{ kind: 'zone', phase: 'q' }, ['b']],
])('of the rulesets of a zone, %j narrows the result to %j', async (asked, ids) => {
  const { state, diagnostics } = await readScripted(rulesetsSchema, asked, ok(ALL));
  expect(diagnostics).toEqual([]);
  expect(state).toMatchObject({ rulesets: ALL.filter(({ id }) => ids.includes(id)) });
});
