import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { packageVersion } from '../../../lib/provider/package-root';
import { PROVIDER_ADDRESS } from '../../../schema';
import { runProgram } from '../../engine/process';
import { releasePlatform } from '../../engine/release';
import { productName } from '../../engine/find';
import { compiledExample, EXAMPLE_STACK, loggedFields } from '../example';
import { linesThatBegin, expectEqual, expectExit } from '../expectations';
import type { Step } from '../stage';

export const startEmulatorStep: Step = {
  title: 'A zone service on this machine',
  why: 'The emulator stands in for the real service: no account, no token, no cost.',
  async run({ story, emulator, zoneId, found }) {
    story.command('zonewright emulator --port 0');
    story.output([emulator.baseUrl]);
    const zone = emulator.control.zones().find(({ id }) => id === zoneId);
    expectEqual('what the new zone logs', loggedFields(emulator.control, zoneId), undefined);
    story.check(`zone ${zone?.name} (${zone?.plan}) exists; it logs no custom fields yet`);
    story.check(`engine: ${productName(found.flavor)} ${found.version}, ${found.way}`);
  },
};

interface StackFile {
  readonly resource?: Readonly<Record<string, Readonly<Record<string, object>>>>;
}

const LONGEST_LINE = 72;

export const synthesizeStep: Step = {
  title: 'Synthesize the stack',
  why: 'Constructs become plain Terraform JSON, with the provider beside it.',
  async run({ story, appFolder, zoneId, storesSecrets, env, signal }) {
    const { program, command } = compiledExample('log-fields');
    story.command(command);
    const result = await runProgram(process.execPath, [program], {
      cwd: appFolder,
      env: {
        ...env,
        ZONE_ID: zoneId,
        CDKTF_OUTDIR: appFolder,
        STORE_SECRETS: String(storesSecrets),
      },
      onLine: story.detail,
      signal,
    });
    expectExit(command, result, 0);

    const file = join(EXAMPLE_STACK, 'cdk.tf.json');
    const stack = JSON.parse(readFileSync(join(appFolder, file), 'utf8')) as StackFile;
    story.output(attributeLines(stack));
    story.check(`${file} was written`);
  },
};

function attributeLines({ resource = {} }: StackFile): readonly string[] {
  return Object.entries(resource).flatMap(([type, named]) =>
    Object.entries(named).flatMap(([name, attributes]) => [
      `${type}.${name}`,
      ...Object.entries(attributes).filter(isTold).flatMap(valueLines),
    ]),
  );
}

/** The key `//` holds what cdktf notes about the construct; a destination is a long line. */
function isTold([key]: readonly [string, unknown]): boolean {
  return key !== '//' && !key.startsWith('destination_conf');
}

/** One line, or several if it is too long for a terminal. */
function valueLines([key, value]: readonly [string, unknown]): readonly string[] {
  const line = `  ${key} = ${JSON.stringify(value)}`;
  if (line.length <= LONGEST_LINE) return [line];
  return `${key} = ${JSON.stringify(value, undefined, 2)}`.split('\n').map((part) => `  ${part}`);
}

export const initStep: Step = {
  title: 'Init and validate',
  why: 'The engine finds the provider in the folder: no registry, no settings.',
  async run({ story, found, stack }) {
    const init = `${found.flavor} init`;
    story.command(init);
    const { stdout } = expectExit(init, await stack.init(), 0);
    // Without the dash of the engine's list, which would look like a deletion here.
    story.output(linesThatBegin(stdout, '- Installed', '- Using').map((line) => line.replace(/^- /, '')));
    const version = join(PROVIDER_ADDRESS, packageVersion(), releasePlatform(process.platform, process.arch));
    expectEqual(
      'the source of the provider',
      realpathSync(join(stack.cwd, '.terraform', 'providers', version)),
      realpathSync(join(stack.cwd, 'terraform.d', 'plugins', version)),
    );
    story.check("the provider comes from terraform.d/plugins in the stack's folder");

    const validate = `${found.flavor} validate`;
    story.command(validate);
    story.output(linesThatBegin(expectExit(validate, await stack.validate(), 0).stdout, 'Success!'));
    story.check('the provider started and accepted the configuration');
  },
};
