import { startEmulator, type FaultEffect, type RunningEmulator } from '../../emulator';
import { inLane } from '../support/lane';
import { createWorkspace, hcl, type Workspace } from '../support/workspace';
import { writtenFiles } from '../support/written-files';
import { envelope, formsOf as halvesOf, page } from './planted-jobs';

/**
 * A secret is planted, every kind of failure is met at TF_LOG=TRACE, and then all that was printed, logged and
 * written is searched. Only what the engine itself keeps of the configuration in a plan file may hold it.
 */
const TOKEN = 'planted-token-Zx81kQ-0123456789abcdefghijklmnop';
const KEY = 'plantedKey0123456789abcdef0123456789Zx';
const EMAIL = 'planted@example.com';
/** Every printable character; no service issues such a token, so this one refuses it. */
const ODD_TOKEN = 'planted!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~token%20\\u0041';

/** How the service answers, by what the answer does with the secret. Each case gets a zone of its own. */
const FAILURES: Readonly<Record<string, (secret: string) => FaultEffect>> = {
  '401': () => ({ kind: 'answer', status: 401 }),
  '403 that quotes the header': (secret) => envelope(403, `Invalid header "Authorization: Bearer ${secret}"`),
  '400 that quotes it encoded for a URL': (secret) => envelope(400, `bad ${encodeURIComponent(secret)}`),
  '500 with a page that quotes the header': (secret) => page(500, `Authorization: Bearer ${secret}`),
  '502 with a page that quotes it encoded for HTML': (secret) => page(502, `X-Auth-Key: ${forHtml(secret)}`),
  '200 with a page that quotes the header in JSON': (secret) => page(200, JSON.stringify({ header: secret })),
  'a redirect to an address with it': (secret) => ({
    kind: 'answer',
    status: 302,
    headers: {
      location: `http://user:${encodeURIComponent(secret)}@127.0.0.1:1/${encodeURIComponent(secret)}?t=${encodeURIComponent(secret)}`,
    },
  }),
  'a truncated body': () => ({ kind: 'truncated-body' }),
  'a cut connection': () => ({ kind: 'cut', moment: 'before-write' }),
};

const CASES = Object.keys(FAILURES);
const zoneOf = (index: number): string => index.toString(16).padStart(32, '0');
/** No failure strikes this one. */
const GOOD_ZONE = zoneOf(CASES.length);

const forHtml = (text: string): string => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);

const formsOf = (secret: string): readonly string[] => [...halvesOf(secret), forHtml(secret)];

const config = (provider: string, more = ''): string =>
  hcl(`provider "zone" {
  max_retries = 1
  ${provider}
}

resource "zone_log_custom_fields" "each" {
  for_each = toset(${JSON.stringify([...CASES.keys(), CASES.length].map(zoneOf))})
  zone_id  = each.key
  cookies  = ["session"]
}
${more}`);

let emulator: RunningEmulator;
beforeAll(async () => {
  emulator = await startEmulator({
    seed: {
      zones: [...CASES, 'good'].map((_case, index) => ({ id: zoneOf(index), name: `zone${index}.example` })),
      credentials: { tokens: [{ token: TOKEN }], keys: [{ email: EMAIL, key: KEY }] },
    },
  });
});
afterAll(() => emulator.close());

interface Planted {
  readonly secret: string;
  readonly provider: string;
  readonly more?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Where in a plan file the engine keeps the configuration's own text and variables. */
  readonly keptByEngine: readonly string[];
  readonly accepted: boolean;
  /** The credential header in the journal. */
  readonly journal: string;
}

const PLANTED: Readonly<Record<string, Planted>> = {
  'a token written in the configuration': {
    secret: TOKEN,
    provider: `api_token = "${TOKEN}"`,
    keptByEngine: ['plan: tfconfig/m-/main.tf'],
    accepted: true,
    journal: 'Bearer (redacted)',
  },
  'a key from a variable of the configuration': {
    secret: KEY,
    provider: `email = "${EMAIL}"\n  api_key = var.key`,
    more: 'variable "key" {\n  type      = string\n  sensitive = true\n}',
    env: { TF_VAR_key: KEY },
    keptByEngine: ['plan: tfplan'],
    accepted: true,
    journal: '(redacted)',
  },
  'a token in the environment': {
    secret: TOKEN,
    provider: '',
    env: { ZONEWRIGHT_API_TOKEN: TOKEN },
    keptByEngine: [],
    accepted: true,
    journal: 'Bearer (redacted)',
  },
  'a token with odd characters': {
    secret: ODD_TOKEN,
    provider: '',
    env: { ZONEWRIGHT_API_TOKEN: ODD_TOKEN },
    keptByEngine: [],
    accepted: false,
    journal: 'Bearer (redacted)',
  },
};

