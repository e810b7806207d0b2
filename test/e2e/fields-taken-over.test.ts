import { DEFAULT_ZONE_ID } from '../../emulator';
import { hcl } from '../support/workspace';
import {
  ADDRESS,
  byHand,
  fields,
  flat,
  parameters,
  rest,
  rule,
  service,
  unknownName,
  useFieldsZone,
  workspace,
} from './fields-zone';
import { inLane } from '../support/lane';

// The slow lane starts the provider as a user's engine does: anew for every command.
useFieldsZone(inLane({ share: 'workspace', whole: 'engine' }));

interface Shown {
  readonly resource_changes: readonly {
    readonly address: string;
    readonly change: {
      readonly after: Readonly<Record<string, unknown>> | null;
      readonly after_unknown: Readonly<Record<string, unknown>>;
    };
  }[];
}

/** What a saved plan says of an attribute: the value, or that it is known after apply. */
async function planned(name: string): Promise<unknown> {
  const plan = await workspace.plan({ out: 'saved.tfplan' });
  expect(plan.stderr).toBe('');
  const { resource_changes: changes } = (await workspace.showJson('saved.tfplan')).json as Shown;
  const change = changes.find(({ address }) => address === ADDRESS)?.change;
  return change?.after_unknown[name] === true ? 'known after apply' : change?.after?.[name];
}

async function applySaved(): Promise<unknown> {
  expect(await workspace.apply({ planFile: 'saved.tfplan' })).toMatchObject({ exitCode: 0 });
  await rest();
  expect((await workspace.plan({ refreshOnly: true })).exitCode).toBe(0);
  return (await workspace.attributes(ADDRESS))['taken_over'];
}

const theirs = { cookie_fields: [{ name: 'Theirs' }] };

/** The provider's settings, the token or the address, come from a resource that the same apply makes. */
function unknownProvider(attribute: 'base_url' | 'api_token', given: Parameters<typeof fields>[0]): string {
  const value = service.env[attribute === 'base_url' ? 'ZONEWRIGHT_BASE_URL' : 'ZONEWRIGHT_API_TOKEN'];
  return `${fields(given)}
resource "terraform_data" "settings" {
  input = "${value}"
}
provider "zone" {
  ${attribute} = terraform_data.settings.output
}`;
}

describe('taken_over distinguishes a take-over from a creation', () => {
  test('in a zone without fields: false in the plan', async () => {
    workspace.write('main.tf', fields({ cookies: ['Sid'] }));
    expect(await planned('taken_over')).toBe(false);
    expect(await applySaved()).toBe(false);
  });

  test.each([
    ['other fields', ['Sid']],
    ['equal fields', ['Theirs']],
  ])('in a zone with %s: true in the plan', async (_fields, cookies) => {
    byHand([rule(theirs)]);
    workspace.write('main.tf', fields({ cookies, on_existing: 'adopt' }));
    expect(await planned('taken_over')).toBe(true);
    expect(await applySaved()).toBe(true);
  });

  test('after an import: true, and the next plan is empty', async () => {
    byHand([rule(theirs)]);
    workspace.write('main.tf', fields({ cookies: ['Theirs'] }));
    workspace.write('import.tf', `import {\n  to = ${ADDRESS}\n  id = "${DEFAULT_ZONE_ID}"\n}\n`);
    expect(await planned('taken_over')).toBe(true);
    expect(await applySaved()).toBe(true);
  });

  test('and does not change when the fields do', async () => {
    byHand([rule(theirs)]);
    workspace.write('main.tf', fields({ cookies: ['Theirs'] }));
    await workspace.applied();
    workspace.write('main.tf', fields({ cookies: ['Sid'] }));
    expect(await planned('taken_over')).toBe(true);
    expect(await applySaved()).toBe(true);
  });

  test.each([
    ['is replaced', [`-replace=${ADDRESS}`]],
    ['is tainted', []],
  ])('of an object that %s, known after the same apply', async (_how, args) => {
    workspace.write('main.tf', fields({ cookies: ['Sid'] }));
    await workspace.applied();
    if (args.length === 0) await workspace.run(['taint', ADDRESS]);
    await workspace.applied({ args });
    await rest();
    expect((await workspace.attributes(ADDRESS))['taken_over']).toBe(false);
  });
});

