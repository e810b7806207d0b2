import type { MoveSource } from '../../../../provider-shim/sdk/framework';
import type { JsonObject } from '../../../../schema';
import { shownDiagnostics, type ShownDiagnostic } from './connected';
import { bug, keeping, text } from './keeping';
import { plainOf } from './plain';
import { privateBytes, privateValues, serve, unconfigured, type ServedResource } from './served-resource';

const attributes = {
  id: { ...text, computed: true },
  name: { ...text, optional: true },
} as const;

const source: MoveSource<unknown> = {
  type: 'other_thing',
  providers: ['acme/other', 'acme/ours'],
  versions: [2, 0],
  identify: ({ number }) =>
    typeof number === 'number'
      ? { importId: `no. ${number}`, known: { id: String(number) } }
      : {
          code: 'no_number',
          path: [],
          message: `${JSON.stringify(number ?? null)} is no number.`,
          hint: 'Give one.',
        },
};

const imported: { id: string; isMoved: boolean }[] = [];

const resource = keeping(attributes, {
  moveSources: [source],
  importState: async ({ id, isMoved, diagnostics, privateState }) => {
    imported.push({ id, isMoved });
    privateState.set('owner', 'me');
    if (id === 'no. 404') return void diagnostics.error({ message: 'It is gone.', hint: 'Make a new one.' });
    return { id };
  },
  read: async ({ state }) => ({ ...state, name: state.name ?? 'as read' }),
});

beforeEach(() => imported.splice(0));

interface Moved {
  readonly state: unknown;
  readonly private: unknown;
  readonly diagnostics: readonly ShownDiagnostic[];
}

interface Source {
  readonly provider?: string;
  readonly type?: string;
  readonly version?: number;
  readonly json?: string;
}

/** Before the provider is configured, as the engine moves. */
async function moved(
  { provider = 'registry.terraform.io/acme/other', type = 'other_thing', version = 0, json }: Source,
  served: ServedResource = unconfigured(resource),
): Promise<Moved> {
  const reply = await served.call('MoveResourceState', {
    sourceProviderAddress: provider,
    sourceTypeName: type,
    sourceSchemaVersion: version,
    sourceState: { json: Buffer.from(json ?? '{"number":17,"else":[1.5e400]}') },
    sourcePrivate: privateBytes({ owner: 'of the source' }),
    targetTypeName: 'test_thing',
  });
  return {
    state: plainOf(resource.schema, reply.targetState),
    private: privateValues(reply.targetPrivate),
    diagnostics: shownDiagnostics(reply.diagnostics),
  };
}

const STUB = { id: '17', name: null };