/** Where the token in the environment is accepted, `logpush-secrets.test.ts` searches as well. */
const SEARCHED = inLane({
  share: Object.keys(PLANTED).filter((name) => name !== 'a token in the environment'),
  whole: Object.keys(PLANTED),
});

describe.each(Object.entries(PLANTED).filter(([name]) => SEARCHED.includes(name)))('%s', (_name, planted) => {
  const { secret } = planted;
  let workspace: Workspace;
  /** Everything that could have been given away, by where it was found. */
  let places: ReadonlyMap<string, string>;
  let printed = '';

  beforeAll(async () => {
    emulator.control.reset();
    workspace = await createWorkspace({
      env: { ...planted.env, ZONEWRIGHT_BASE_URL: emulator.baseUrl, TF_LOG: 'TRACE' },
      files: { 'main.tf': config(planted.provider, planted.more) },
    });
    printed = await runs(workspace, secret);
    places = new Map([
      ['printed', printed],
      ['journal', JSON.stringify(emulator.control.journal())],
      ...writtenFiles(workspace.cwd),
    ]);
  });

  test('is found only where the engine keeps the configuration', () => {
    const found = [...places].filter(([, text]) => formsOf(secret).some((form) => text.includes(form)));
    expect(found.map(([place]) => place)).toEqual(planted.keptByEngine);
  });

  test('even though every failure occurred, was logged and was shown', () => {
    const texts = planted.accepted ? EVIDENCE : EVIDENCE.filter((text) => !text.endsWith(' body'));
    expect(texts.filter((text) => !printed.includes(text))).toEqual([]);
    expect(places.get('terraform.tfstate')?.includes(GOOD_ZONE) ?? false).toBe(planted.accepted);
    const sent = emulator.control
      .journal()
      .map(({ headers }) => headers['authorization'] ?? headers['x-auth-key']);
    expect([...new Set(sent)]).toEqual([planted.journal]);
  });
});

describe('a secret that is refused before anything is sent', () => {
  async function shownSecrets(provider: string, more?: string): Promise<readonly string[]> {
    const workspace = await createWorkspace({
      files: { 'main.tf': config(provider, more) },
      startedBy: 'workspace',
    });
    await workspace.ready();
    const { exitCode, stdout, stderr } = await workspace.plan();
    expect(exitCode).toBe(1);
    return [TOKEN, KEY].filter((secret) => `${stdout}${stderr}`.includes(secret));
  }

  test('is not shown with the error when it comes from a variable', async () => {
    const variable = `variable "secret" {\n  default = "${TOKEN} "\n}`;
    expect(await shownSecrets('api_token = var.secret', variable)).toEqual([]);
  });

  // The engine prints the source line of an attribute that an error points to, so it must not point to a secret.
  test.each([
    ['a token with a space', `api_token = "${TOKEN} "`],
    ['a token beside a key', `api_token = "${TOKEN}"\n  email = "${EMAIL}"\n  api_key = "${KEY}"`],
  ])('is not shown with the error when it is literal in the configuration: %s', async (_case, provider) => {
    expect(await shownSecrets(provider)).toEqual([]);
  });
});

/** What the search would have missed if it were not there: the failures' own words, and the log of every request. */
const EVIDENCE = [
  'request body',
  'answer body',
  'status 401',
  'status 403',
  'status 400',
  'status 500',
  'status 502',
  'status 200 is not from the zone service',
  'redirects to',
  'connection to the service was lost',
  'could not be reached',
  '(redacted)',
] as const;

/** Fails at plan, fails at apply for all zones but one, and finds no service at all. Returns all that was printed. */
async function runs(workspace: Workspace, secret: string): Promise<string> {
  const faults = (method: string): void =>
    emulator.control.faults.put(
      CASES.map((name, index) => ({
        match: { method, pathPrefix: `/client/v4/zones/${zoneOf(index)}` },
        effect: FAILURES[name]?.(secret) ?? { kind: 'none' },
      })),
    );
  await workspace.ready();
  faults('GET');
  const failedPlan = await workspace.plan();
  emulator.control.faults.clear();
  const plan = await workspace.plan({ out: 'saved.tfplan' });
  faults('POST');
  const apply = await workspace.apply(plan.exitCode === 2 ? { planFile: 'saved.tfplan' } : {});
  emulator.control.faults.clear();
  workspace.write(
    'nowhere_override.tf',
    'provider "zone" {\n  base_url = "http://127.0.0.1:1/client/v4"\n}\n',
  );
  const nowhere = await workspace.plan();
  return [failedPlan, plan, apply, nowhere].flatMap(({ stdout, stderr }) => [stdout, stderr]).join('\n');
}
