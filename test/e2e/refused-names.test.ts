import { isRecord, OBJECT_SCHEMAS, type Attributes, type NestedAttribute } from '../../schema';
import { createWorkspace, startService, type TestService, type Workspace } from '../support/workspace';

/** A name that the objects at a place refuse. */
interface Refused {
  readonly type: string;
  /** Names of attributes, and the key of each map on the way. */
  readonly place: readonly string[];
  readonly name: string;
  readonly instead: string;
}

const MANAGED = 'efb7b8c949ac4650a09736fc376e9aee';
const SCANNER_RULE = '0242110ae62e44028a13bf4834780914';

/** The keys of maps, and what else an object must have, by its place. */
const KEYS: Readonly<Record<string, string>> = { rules: SCANNER_RULE };
const NEEDED: Readonly<Record<string, object>> = {
  zone_logpush_job: { destination_conf: 'https://logs.example.com' },
  'zone_logpush_job.output_options': { field_names: ['RayID'] },
  'zone_managed_rules.deployments.key': { ruleset_id: MANAGED },
  'zone_managed_rules.exceptions.key': { expression: 'ssl', skip: 'remaining' },
  'zone_managed_rules.deployments.key.overrides.categories.key': { enabled: true },
  'zone_managed_rules.deployments.key.overrides.rules.key': { enabled: true },
};

function refusedIn(type: string, attributes: Attributes, at: readonly string[] = []): readonly Refused[] {
  return Object.entries(attributes).flatMap(([attribute, described]) => {
    const nested = described as Partial<NestedAttribute>;
    if (nested.attributes === undefined) return [];
    const place = [...at, attribute, ...(nested.nested === 'map' ? ['key'] : [])];
    return [
      ...Object.entries(nested.refused ?? {}).map(([name, instead]) => ({ type, place, name, instead })),
      ...refusedIn(type, nested.attributes, place),
    ];
  });
}

const ALL = OBJECT_SCHEMAS.flatMap(({ type, attributes }) => refusedIn(type, attributes));

/** The attributes of an object that has a name at its place, with the value. */
function valueWith({ type, place, name }: Refused, value: unknown): Readonly<Record<string, unknown>> {
  const from = (depth: number): Readonly<Record<string, unknown>> => {
    const needed = NEEDED[[type, ...place.slice(0, depth)].join('.')];
    const [next, after] = place.slice(depth);
    if (next === undefined) return { ...needed, [name]: value };
    const isMap = after === 'key';
    return { ...needed, [next]: isMap ? { [KEYS[next] ?? 'key']: from(depth + 2) } : from(depth + 1) };
  };
  return from(0);
}

let service: TestService;
let workspace: Workspace;
beforeAll(async () => {
  service = await startService();
  workspace = await createWorkspace({ env: service.env, startedBy: 'workspace' });
});

const FORMS = { literal: true, nothing: null, later: '${terraform_data.later.id}' } as const;

/** A resource for each name and form, each in a zone of its own. Objects come from variables with types of their own. */
function configuration(): object {
  const resource: Record<string, Record<string, object>> = { terraform_data: { later: {} } };
  const variable: Record<string, object> = {};
  for (const [index, row] of ALL.entries())
    for (const [at, [form, value]] of Object.entries(FORMS).entries()) {
      const id = `${form}_${index}`;
      const given = valueWith(row, value);
      const [first = ''] = row.place;
      if (form !== 'later') variable[id] = { type: typeOf(given[first]), default: given[first] };
      (resource[row.type] ??= {})[id] = {
        zone_id: `${at}${index}`.padStart(32, '0'),
        ...given,
        ...(form !== 'later' && { [first]: `\${var.${id}}` }),
      };
    }
  return { terraform: { required_providers: { zone: { source: 'zonewright/zone' } } }, variable, resource };
}

/** The type of a variable that holds a value. */
function typeOf(value: unknown): string {
  if (Array.isArray(value)) return 'list(string)';
  if (!isRecord(value)) return typeof value === 'string' ? 'string' : 'bool';
  const [key, first] = Object.entries(value)[0] ?? [];
  if (key === 'key' || key === SCANNER_RULE) return `map(${typeOf(first)})`;
  return `object({ ${Object.entries(value)
    .map(([name, member]) => `${name} = ${typeOf(member)}`)
    .join(', ')} })`;
}

interface Said {
  readonly severity: string;
  readonly summary: string;
  readonly detail: string;
  readonly address?: string;
}

test('every refused name is an error that names the real one, unless it is null', async () => {
  expect(ALL.length).toBeGreaterThan(10);
  workspace.write('main.tf.json', JSON.stringify(configuration(), null, 2));
  await workspace.ready();
  expect(await workspace.validate()).toMatchObject({ exitCode: 0 });
  const { stdout } = await workspace.run(['plan', '-json']);
  const said = stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .flatMap((line) => (JSON.parse(line) as { readonly diagnostic?: Said }).diagnostic ?? []);
  // What to do about a name that several objects have is in the error of one, and in a warning beside those of the others.
  const told = said.filter(({ summary }) => summary.startsWith('Several objects fail alike'));
  const seen = said
    .filter(({ severity, summary }) => severity === 'error' && summary.includes('There is no attribute'))
    .map(({ address, summary, detail }) => [
      address,
      summary,
      detail.startsWith('What to do') ? told.find((one) => one.address === address)?.detail : detail,
    ]);
  const expected = ALL.flatMap(({ type, place, name, instead }, index) =>
    ['literal', 'later'].map((form) => [
      `${type}.${form}_${index}`,
      `${shown([...place, name])}: There is no attribute ${name} here.`,
      instead,
    ]),
  );
  expect(seen.sort()).toEqual(expected.sort());
});

/** A path as messages write it. */
function shown(place: readonly string[]): string {
  return place.reduce((text, step, index) => {
    if (step !== 'key') return index === 0 ? step : `${text}.${step}`;
    return `${text}[${JSON.stringify(KEYS[place[index - 1] ?? ''] ?? 'key')}]`;
  }, '');
}
