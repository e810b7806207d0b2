import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createEmulator, DEFAULT_ZONE_ID, type SeedDocument, type SeedZone } from '../../emulator';
import type { Answer } from '../../cli/copy/answers';
import { isRecord } from '../../schema';
import { everyAnswer } from '../support/every-get';
import { sendTo } from '../support/send-to';

import { fullPreviousWaf, uriOverride } from '../e2e/migrating-zones';

/** What the service answered, by the name that the ledger has for it. */
interface Recording {
  /** Where everybody finds the answers. */
  readonly source: string;
  /** `recorded` from the service, or an example that its documentation or a client `documented`. */
  readonly kind: 'recorded' | 'documented';
}

const FOLDER = join(process.cwd(), 'test', 'recorded-answers');

export const LEDGER = join(FOLDER, 'ledger.txt');

/** How sure a line of the ledger is, the surest first. A line never falls back. */
export const STATUSES = ['recorded', 'documented', 'not confirmed', 'not in the emulator'] as const;

/**
 * The ledger, for the emulator as it is: a line for each operation, member and form of a value, with how far it is
 * confirmed and by which recordings, which are those of the ledger so far.
 */
export async function ledgerLines(before: readonly string[]): Promise<readonly string[]> {
  const recordings = Object.entries(
    JSON.parse(readFileSync(join(FOLDER, 'recordings.json'), 'utf8')) as Readonly<Record<string, Recording>>,
  );
  const emulator = linesOf(await emulatorAnswers());
  const namesOf = new Map(before.map((line) => [whatOf(line), line.split('\t')[4]?.split(', ') ?? []]));
  const all = new Set([...emulator, ...namesOf.keys()]);
  return [...all].sort().flatMap((line) => {
    const sources = recordings.filter(([name]) => namesOf.get(line)?.includes(name));
    if (sources.length === 0 && !emulator.has(line)) return [];
    const kind = sources.some(([, source]) => source.kind === 'recorded') ? 'recorded' : 'documented';
    const confirmed = sources.length > 0 ? kind : 'not confirmed';
    const status: (typeof STATUSES)[number] = emulator.has(line) ? confirmed : 'not in the emulator';
    return [[line, status, sources.map(([name]) => name).join(', ')].join('\t').trimEnd()];
  });
}

const whatOf = (line: string): string => line.split('\t', 3).join('\t');

/** The lines of a ledger that are less sure in the next one, or no longer in it. */
export function fallenBack(before: readonly string[], after: readonly string[]): readonly string[] {
  const rankOf = (line: string): number => STATUSES.findIndex((status) => status === line.split('\t')[3]);
  const ranks = new Map(after.map((line) => [whatOf(line), rankOf(line)]));
  const isConfirmed = (line: string): boolean => rankOf(line) <= STATUSES.indexOf('documented');
  return before.filter((line) => isConfirmed(line) && (ranks.get(whatOf(line)) ?? Infinity) > rankOf(line));
}