describe('a plan that cannot read the zone announces a possible take-over', () => {
  test.each(['base_url', 'api_token'] as const)('when %s is known only after apply', async (attribute) => {
    byHand([rule(theirs)]);
    workspace.write('main.tf', unknownProvider(attribute, { cookies: ['Sid'], on_existing: 'adopt' }));
    const plan = await workspace.plan();
    expect(plan.stdout).toMatch(/\+ taken_over += \(known after apply\)/);
    expect(flat(plan.stdout)).toContain(
      "The provider's configuration is not known yet, so this plan cannot show which custom log fields will be taken over.",
    );
    expect(await planned('taken_over')).toBe('known after apply');
    expect(await applySaved()).toBe(true);
    expect((await workspace.attributes(ADDRESS))['adopted']).toMatchObject({ cookies: ['Theirs'] });
    expect(parameters()).toEqual([{ cookie_fields: [{ name: 'Sid' }] }]);
  });

  test('and taken_over is false when the zone turns out to have no fields', async () => {
    workspace.write('main.tf', unknownProvider('base_url', { cookies: ['Sid'], on_existing: 'adopt' }));
    expect(await planned('taken_over')).toBe('known after apply');
    expect(await applySaved()).toBe(false);
  });

  test('but "refuse" still refuses once the provider can read it', async () => {
    byHand([rule(theirs)]);
    workspace.write('main.tf', unknownProvider('base_url', { cookies: ['Sid'] }));
    expect(flat((await workspace.plan()).stdout)).not.toContain('taken over.');
    const { exitCode, stderr } = await workspace.apply();
    expect(exitCode).toBe(1);
    expect(stderr).toContain('already has custom log fields');
    expect(parameters()).toEqual([theirs]);
  });

  test.each([
    ['zone', 'zone_id', DEFAULT_ZONE_ID, 'on_existing = "adopt"'],
    ['value of on_existing', 'on_existing', 'adopt', `zone_id = "${DEFAULT_ZONE_ID}"`],
  ])('when the %s is known only after apply', async (what, attribute, value, more) => {
    byHand([rule(theirs)]);
    workspace.write(
      'main.tf',
      hcl(`resource "terraform_data" "later" {\n  input = "${value}"\n}
resource "zone_log_custom_fields" "main" {
  ${attribute} = terraform_data.later.output
  ${more}
  cookies = ["Sid"]
}`),
    );
    expect(flat((await workspace.plan()).stdout)).toContain(
      `The ${what} is not known yet, so this plan cannot show`,
    );
    expect(await planned('taken_over')).toBe('known after apply');
    expect(await applySaved()).toBe(true);
  });

  test('when a name is known only after apply, and turns out to be the existing one', async () => {
    byHand([rule({ cookie_fields: [{ name: 'Uid' }] })]);
    workspace.write('main.tf', unknownName('on_existing = "adopt"'));
    expect(await planned('adopted')).toBe('known after apply');
    expect(await applySaved()).toBe(true);
    expect((await workspace.attributes(ADDRESS))['adopted']).toBeNull();
  });
});

describe('the plan of a destroy names the fields of others that it deletes', () => {
  test('for taken-over fields: what the zone had before, and how to keep them', async () => {
    byHand([rule(theirs)]);
    workspace.write('main.tf', fields({ cookies: ['Sid'], on_existing: 'adopt' }));
    await workspace.applied();
    const text = flat((await workspace.plan({ destroy: true })).stdout);
    expect(text).toContain('which this resource took over from somebody else');
    expect(text).toContain('Before it, the zone had cookies Theirs; a destroy does not restore that.');
    expect(text).toContain('destroy = false');
  });

  test('for its own fields: nothing', async () => {
    workspace.write('main.tf', fields({ cookies: ['Sid'] }));
    await workspace.applied();
    expect((await workspace.plan({ destroy: true })).stdout).not.toContain('Warning');
  });
});