describe('an object of another resource type', () => {
  test.each<[string, Source]>([
    ['of a declared source', {}],
    ['whose provider was replaced by ours', { provider: 'registry.terraform.io/acme/ours' }],
  ])('%s becomes a stub with the id to import it by, and keeps nothing private', async (_case, from) => {
    expect(await moved(from)).toEqual({ state: STUB, private: { moved: 'no. 17' }, diagnostics: [] });
  });

  const refused = (summary: string, detail: string): Moved => ({
    state: undefined,
    private: null,
    diagnostics: [{ severity: 'error', summary, detail }],
  });
  const elsewise =
    'replace the moved block with an import block and a removed block with destroy = false for the old address.';

  test.each<[string, Source, Moved]>([
    [
      'of another type',
      { type: 'strange_thing' },
      refused(
        'strange_thing of the provider registry.terraform.io/acme/other cannot be moved to test_thing.',
        'These can: other_thing (acme/other). Remove the moved block; an import block takes the object over instead.',
      ),
    ],
    [
      'of another provider',
      { provider: 'registry.terraform.io/evil/other' },
      refused(
        'other_thing of the provider registry.terraform.io/evil/other cannot be moved to test_thing.',
        'These can: other_thing (acme/other). Remove the moved block; an import block takes the object over instead.',
      ),
    ],
    ...[1, 3].map((version): [string, Source, Moved] => [
      `with a state document of the unknown version ${version}`,
      { version },
      refused(
        `The state of this other_thing has schema version ${version}, which this provider cannot read.`,
        `Versions that can be moved: 0, 2. If a newer version of its provider wrote it, update this provider, or ${elsewise}`,
      ),
    ]),
    ['that is not identified', { json: '{"number":"x"}' }, refused('"x" is no number.', 'Give one.')],
    [
      'whose state is not JSON',
      { json: '{"number":' },
      refused(
        "The state of this other_thing cannot be read: malformed JSON of 10 characters: Object value expected after ':' at position 10.",
        `Restore the state file from a backup, or ${elsewise}`,
      ),
    ],
  ])('%s is refused, and the error says what is allowed', async (_case, from, outcome) => {
    expect(await moved(from)).toEqual(outcome);
  });

  test('is refused where the resource has no sources', async () => {
    const { diagnostics } = await moved({}, unconfigured(keeping(attributes)));
    expect(diagnostics).toEqual([
      {
        severity: 'error',
        summary:
          'other_thing of the provider registry.terraform.io/acme/other cannot be moved to test_thing.',
        detail:
          'No other resource type can. Remove the moved block and declare the object; an import block takes it over, if it ' +
          'can be imported. A removed block with destroy = false, or `terraform state rm`, forgets the old one.',
      },
    ]);
  });

  test('is a bug where the source fails or gives what does not fit the schema', async () => {
    const failing = (identify: (state: JsonObject) => never): ServedResource =>
      unconfigured(keeping(attributes, { moveSources: [{ ...source, identify }] }));
    const thrown = failing(() => {
      throw new Error('no luck');
    });
    expect((await moved({}, thrown)).diagnostics).toEqual([bug('no luck')]);
    const misfit = failing(() => ({ importId: '1', known: { id: 1 } }) as never);
    expect((await moved({}, misfit)).diagnostics).toEqual([bug('id: expected a string; saw a number')]);
  });
});

describe('a moved object', () => {
  const mark = (id: string): Uint8Array => privateBytes({ moved: id });

  test('is imported by its id at the first read, and is then like any other', async () => {
    const served = await serve(resource);
    const first = await served.read(STUB, mark('no. 17'));
    expect(first).toEqual({
      state: { id: 'no. 17', name: 'as read' },
      private: { owner: 'me' },
      diagnostics: [],
    });
    expect(imported).toEqual([{ id: 'no. 17', isMoved: true }]);

    await served.read({ id: '17' }, privateBytes({ owner: 'me' }));
    expect(imported).toHaveLength(1);
    // What the move has found in its source stays.
    const { state } = await served.read({ ...STUB, name: 'found' }, mark('no. 17'));
    expect(state).toEqual({ id: 'no. 17', name: 'found' });
  });

  test('stays as it is, and marked, when it cannot be imported', async () => {
    const { state, diagnostics, ...kept } = await (await serve(resource)).read(STUB, mark('no. 404'));
    expect(state).toEqual(STUB);
    expect(kept.private).toMatchObject({ moved: 'no. 404' });
    expect(diagnostics).toEqual([{ severity: 'error', summary: 'It is gone.', detail: 'Make a new one.' }]);
  });

  const unread = {
    summary: 'This test_thing was moved here from another resource type, and has not been read yet.',
    detail:
      'Apply is refused until it has been read: plan without -refresh=false. If the configuration of the provider is known ' +
      'only after apply, first apply what it comes from (-target).',
  };

  test.each([
    ['changed: the engine may read it after a plan that changes something', { name: 'new' }, 'warning'],
    ['destroyed', null, 'error'],
  ])('is not %s before it has been read', async (_case, config, severity) => {
    const served = await serve(resource);
    const plan = await served.plan({ prior: STUB, config, private: mark('no. 17') });
    expect(plan.diagnostics).toEqual([{ severity, ...unread }]);
    expect(plan.replace).toEqual([]);
    const request = { prior: STUB, planned: config && { id: 'a', ...config }, private: mark('no. 17') };
    // Apply is another run.
    const applied = await (await serve(resource)).apply({ ...request, config: config ?? {} });
    expect(applied).toMatchObject({ state: STUB, diagnostics: [{ severity: 'error', ...unread }] });
  });
});
