import '../../testing/jest';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LocalBackend, TerraformOutput, TerraformStack, Testing } from 'cdktf';
import { DEFAULT_TOKEN } from '../../emulator';
import { createWorkspace, startEmulatorProcess, zonewrightMatchers } from '../../testing';
import { temporaryFolder } from '../support/temporary-folder';
import { fieldsStack, twoStacks, ZONE } from '../testing/zone-stacks';

let folder: string;
beforeEach(() => void (folder = temporaryFolder()));

const FIELDS = `
resource "zone_log_custom_fields" "fields" {
  zone_id = var.zone_id
  cookies = ["sid"]
}`;

function hcl(provider: string, body = FIELDS): string {
  return `terraform {
  required_providers {
    zone = {
      source = "zonewright/zone"
    }
  }
}

variable "zone_id" {
  type = string
}

${provider}
${body}
`;
}

test('the text of a synthesized document', async () => {
  await expect(Testing.synth(fieldsStack())).toHaveNoDrift();
});

test('the folder of an app that was synthesized, with what a run left there', async () => {
  const out = Testing.fullSynth(fieldsStack());
  mkdirSync(join(out, 'stacks', 'zone', '.terraform'));
  writeFileSync(join(out, 'stacks', 'zone', 'terraform.tfstate'), 'no state');
  await expect(out).toHaveNoDrift();
});

test('a root module in HCL, with variables, for an emulator in a process of its own', async () => {
  writeFileSync(
    join(folder, 'main.tf'),
    hcl(
      `provider "zone" {
  base_url  = "https://api.example.com/v4"
  api_token = "${DEFAULT_TOKEN}"
}

provider "zone" {
  alias    = "other"
  base_url = "https://api.example.com/v5"
}`,
      `${FIELDS.replace('{\n', '{\n  provider = zone.other\n')}`,
    ),
  );
  const emulator = await startEmulatorProcess();
  try {
    const workspace = await createWorkspace(folder, { emulator, variables: { zone_id: ZONE } });
    await expect(workspace).toHaveNoDrift();
    expect((await emulator.control.zone(ZONE)).rulesets).toMatchObject([{ phase: 'http_log_custom_fields' }]);
    expect(() => workspace.emulator).toThrow('it was given one');
    expect((await workspace.destroy()).succeeded).toBe(true);
    await workspace.remove();
    // It is left as it was given.
    expect(await emulator.control.zones()).not.toEqual([]);
  } finally {
    await emulator.close();
  }
});

test('a configuration that the engine cannot read fails as a plan does', async () => {
  writeFileSync(join(folder, 'main.tf'), hcl('provider "zone" {'));
  const { pass, message } = await zonewrightMatchers.toPlanCleanly(folder, { variables: { zone_id: ZONE } });
  expect({ pass, message: message() }).toEqual({
    pass: false,
    message: expect.stringMatching(/The plan failed:\n\n[^]*Unclosed configuration block/) as unknown,
  });
});

describe('stacks that read each other', () => {
  test('are planned, applied and without drift as an app', async () => {
    const { app } = twoStacks();
    await expect(app).toPlan({ create: ['first/zone_log_custom_fields.fields'] });
    await expect(app).toHaveNoDrift();
  });

  test('are planned one by one, with what they depend on applied first', async () => {
    const { second } = twoStacks();
    await expect(second).toPlan({});
    await expect(second).toApply();
  });

  test('are destroyed the other way around', async () => {
    const workspace = await createWorkspace(twoStacks().app);
    await expect(workspace).toApply();
    const { succeeded, text } = await workspace.destroy();
    expect({ succeeded, order: [...text.matchAll(/^Stack (\w+):/gm)].map(([, name]) => name) }).toEqual({
      succeeded: true,
      order: ['second', 'first'],
    });
    await workspace.remove();
  });
});

test('a plan tells what it replaces, imports, forgets and deletes', async () => {
  const stack = (add: (stack: TerraformStack) => void): TerraformStack => {
    const made = fieldsStack();
    add(made);
    return made;
  };
  const anotherZone = stack((made) =>
    made.addOverride('resource.zone_log_custom_fields.fields.zone_id', '9a7806061c88ada191ed06f989cc3dac'),
  );
  const gone = (extra: object = {}): TerraformStack => {
    const made = new TerraformStack(Testing.app(), 'zone');
    new LocalBackend(made, { path: 'zone.tfstate' });
    made.addOverride('terraform.required_providers.zone.source', 'zonewright/zone');
    for (const [name, value] of Object.entries(extra)) made.addOverride(name, value);
    new TerraformOutput(made, 'none', { value: 'none' });
    return made;
  };
  const address = 'zone_log_custom_fields.fields';
  await expect(anotherZone).toPlan({ replace: address }, { after: fieldsStack() });
  await expect(gone()).toPlan({ delete: [address] }, { after: fieldsStack() });
  const removed = [{ from: address, lifecycle: { destroy: false } }];
  await expect(gone({ removed })).toPlan({ forget: 1 }, { after: fieldsStack() });
  const seed = {
    zones: [
      {
        id: ZONE,
        name: 'example.com',
        rulesets: [
          {
            phase: 'http_log_custom_fields' as const,
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
  };
  const imported = stack((made) => made.addOverride('import', [{ to: address, id: ZONE }]));
  await expect(imported).toPlan({ import: 1 }, { seed });
});
