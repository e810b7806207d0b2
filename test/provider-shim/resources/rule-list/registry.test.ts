import { perSet } from '../../../../schema';
import { sameFields, type Fields } from '../../../../provider-shim/resources/log-custom-fields/fields';
import type { Owner } from '../../../../provider-shim/resources/rule-list/owner';
import { ZoneRulesRegistry, type PlannedRules } from '../../../../provider-shim/resources/rule-list/registry';
import { rulesetWith } from '../log-custom-fields/ruleset';

type Planned = PlannedRules<Fields>;

const FIELDS: Fields = {
  ...perSet(() => []),
  request_headers: ['a'],
  description: '',
  enabled: true,
};
const OTHERS: Fields = { ...FIELDS, cookies: ['b'] };

const [ONE, TWO, IMPORTED] = [owner('one'), owner('two'), owner('two', 'one')];
const stored = (object: string, content: Planned['content'], owner: Owner | undefined = ONE): Planned => ({
  ...{ object, owner, content, isStored: true },
});
const unmarked = (content: Planned['content']): Planned => ({ ...stored('-', content), owner: undefined });
const created = (content: Planned['content']): Planned => ({
  object: { token: 'new' },
  owner: undefined,
  content,
  isStored: false,
});

test.each<readonly [string, Planned, Planned, readonly string[]]>([
  ['two new objects', created(FIELDS), created(OTHERS), ['declared twice']],
  ['two new objects with the same fields', created(FIELDS), created(FIELDS), ['declared twice']],
  ['a new object and one of the state', created(FIELDS), stored('a', OTHERS), ['declared twice']],
  ['one whose fields are not known', created('unknown'), stored('a', FIELDS), ['declared twice']],
  ['two of the state', stored('a', FIELDS), stored('b', OTHERS), ['declared twice']],
  ['two of the state with the same fields', stored('a', FIELDS), stored('b', FIELDS), ['harmless']],
  ['one kept and one destroyed', stored('a', FIELDS), stored('b', undefined, TWO), []],
  ['one destroyed that has no mark', stored('a', FIELDS), unmarked(undefined), ['in state twice']],
  ['one destroyed that was copied', stored('a', FIELDS), stored('a', undefined), ['in state twice']],
  ['two copies that are kept', stored('a', FIELDS), stored('a', FIELDS), ['harmless']],
  [
    'one kept and one destroyed, with one rule',
    stored('a', FIELDS, ONE),
    stored('b', undefined, IMPORTED),
    ['in state twice'],
  ],
  ['two destroyed, with one rule', stored('a', undefined, ONE), stored('b', undefined, IMPORTED), []],
  ['one destroyed and a new one', stored('a', undefined, ONE), created(FIELDS), ['created anew']],
  ['one without a mark destroyed and a new one', unmarked(undefined), created(FIELDS), ['created anew']],
  ['two halves of a replacement', stored('a', undefined), { ...stored('a', FIELDS), isStored: false }, []],
])('two plans for one zone conflict in the same way in either order %s', (_case, one, other, conflicts) => {
  for (const [first, second] of [
    [one, other],
    [other, one],
  ] as const) {
    const registry = new ZoneRulesRegistry<Fields>();
    expect(registry.reserve('z', first, sameFields)).toEqual([]);
    expect(registry.reserve('y', first, sameFields)).toEqual([]);
    const found = registry.reserve('z', second, sameFields);
    expect(
      found.map((one) => (one.kind === 'declared twice' && one.isHarmless ? 'harmless' : one.kind)),
    ).toEqual(conflicts);
  }
});

const [WRITER, IMPORTER, SECOND] = [owner('w'), owner('i', 'theirs'), owner('j', 'theirs')];

test.each<readonly [string, readonly string[], string | undefined]>([
  ['the one that wrote it', ['zonewright-w'], 'zonewright-w'],
  ['the one that wrote it before those that imported another', ['theirs', 'zonewright-w'], 'zonewright-w'],
  ['of two that imported it always the same', ['theirs'], 'zonewright-i'],
  ['none of a rule of others', ['nobody'], undefined],
])('the owner of a rule is found, in any order of the objects in the state %s', (_case, refs, ref) => {
  for (const owners of [
    [WRITER, IMPORTER, SECOND],
    [SECOND, IMPORTER, WRITER],
  ]) {
    const registry = new ZoneRulesRegistry<Fields>();
    for (const one of owners) registry.markInState('z', one);
    const ruleset = rulesetWith(...refs.map((one) => ({ ref: one })));
    expect(registry.ownerOf('z', ruleset)?.ref).toBe(ref);
    expect(registry.ownerOf('y', ruleset)).toBeUndefined();
  }
});

test('the outcome for the rule of an object is known only for that object', () => {
  const registry = new ZoneRulesRegistry<Fields>();
  registry.markWritten('z', owner('a'));
  const written = (name: string, zone = 'z'): boolean => registry.hasWritten(zone, `zonewright-${name}`);
  expect([written('a'), written('b'), written('a', 'y')]).toEqual([true, false, false]);
});

function owner(name: string, ...imported: readonly string[]): Owner {
  return {
    ref: `zonewright-${name}`,
    imported: imported.map((one) => (one === 'one' ? 'zonewright-one' : one)),
  };
}
