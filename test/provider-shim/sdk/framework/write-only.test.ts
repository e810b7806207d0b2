import type { Resource } from '../../../../provider-shim/sdk/framework';
import { unknown, type Attributes, type ObjectSchema } from '../../../../schema';
import { shownDiagnostics, type ShownDiagnostic } from './connected';
import { bug, keeping, schemaOf, text } from './keeping';
import { encoded, valueOf, type Plain } from './plain';
import { serve, unconfigured, type Client } from './served-resource';

const secret = { ...text, optional: true, writeOnly: true } as const;
const members = { user: { ...text, required: true }, password: { ...secret } } as const;

const attributes = {
  name: { ...text, required: true },
  secret,
  version: { type: 'int', optional: true, description: 'Version.' },
  one: { nested: 'single', optional: true, attributes: members, description: 'One.' },
  many: { nested: 'list', optional: true, attributes: members, description: 'Many.' },
  named: { nested: 'map', optional: true, attributes: members, description: 'Named.' },
  whole: { nested: 'single', optional: true, writeOnly: true, attributes: members, description: 'Whole.' },
  id: { ...text, computed: true },
} as const satisfies Attributes;

const WRITTEN: Plain = {
  name: 'a',
  secret: 'the-secret',
  version: 1,
  one: { user: 'u', password: 'the-first' },
  many: [
    { user: 'v', password: 'the-second' },
    { user: 'w', password: null },
  ],
  named: { k: { user: 'x', password: 'the-third' } },
  whole: { user: 'y', password: 'the-fourth' },
};

/** The same as it may be kept. */
const KEPT: Plain = {
  ...WRITTEN,
  secret: null,
  one: { user: 'u', password: null },
  many: [
    { user: 'v', password: null },
    { user: 'w', password: null },
  ],
  named: { k: { user: 'x', password: null } },
  whole: null,
};

const STATE: Plain = { ...KEPT, id: '1' };

type Parts = Partial<Omit<Resource<ObjectSchema, Client>, 'schema'>>;

describe('a write-only attribute', () => {
  test('is in no plan, known or unknown', async () => {
    const served = await serve(keeping(attributes));
    expect((await served.plan({ config: WRITTEN })).planned).toEqual({ ...KEPT, id: unknown });
    const open = { ...WRITTEN, secret: unknown, whole: unknown, one: { user: 'u', password: unknown } };
    expect((await served.plan({ config: open })).planned).toEqual({ ...KEPT, id: unknown });
  });

  test('is not a change by itself, and causes no replacement', async () => {
    const served = await serve(keeping(attributes));
    const changed = { ...WRITTEN, secret: 'another', whole: null, one: { user: 'u', password: 'another' } };
    expect(await served.plan({ prior: STATE, config: changed })).toEqual({
      planned: STATE,
      replace: [],
      private: null,
      diagnostics: [],
    });
    const bumped = await served.plan({ prior: STATE, config: { ...changed, version: 2 } });
    expect(bumped.planned).toEqual({ ...STATE, version: 2, id: unknown });
  });

  test('reaches create, update and modifyPlan with the configuration, and nothing else', async () => {
    const seen: unknown[] = [];
    const served = await serve(
      keeping(attributes, {
        create: async ({ plan, config }) => {
          seen.push(plan, config);
          return { ...plan, id: '1' };
        },
        update: async ({ plan, config, state }) => {
          seen.push(plan, config, state);
          return { ...plan, id: '1' };
        },
        modifyPlan: async ({ plan, config }) => void seen.push(plan, config),
      }),
    );
    const asked = { planned: { ...KEPT, id: unknown }, config: WRITTEN };
    expect(await served.apply(asked)).toEqual({ state: STATE, private: null, diagnostics: [] });
    expect(await served.apply({ ...asked, prior: STATE })).toMatchObject({ state: STATE, diagnostics: [] });
    await served.plan({ config: WRITTEN });
    const kept = { ...KEPT, id: unknown };
    const config = { ...WRITTEN, id: null };
    expect(seen).toEqual([kept, config, kept, config, STATE, kept, config]);
  });
});

