import { camelCase } from '../../../lib/binding/spelling';
import { MAX_CUSTOM_FIELDS, logpushJobSchema } from '../../../schema';
import { resourceOf } from '../../resources';
import { CallCode, Code, SHORTHAND, valueText } from '../../text/typescript-code';
import { given, titleOf } from '../../text/words';
import type { Declaration, Language, OutputFile, DoneZone } from '../language';
import { destinationCode } from './destination-code';

const SECRETS_FILE = 'secrets.tfvars.json';

/** The stack that all zones are in, and its folder below the output of the CDK. */
const STACK = 'zones';
const STACK_FOLDER = `cdktf.out/stacks/${STACK}`;

/**
 * One stack with a function for each zone, in a file of its own. The constructs are directly below the stack, so that their
 * addresses are those of the same zones in HCL, and a zone can move to another stack, or to HCL, without a change of its
 * state.
 */
export const TYPESCRIPT: Language = {
  secretsFile: SECRETS_FILE,
  ignored: ['node_modules/', 'dist/', 'cdktf.out/'],
  zoneFile: ({ zone, label, declarations }) => {
    const statements = declarations.map((one) => constructCode(one, '  '));
    const classes = [...new Set(statements.flatMap(({ imports }) => imports))].sort();
    const secrets = statements.flatMap((statement) => statement.secrets);
    const body = statements.map(({ text }) => text).join('\n\n');
    const used = [...classes, ...(secrets.length > 0 ? ['Secret'] : [])].sort();
    return {
      path: `zones/${fileName(label)}.ts`,
      text: [
        'import type { TerraformStack } from "cdktf";',
        `import { ${used.join(', ')} } from "zonewright";`,
        '',
        `/** ${titleOf(zone).replaceAll('*/', '* /')} */`,
        `export function ${functionName(label)}(stack: TerraformStack): void {`,
        `  const zoneId = "${zone.id}";`,
        '',
        body,
        '}',
        '',
      ].join('\n'),
      secrets,
    };
  },
  projectFiles: (zones, version) => {
    const hasSecrets = zones.some(({ variables }) => variables.length > 0);
    return [
      mainFile(zones, hasSecrets),
      { path: 'package.json', text: json(packageJson(version)) },
      { path: 'tsconfig.json', text: json(TSCONFIG) },
      { path: 'cdktf.json', text: json({ language: 'typescript', app: 'npm run --silent synth' }) },
    ];
  },
  nextSteps: (folder, hasSecrets, install) => [
    `cd ${folder}`,
    ...install,
    'npm run synth',
    // With -chdir, the engine would not look for the provider in the folder of the stack.
    `cd ${STACK_FOLDER}`,
    'terraform init',
    ...['plan', 'apply'].map(
      (command) => `terraform ${command}${hasSecrets ? ` -var-file=${'../'.repeat(3)}${SECRETS_FILE}` : ''}`,
    ),
  ],
  undoing: [
    'write .forget() in place of .importFrom(…) on each construct, then synth and apply.',
    'Without it, the engine would destroy at the service what the constructs declared.',
  ],
};

function mainFile(zones: readonly DoneZone[], hasSecrets: boolean): OutputFile {
  const named = zones.filter(({ imports }) => Object.keys(imports).length > 0);
  const most = Math.max(0, ...zones.map(({ customFields }) => customFields));
  const limit = most > MAX_CUSTOM_FIELDS ? [{ maxCustomFields: most }] : [];
  return {
    path: 'main.ts',
    text: [
      '// Written by `zonewright adopt`: each zone has a file of its own, whose `importFrom`',
      '// is of no use after the first apply. The provider takes its address and credentials',
      '// from ZONEWRIGHT_BASE_URL and ZONEWRIGHT_API_TOKEN.',
      ...given(
        hasSecrets,
        `// The values of the variables are in ${SECRETS_FILE}, which is not for the`,
        '// repository: elsewhere, set TF_VAR_<name> for each plan and apply.',
      ),
      'import { App, LocalBackend, TerraformStack } from "cdktf";',
      'import { ZoneProvider } from "zonewright";',
      ...named.map(({ label }) => `import { ${functionName(label)} } from "./zones/${fileName(label)}";`),
      '',
      'const app = new App();',
      `const stack = new TerraformStack(app, "${STACK}");`,
      'new LocalBackend(stack, {',
      `  path: "${'../'.repeat(3)}${STACK}.tfstate",`,
      '});',
      `${valueText(new CallCode('new ZoneProvider', [new Code('stack'), 'zone', ...limit]), '')};`,
      ...named.map(({ label }) => `${functionName(label)}(stack);`),
      'app.synth();',
      '',
    ].join('\n'),
  };
}

function packageJson(version: string): object {
  return {
    name: STACK,
    private: true,
    scripts: { synth: 'tsc && node --enable-source-maps dist/main.js' },
    dependencies: { cdktf: '^0.21.0', constructs: '^10.4.2', zonewright: version },
    devDependencies: { '@types/node': '^20.19.0', typescript: '~5.9.3' },
  };
}

const TSCONFIG = {
  compilerOptions: {
    target: 'es2022',
    module: 'node16',
    strict: true,
    skipLibCheck: true,
    types: ['node'],
    sourceMap: true,
    outDir: 'dist',
  },
  include: ['main.ts'],
};

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function fileName(label: string): string {
  return label.replaceAll('_', '-');
}

function functionName(label: string): string {
  return camelCase(label);
}

/** The statement that declares and imports an object, with its names of `zonewright` and the secrets whose variables it uses. */
function constructCode(declaration: Declaration, indent: string) {
  const { type, label, attributes, destination, importId } = declaration;
  const form = resourceOf(type);
  if (!form) throw new Error(`there is no construct for ${type}`);
  const target = destination && destinationCode(destination);
  const { name, enabled, dataset, kind, ...rest } = attributes;
  // The resource's default is false and the construct's true.
  const isEnabled = type === logpushJobSchema.type ? (enabled ?? false) : enabled;
  const head = Object.entries({ name, enabled: isEnabled, dataset, kind });
  const first = Object.fromEntries(head.filter(([, value]) => value !== undefined));
  // The constructs complete the id of an import block with the zone and the version of the destination.
  const [, number = ''] = importId.split('/');
  const props = {
    zoneId: SHORTHAND,
    ...form.props(first),
    ...(target ? { destination: target.code } : {}),
    ...form.props(rest),
  };
  const call = new CallCode(`new ${form.construct}`, [new Code('stack'), label, props]);
  return {
    text: `${indent}${valueText(call, indent)}.importFrom(${number});`,
    imports: [form.construct, ...(target ? ['LogDestination'] : [])],
    secrets: target?.secrets ?? [],
  };
}
