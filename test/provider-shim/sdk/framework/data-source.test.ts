import { defineDataSource, type DataSource } from '../../../../provider-shim/sdk/framework';
import { describe as described, unknown, type ObjectSchema, type Check } from '../../../../schema';
import { connectParts, ready, shownDiagnostics, type Connected, type ShownDiagnostic } from './connected';
import { bug, text } from './keeping';
import { encoded, plainOf, valueOf, type Plain } from './plain';

const short: Check<string> = (value) =>
  value.length <= 3 ? [] : [{ code: 'long', path: [], message: 'Long.', hint: 'At most 3 letters.' }];

const look: ObjectSchema = described({
  type: 'test_look',
  version: 0,
  description: 'Looks.',
  attributes: {
    name: { ...text, required: true, checks: [short] },
    found: { type: { set: 'string' }, computed: true, description: 'Found.' },
  },
});

type Source = DataSource<ObjectSchema, object>;

function looking(parts: Partial<Source>): Connected {
  const read: Source['read'] = async ({ config }) => config;
  const dataSources = [defineDataSource<ObjectSchema, object>({ schema: look, read, ...parts })];
  return connectParts<object>({ dataSources }, { name: 'the client' });
}

async function found(connected: Connected) {
  const reply = await connected.call('ReadDataSource', {
    typeName: 'test_look',
    config: encoded(look, valueOf(look, { name: 'a' })),
  });
  return { state: plainOf(look, reply.state), diagnostics: shownDiagnostics(reply.diagnostics) };
}

const read = async (source: Source['read']) => found(await ready(looking({ read: source })));

describe('a data source', () => {
  test('gets the client and its configuration, and returns the whole object', async () => {
    const seen: unknown[] = [];
    const answer = await read(async ({ client, config }) => {
      seen.push(client, config);
      return { ...config, found: ['y', 'x', 'y'] };
    });
    expect(answer).toEqual({ state: { name: 'a', found: ['x', 'y'] }, diagnostics: [] });
    expect(seen).toEqual([{ name: 'the client' }, { name: 'a', found: null }]);
  });

  test.each<readonly [string, Source['read'], string]>([
    ['fails', async () => Promise.reject(new Error('no luck')), 'no luck'],
    ['answers another type', async () => ({ name: 'a', found: 'x' }), 'found: expected a set; saw a string'],
    [
      'leaves something unknown',
      async () => ({ name: unknown, found: ['x', unknown] }),
      'test_look returned a state with unknown values: name, found[1]',
    ],
  ])('that %s returns nothing and says why', async (_case, source, message) => {
    expect(await read(source)).toEqual({ state: null, diagnostics: [bug(message)] });
  });

  test('cannot be read while the provider configuration is unknown', async () => {
    expect(await found(looking({}))).toEqual({
      state: null,
      diagnostics: [
        {
          severity: 'error',
          summary: "test_look cannot be read yet: the provider's configuration is known only after apply.",
          detail:
            'Give the provider values that are known at plan time, or first apply what they come from (-target).',
        },
      ],
    });
  });

  test.each<readonly [string, Plain, readonly ShownDiagnostic[]]>([
    [
      'by its rules and its own check',
      { name: 'long' },
      [
        { severity: 'error', summary: 'Long.', detail: 'At most 3 letters.', at: ['name'] },
        { severity: 'warning', summary: 'Odd.', detail: 'Look.' },
      ],
    ],
    ['as far as it is known', { name: unknown }, [{ severity: 'warning', summary: 'Odd.', detail: 'Look.' }]],
  ])('is validated %s', async (_case, config, expected) => {
    const connected = looking({
      validate: (_config, diagnostics) => diagnostics.warning({ message: 'Odd.', hint: 'Look.' }),
    });
    const reply = await connected.call('ValidateDataResourceConfig', {
      typeName: 'test_look',
      config: encoded(look, valueOf(look, config)),
    });
    expect(shownDiagnostics(reply.diagnostics)).toEqual(expected);
  });
});