describe('returning a write-only value is a bug', () => {
  const breach = (path: string): ShownDiagnostic =>
    bug(`test_thing returned a value for ${path}, which is write-only`);

  test.each<readonly [string, Plain, string]>([
    ['at the top', { secret: 'the-secret' }, 'secret'],
    ['in an object', { one: { user: 'u', password: 'the-secret' } }, 'one.password'],
    ['in a list', { many: [KEPT['one'], { user: 'u', password: 'x' }] }, 'many.1.password'],
    ['in a map', { named: { k: { user: 'u', password: 'x' } } }, 'named.k.password'],
    ['as a whole', { whole: { user: 'u', password: null } }, 'whole'],
  ])('which is not stored: %s', async (_case, part, path) => {
    const served = await serve(keeping(attributes, { create: async () => ({ ...STATE, ...part }) }));
    const applied = await served.apply({ planned: { ...KEPT, id: unknown }, config: WRITTEN });
    expect(applied.diagnostics).toEqual([breach(path)]);
    expect(JSON.stringify(applied.state)).not.toContain('the-secret');
    expect(applied.state).toMatchObject({ name: 'a', secret: null, whole: null, id: '1' });
  });

  test('when it plans it', async () => {
    const modifyPlan: Parts['modifyPlan'] = async ({ config }) => ({ secret: config?.['secret'] });
    const served = await serve(keeping(attributes, { modifyPlan }));
    const { planned, diagnostics } = await served.plan({ config: WRITTEN });
    expect(planned).toEqual({ ...KEPT, id: null });
    expect(diagnostics).toEqual([breach('secret')]);
  });

  test('when it reads it', async () => {
    const served = await serve(
      keeping(attributes, { read: async ({ state }) => ({ ...state, secret: 'x' }) }),
    );
    expect(await served.read(STATE)).toEqual({
      state: STATE,
      private: null,
      diagnostics: [breach('secret')],
    });
  });

  test('when a resource saves it on the way, and the rest is kept', async () => {
    const served = await serve(
      keeping(attributes, {
        create: async ({ plan, config, save }) => {
          save({ ...plan, secret: config['secret'], one: config['one'], id: '1' });
          throw new Error('no luck');
        },
      }),
    );
    expect(await served.apply({ planned: { ...KEPT, id: unknown }, config: WRITTEN })).toEqual({
      state: STATE,
      private: null,
      diagnostics: [bug('no luck')],
    });
  });
});

describe('an engine that would store write-only values', () => {
  const notSupported = (name: string, place = ''): ShownDiagnostic => ({
    severity: 'error',
    summary: `${place}The attribute ${name} is write-only, which this version of the engine does not support.`,
    detail: `Use Terraform 1.11 or newer, or OpenTofu 1.11 or newer; or remove ${name}.`,
  });

  async function validated(config: Plain, allowed: boolean | undefined): Promise<readonly ShownDiagnostic[]> {
    const schema = schemaOf(attributes);
    const reply = await unconfigured(keeping(schema)).call('ValidateResourceConfig', {
      typeName: 'test_thing',
      config: encoded(schema, valueOf(schema, config)),
      ...(allowed === undefined ? {} : { clientCapabilities: { writeOnlyAttributesAllowed: allowed } }),
    });
    return shownDiagnostics(reply.diagnostics);
  }

  test.each([
    ['says that it would', false],
    ['knows nothing of it', undefined],
  ])('gets an error where one is configured, without the line: %s', async (_case, allowed) => {
    expect(await validated(WRITTEN, allowed)).toEqual([
      notSupported('secret'),
      notSupported('password', 'one.password: '),
      notSupported('password', 'many[0].password: '),
      notSupported('password', 'named["k"].password: '),
      notSupported('password', 'whole.password: '),
      notSupported('whole'),
    ]);
    expect(await validated(KEPT, allowed)).toEqual([]);
    expect(await validated({ ...KEPT, secret: unknown }, allowed)).toEqual([]);
  });
});
