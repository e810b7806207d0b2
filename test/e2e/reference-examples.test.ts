import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../lib/fake-provider';
import { placeProvider } from '../../lib/provider/provider-package';
import { isBefore } from '../support/engine';
import { placeS3Provider } from '../support/fixture-provider';
import { createWorkspace } from '../support/workspace';

const EXAMPLES = join(__dirname, '..', '..', 'examples');
const KINDS = ['resources', 'data-sources', ...(isBefore('1.14') ? [] : ['actions'])];

/** Each example of the reference as a module of its own, below one root module. */
test('the engine takes every example of the reference, and every import beside its resource', async () => {
  const folder = temporaryFolder();
  const provider = readFileSync(join(EXAMPLES, 'provider', 'provider.tf'), 'utf8');
  const required = provider.replace(/^provider .*$/m, '');
  const names = KINDS.flatMap((kind) => readdirSync(join(EXAMPLES, kind)).map((name) => ({ kind, name })));
  const imports: string[] = [];
  const modules = names.map(({ kind, name }) => {
    const module = `${kind}-${name}`;
    const to = join(folder, module);
    mkdirSync(to);
    for (const file of readdirSync(join(EXAMPLES, kind, name)).filter((each) => each !== 'import.tf'))
      cpSync(join(EXAMPLES, kind, name, file), join(to, file));
    writeFileSync(join(to, 'versions.tf'), required);
    const written = readdirSync(to)
      .map((file) => readFileSync(join(to, file), 'utf8'))
      .join('\n');
    const variables = [...written.matchAll(/^variable "(\w+)" \{(?![^}]*default)/gm)].map(
      ([, variable]) => variable,
    );
    // Import blocks belong in the root module.
    const importFile = join(EXAMPLES, kind, name, 'import.tf');
    if (existsSync(importFile))
      imports.push(readFileSync(importFile, 'utf8').replace('to = ', `to = module.${module}.`));
    return [
      `module "${module}" {`,
      `  source = "./${module}"`,
      ...variables.map((variable) => `  ${variable} = ${variable === 'job_id' ? '7' : `var.text`}`),
      '}',
    ].join('\n');
  });
  expect(imports).toHaveLength(4);
  const text = 'variable "text" {\n  type      = string\n  ephemeral = true\n}';
  const zone = 'locals {\n  zone_id = "023e105f4ecef8ad9ca31a8372d0c353"\n}';
  const main = [provider, text, zone, ...modules, ...imports].join('\n\n');
  writeFileSync(join(folder, 'main.tf'), main.replaceAll('zone_id = var.text', 'zone_id = local.zone_id'));
  const place = (mirror: string): void => void [placeProvider, placeS3Provider].map((each) => each(mirror));
  const { ready, validate } = await createWorkspace({ folder, place });
  await ready();
  expect(await validate()).toMatchObject({ exitCode: 0, stderr: '' });
});
