import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, LocalBackend, TerraformOutput, TerraformStack } from 'cdktf';
import {
  CompositionError,
  LogCustomFields,
  LogpushJob,
  DataManagedRulesStatus,
  ZoneProvider,
} from '../../../lib';
import { synthesized } from '../../../testing';
import { bare, testApp, withProvider } from '../app-of-stacks';
import { OPEN, OTHER_ZONE, ZONE } from '../logpush-stack';
import { validationErrors } from '../synth';
import { cookies, fieldsOf, wrongCompositions, type Row } from './wrong-compositions';

const stacks: readonly Row[] = [
  [
    'stacks that would wait for each other',
    (app) => {
      const [a, b] = [withProvider(app, 'a'), withProvider(app, 'b')];
      const customFields = fieldsOf(a);
      new LogpushJob(b, 'job', { customFields, destination: OPEN });
      const other = new LogCustomFields(b, 'fields', { zoneId: OTHER_ZONE, cookies });
      new LogpushJob(a, 'job', { customFields: other, destination: OPEN });
    },
    '[a/job] It depends on b/fields, so the stack a must be applied after b, which itself depends on it. Stacks are applied one after the other. Move one of the two constructs into the stack of the other.',
  ],
  [
    'fields of another app',
    (app) => {
      const customFields = fieldsOf(withProvider(testApp(), 'elsewhere'));
      new LogpushJob(withProvider(app), 'job', { customFields, destination: OPEN });
    },
    '[logs/job] It depends on elsewhere/fields, which is in another App. Apps have no order. Declare both in one App, or remove the dependency and apply them in order.',
  ],
  [
    'a construct outside of any stack',
    (app) => void new LogCustomFields(app, 'fields', { zoneId: ZONE, cookies }),
    '[fields] The zone_log_custom_fields is in no stack, so it would not be synthesized. Pass a TerraformStack, or a construct in one, as its scope.',
  ],
  [
    'several stacks, all of them told, with what cdktf says of its own',
    (app) => {
      new DataManagedRulesStatus(withProvider(app, 'a'), 'status', { zoneId: 'example.org' });
      fieldsOf(withProvider(app, 'b'), OTHER_ZONE);
      const plain = bare(app, 'c');
      plain.node.addValidation({ validate: () => ['is not ours'] });
      new DataManagedRulesStatus(withProvider(app, 'd'), 'status', { zoneId: 'example.com' });
    },
    `[a/status] zoneId: "example.org" is not a zone id. A zone id is 32 lower-case hexadecimal digits, e.g. "${ZONE}". It is not the zone's name. Look it up in the zone's overview.`,
    '[c] is not ours',
    `[d/status] zoneId: "example.com" is not a zone id. A zone id is 32 lower-case hexadecimal digits, e.g. "${ZONE}". It is not the zone's name. Look it up in the zone's overview.`,
  ],
];

const ids: readonly Row[] = [
  [
    'an id that begins with a digit',
    (app) => void new LogCustomFields(withProvider(app), ZONE, { zoneId: ZONE, cookies }),
    `[logs] logs/${ZONE} has the address zone_log_custom_fields.${ZONE}, which the engine does not accept. A name begins with a letter or an underscore, followed by letters, digits, underscores and hyphens. Use such an id, for example with a prefix: "zone-…".`,
  ],
  [
    'two ids that cdktf makes one of',
    (app) => {
      const stack = withProvider(app);
      new LogCustomFields(stack, 'a.b', { zoneId: ZONE, cookies });
      new LogCustomFields(stack, 'ab', { zoneId: OTHER_ZONE, cookies });
    },
    '[logs] logs/a.b and logs/ab both have the address zone_log_custom_fields.ab, so one would overwrite the other. cdktf keeps only letters, digits, "_" and "-" in an address, and omits every "Default" of a path. Give one of them an id that still differs then.',
  ],
  [
    'an id that cdktf leaves out',
    (app) => void new DataManagedRulesStatus(withProvider(app), 'Default', { zoneId: ZONE }),
    '[logs/Default] The id is "Default", which cdktf omits from addresses, so the zone_managed_rules_status would have no address. Use another id.',
  ],
];

wrongCompositions('stacks', stacks);
wrongCompositions('ids', ids);

test('the stacks of an app that fail are counted, and a stack that is synthesized alone fails alone', () => {
  const app = testApp();
  const stacks = ['a', 'b', 'c'].map((id) => withProvider(app, id));
  stacks.forEach((stack) => fieldsOf(stack, 'x'));
  expect(() => app.synth()).toThrow(
    /^3 stacks cannot be synthesized\.\n\nThe stack a cannot(?!.* stacks cannot)/s,
  );
  expect(() => synthesized(stacks[0] as TerraformStack)).toThrow(/^(?!.*\[b\/)/s);
});

test('stacks that refer to each other are refused', () => {
  const app = testApp();
  const [a, b] = ['a', 'b'].map((id) => withProvider(app, id)) as [TerraformStack, TerraformStack];
  new TerraformOutput(a, 'out', { value: fieldsOf(b, OTHER_ZONE).rulesetId });
  new TerraformOutput(b, 'out', { value: fieldsOf(a).rulesetId });
  expect(() => app.synth()).toThrow('circular');
});

const late = (stack: TerraformStack): void => {
  const fields = fieldsOf(stack);
  (stack.node.root as App).synth();
  fields.addCookie('late');
};
test.each<readonly [string, (stack: TerraformStack) => unknown]>([
  ['id_without_address', (stack) => new LogCustomFields(stack, 'Default', { zoneId: ZONE, cookies })],
  ['stack_already_written', late],
])('an error thrown at once has the code %s', (code, compose) => {
  for (const one of [expect.any(CompositionError), expect.objectContaining({ code })] as Error[])
    expect(() => compose(withProvider(testApp()))).toThrow(one);
});

const outdir = join(tmpdir(), 'cdktf.out');
test.each([
  ['in the folder of the stack', 'terraform.tfstate', 1],
  ['in the output folder, as an absolute path', join(outdir, 'a.tfstate'), 1],
  ['in the output folder, as a relative path', '../../a.tfstate', 1],
  ['in the output folder, where the app runs', '../../a.tfstate', 0, process.cwd()],
  ['beside the output folder', '../../../a.tfstate', 0],
  ['where cdktf keeps it', undefined, 0],
])('a local state %s brings the right warnings', (_, path, times, folder = outdir) => {
  const printed = jest.spyOn(process, 'emitWarning').mockImplementation();
  const stack = new TerraformStack(new App({ outdir: folder }), 'a');
  new LocalBackend(stack, path === undefined ? {} : { path });
  new ZoneProvider(stack, 'zone');
  validationErrors(stack);
  printed.mockRestore();
  const warnings = stack.node.metadata.filter(({ data }) =>
    String(data).includes('inside the output folder'),
  );
  expect(warnings).toHaveLength(times);
});
