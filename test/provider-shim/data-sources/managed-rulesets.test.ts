import type { SeedZone } from '../../../emulator';
import { managedRulesetsSchema, WELL_KNOWN_RULESETS } from '../../../schema';
import { ZONE } from '../api/emulated-zone';
import { ok } from '../api/scripted-service';
import type { Plain } from '../sdk/framework/plain';
import { readEmulated, readScripted, type ReadData } from './read-data';

const {
  cloudflare_managed_ruleset: CLOUDFLARE,
  cloudflare_owasp_core_ruleset: OWASP,
  cloudflare_sensitive_data_detection: SENSITIVE_DATA,
} = WELL_KNOWN_RULESETS;
const SCORE_RULE = '6179ae15870a4bb7b2d480d4843b323c';

const read = (asked: Plain, seed: Partial<SeedZone> = {}): Promise<ReadData> =>
  readEmulated(managedRulesetsSchema, seed, {}, asked);

interface Found {
  readonly rulesets: Readonly<
    Record<string, { readonly name: string; readonly phase: string; readonly rules: object }>
  >;
}

const namesIn = ({ state }: ReadData): readonly string[] =>
  Object.values((state as Found).rulesets)
    .map(({ name }) => name)
    .sort();

const OWN = { rulesets: [{ phase: CLOUDFLARE.phase, rules: [] }] };
const ON_EVERY_PLAN = Object.values(WELL_KNOWN_RULESETS)
  .filter((ruleset) => ruleset !== SENSITIVE_DATA)
  .map(({ name }) => name)
  .sort();

test('a managed ruleset is read with its rules by id, their names, categories and threshold', async () => {
  const { state, diagnostics } = await read({ ids: [OWASP.id] });
  expect(diagnostics).toEqual([]);
  const { rulesets, ...given } = state as Found & Readonly<Record<string, unknown>>;
  expect(given).toEqual({ zone_id: ZONE, ids: [OWASP.id], names: null, phase: null });
  expect(Object.keys(rulesets)).toEqual([OWASP.id]);
  expect(rulesets[OWASP.id]).toEqual({
    name: OWASP.name,
    description: expect.stringContaining('Core Rule Set'),
    phase: OWASP.phase,
    version: '36',
    last_updated: '2022-02-08T16:11:18.236676Z',
    categories: ['paranoia-level-1', 'paranoia-level-2', 'paranoia-level-3', 'paranoia-level-4'],
    rules: expect.objectContaining({
      ad801cbf1e434f849dd076ec44550b20: {
        name: '920320: Missing User Agent Header',
        action: 'score',
        enabled: true,
        categories: ['paranoia-level-2'],
        score_threshold: null,
      },
      [SCORE_RULE]: {
        name: '949110: Inbound Anomaly Score Exceeded',
        action: 'block',
        enabled: true,
        categories: [],
        score_threshold: 40,
      },
    }),
  });
});

test.each<readonly [string, Plain, Partial<SeedZone>, readonly string[]]>([
  [
    'all, and none of its own',
    {},
    { plan: 'enterprise', ...OWN },
    [...ON_EVERY_PLAN, SENSITIVE_DATA.name].sort(),
  ],
  ['those of its subscription', {}, { plan: 'professional' }, ON_EVERY_PLAN],
  ['one by its name', { names: [CLOUDFLARE.name] }, {}, [CLOUDFLARE.name]],
  [
    'those of the ids and those of the names',
    { ids: [CLOUDFLARE.id, OWASP.id], names: [OWASP.name, SENSITIVE_DATA.name] },
    { plan: 'enterprise' },
    [CLOUDFLARE.name, OWASP.name, SENSITIVE_DATA.name],
  ],
  ['those of a phase', { phase: SENSITIVE_DATA.phase }, { plan: 'enterprise' }, [SENSITIVE_DATA.name]],
  ['none, for an empty list of ids', { ids: [] }, {}, []],
])('the managed rulesets of a zone are %s', async (_case, asked, seed, names) => {
  expect(namesIn(await read(asked, seed))).toEqual(names);
});

test.each<readonly [string, Plain, Partial<SeedZone>, readonly [string, string, RegExp]]>([
  [
    'an id that the service does not know',
    { ids: [`${OWASP.id.slice(0, -1)}0`] },
    {},
    [
      'ids',
      'managed ruleset with the id "4814384a9e5d4991b9815dcfc25d2f10"',
      /nearest is "4814384a9e5d4991b9815dcfc25d2f1f"/,
    ],
  ],
  [
    'a name with a typing error',
    { names: ['Cloudflare Manged Ruleset'] },
    {},
    ['names', 'with the name "Cloudflare Manged Ruleset"', /nearest is "Cloudflare Managed Ruleset"/],
  ],
  [
    'an id that needs another subscription',
    { ids: [SENSITIVE_DATA.id] },
    { plan: 'professional' },
    ['ids', `with the id "${SENSITIVE_DATA.id}"`, /Cloudflare OWASP Core Ruleset \(4814.*subscription/],
  ],
  [
    'an id of another phase',
    { ids: [CLOUDFLARE.id], phase: 'ddos_l7' },
    {},
    ['ids', `with the id "${CLOUDFLARE.id}"`, /lists no managed ruleset.*phase/],
  ],
])('%s is an error that names what there is', async (_case, asked, seed, [attribute, seen, hint]) => {
  const { state, diagnostics } = await read(asked, seed);
  expect(state).toBeNull();
  expect(diagnostics).toEqual([
    {
      severity: 'error',
      summary: `The zone can execute no ${seen.replace(/^with/, 'managed ruleset with')}.`,
      detail: expect.stringMatching(hint),
      at: [attribute],
    },
  ]);
});

test.each<readonly [string, object]>([
  ['categories that are not texts', { categories: [7] }],
  ['a threshold that is not a number', { score_threshold: '40' }],
])('a rule with %s is an error, and nothing is returned', async (_case, member) => {
  const ruleset = { id: OWASP.id, name: OWASP.name, kind: 'managed', phase: OWASP.phase, version: '1' };
  const { state, diagnostics } = await readScripted(
    managedRulesetsSchema,
    {},
    ok([ruleset]),
    ok({ ...ruleset, rules: [{ id: SCORE_RULE, action: 'block', ...member }] }),
  );
  expect(state).toBeNull();
  expect(diagnostics.map(({ severity }) => severity)).toEqual(['error']);
  expect(`${diagnostics[0]?.summary} ${diagnostics[0]?.detail}`).toContain(Object.keys(member)[0]);
});
