import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../lib/provider/package-root';
import { CommandFailure } from '../terminal/failure';

/** The CDKs, the default first, and the folder of the examples compiled for each. */
const FOLDERS: Readonly<Record<string, string>> = {
  cdktf: join('dist', 'examples'),
  cdktn: join('dist', 'examples-cdktn'),
};

/**
 * The example with this name, for the installed CDK: its absolute path, and the command to show for it.
 *
 * @throws CommandFailure if no CDK is installed, or if the example has not been built
 */
export function compiledExample(name: string): { readonly program: string; readonly command: string } {
  const [, folder] = Object.entries(FOLDERS).find(([cdk]) => isInstalled(cdk)) ?? [];
  if (folder === undefined)
    throw new CommandFailure({
      message: 'the demo synthesizes a stack, and neither cdktf nor cdktn is installed',
      hints: ['npm install cdktf constructs', 'or: npm install cdktn constructs'],
    });
  const path = join(folder, `${name}.js`);
  const program = join(packageRoot().folder, path);
  if (!existsSync(program))
    throw new CommandFailure({
      message: 'the example that the demo runs has not been built',
      seen: [`${program} does not exist`],
      hints: ['in a checkout: npm ci && npm run demo', 'elsewhere: install the package again'],
    });
  return { program, command: `node ${path}` };
}

function isInstalled(cdk: string): boolean {
  try {
    require.resolve(cdk);
    return true;
  } catch {
    return false;
  }
}
