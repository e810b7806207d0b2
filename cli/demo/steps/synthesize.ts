import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram } from '../../engine/process';
import { compiledExample } from '../compiled-example';
import { EXAMPLE_STACK } from '../example';
import { expectExit } from '../expectations';
import type { Step } from '../stage';

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