/** `GET /zones/{id}`, `plan.id` and `id`, with tabs between them: the forms of values, and nothing of the values themselves. */
function linesOf(answers: readonly Answer[]): ReadonlySet<string> {
  const lines = answers.flatMap((answer) => {
    const operation = `GET ${answer.path.replace(/\/([0-9a-f]{32}|\d+)(?=\/|$)/g, '/{id}')}`;
    return [...leavesOf(answer)].map(([path, value]) => {
      const member = path
        .replace(/\[\d+\]/g, '[]')
        .replace(/(^|\.)[0-9a-f]{32}(?=$|[.[])/g, '$1{}')
        // Names of headers are the customer's.
        .replace(/(^|\.)headers\..+?(?=\.(?:operation|value|expression)$)/, '$1headers.{}');
      return [operation, member, answer.status === 200 ? formOf(value) : String(value)].join('\t');
    });
  });
  return new Set(lines);
}

/** Values that hold no others, by where they stand: `rules[0].action`. A refusal has one, of its status and codes. */
function leavesOf({ status, result }: Answer): ReadonlyMap<string, unknown> {
  if (status !== 200) return new Map([['refused', `${status} ${(result as readonly unknown[]).join(' ')}`]]);
  const leaves = new Map<string, unknown>();
  const walk = (value: unknown, path: string): void => {
    const items = Array.isArray(value)
      ? value.map((item, index): [string, unknown] => [`${path}[${index}]`, item])
      : isRecord(value)
        ? Object.entries(value).map(([name, each]): [string, unknown] => [
            path === '' ? name : `${path}.${name}`,
            each,
          ])
        : [];
    if (items.length === 0) leaves.set(path, value);
    for (const [at, each] of items) walk(each, at);
  };
  walk(result, '');
  return leaves;
}

const TEXTS: Readonly<Record<string, RegExp>> = {
  ...{ id: /^[0-9a-f]{32}$/, time: /^\d{4}-\d\d-\d\dT[\d:.]+Z$/, digits: /^\d+$/, empty: /^$/ },
};

/** What a value looks like. */
function formOf(value: unknown): string {
  if (typeof value === 'string') return Object.keys(TEXTS).find((form) => TEXTS[form]?.test(value)) ?? 'text';
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value;
  return Array.isArray(value) ? 'empty list' : 'empty object';
}

const ACCOUNT = { id: 'ac'.repeat(16), name: 'Main' };
const OVERRIDDEN = 'ab'.repeat(16);
const FINISHED = 'cd'.repeat(16);

const TIME = '2026-01-02T03:04:05Z';

type SeedLogpushJob = NonNullable<NonNullable<SeedZone['logpush']>['jobs']>[number];

function job(more: Partial<SeedLogpushJob>): SeedLogpushJob {
  return {
    ...{ name: 'logs', dataset: 'http_requests', enabled: true, destination_conf: 's3://logs/a?region=eu' },
    output_options: {
      output_type: 'ndjson',
      field_names: ['RayID'],
      timestamp_format: 'rfc3339',
      sample_rate: 1,
    },
    ...more,
  };
}

/** Zones with everything that a zone can have, before and after the migration, and one that cannot migrate. */
const SEED: SeedDocument = {
  zones: [
    {
      ...{ id: DEFAULT_ZONE_ID, name: 'shop.example', plan: 'enterprise', account: ACCOUNT },
      previous_waf: {
        ...fullPreviousWaf({ sensitivity: 'low', actionMode: 'block', contentManagement: 'off' }),
        filters: [{ expression: 'true', description: 'all', ref: 'all', paused: false }],
        firewall_rules: [
          ...(fullPreviousWaf().firewall_rules ?? []),
          {
            ...{ action: 'bypass', products: ['waf'], description: 'office', ref: 'office', priority: 1 },
            filter: { expression: 'ip.src eq 192.0.2.1', description: 'office', ref: 'office' },
          },
        ],
        page_rules: [
          {
            url: 'shop.example/a',
            actions: [{ id: 'forwarding_url', value: { url: 'https://b', status_code: 301 } }],
          },
          {
            url: 'shop.example/b',
            actions: [
              { id: 'cache_level', value: 'bypass' },
              { id: 'edge_cache_ttl', value: 60 },
            ],
          },
          { url: 'shop.example/c', actions: [{ id: 'disable_security' }] },
        ],
      },
      logpush: {
        jobs: [
          job({
            id: 7,
            filter: '{"where":{"key":"ClientIP","operator":"eq","value":"a"}}',
            max_upload_bytes: 5000000,
          }),
          job({
            id: 8,
            logpull_options: 'fields=RayID',

            last_complete: TIME,
            last_error: TIME,
            error_message: 'no',
          }),
        ],
      },
    },
    {
      ...{ id: OVERRIDDEN, name: 'blog.example', plan: 'enterprise', type: 'partial' },
      previous_waf: { uri_overrides: [uriOverride('1')] },
    },
    {
      ...{ id: FINISHED, name: 'logs.example', plan: 'enterprise', account: ACCOUNT },
      migration: { state: 'finished' },
      rulesets: [
        {
          phase: 'http_request_firewall_managed',
          rules: [
            {
              ...{ action: 'execute', expression: 'true', description: 'all' },
              action_parameters: {
                id: 'efb7b8c949ac4650a09736fc376e9aee',
                overrides: { rules: [{ id: '5de7edfa648c4d6891dc3e7f84534ffa', enabled: false }] },
              },
            },
            { action: 'skip', expression: 'false', action_parameters: { ruleset: 'current' } },
          ],
        },
        {
          phase: 'http_log_custom_fields',
          rules: [
            {
              action: 'log_custom_field',
              expression: 'true',
              action_parameters: { cookie_fields: [{ name: 'sid' }] },
            },
          ],
        },
      ],
    },
  ],
  options: { model: 'today', uri_overrides: 'available' },
};

/** The emulator's answers to every GET in scope. */
async function emulatorAnswers(): Promise<readonly Answer[]> {
  const send = sendTo(createEmulator({ seed: SEED }));
  const answers: Answer[] = [];
  for (const { id = '' } of SEED.zones ?? []) answers.push(...(await everyAnswer([id], send)));
  const ask = async (path: readonly string[], as = path): Promise<void> => {
    const { status, result } = await send(path, {});
    answers.push({ path: `/${as.join('/')}`, status, result });
  };
  await ask(['zones']);
  const zone = ['zones', DEFAULT_ZONE_ID];
  const phase = (name: string): readonly string[] => [
    'zones',
    FINISHED,
    'rulesets',
    'phases',
    name,
    'entrypoint',
  ];
  await ask(phase('http_request_firewall_managed'), phase('{phase}'));
  await ask([...zone, 'logpush', 'jobs', '7']);
  return answers;
}
