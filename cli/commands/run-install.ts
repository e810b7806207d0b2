import { join, resolve } from 'node:path';
import {
  placeProvider,
  PROVIDER_PLATFORMS,
  ProviderNotBuiltError,
} from '../../lib/provider/provider-package';
import { OPENTOFU_PROVIDER_ADDRESS, PROVIDER_ADDRESS } from '../../schema';
import { homeFolder, releasePlatform } from '../engine/release';
import { codeOf, CommandFailure, EXIT_OK, reasonOf, unusable } from '../terminal/failure';
import { given, shellWord } from '../text/words';
import type { CommandContext } from '../terminal/terminal';

/** `zonewright install`: puts the provider into a plugin folder and says how to require it. */
export async function installCommand(
  context: CommandContext,
  options: { readonly dir?: string },
): Promise<number> {
  const { out, colors } = context.terminal;
  if (!options.dir) refuseForeignPlatform();
  const mirror = resolve(options.dir ?? join(homeFolder(), '.terraform.d', 'plugins'));
  const { version, folder, written } = place(mirror);
  const isNew = written.length > 0;
  const platforms = PROVIDER_PLATFORMS.map((platform) => `-platform=${platform}`).join(' ');

  for (const line of [
    `${PROVIDER_ADDRESS} ${version} ${isNew ? 'was written to' : 'is already installed in'}`,
    `  ${folder}`,
    ...written
      .filter((file) => file.startsWith(folder))
      .map((file) => colors.dim(`    ${file.slice(folder.length + 1)}`)),
    ...given(isNew, `  and as ${OPENTOFU_PROVIDER_ADDRESS}, for the short address in OpenTofu`),
    '',
    'Require it in your configuration:',
    '',
    '  terraform {',
    '    required_providers {',
    '      zone = {',
    `        source  = "${PROVIDER_ADDRESS}"`,
    `        version = "${version}"`,
    '      }',
    '    }',
    '  }',
    '',
    options.dir
      ? `Then run \`terraform init -plugin-dir=${mirror}\`, or \`tofu init\` the same way.`
      : 'Then run `terraform init` or `tofu init`; neither needs further settings.',
    'Commit the lock file: the provider is the same on every platform. No registry has it, so lock it from here:',
    '',
    `  terraform providers lock -fs-mirror=${shellWord(mirror)} ${platforms} ${PROVIDER_ADDRESS}`,
  ])
    out(line);
  return EXIT_OK;
}

function refuseForeignPlatform(): void {
  const platform = releasePlatform(process.platform, process.arch);
  if (PROVIDER_PLATFORMS.some((each) => each === platform)) return;
  throw new CommandFailure({
    message: 'the provider does not run on this platform',
    seen: [platform],
    allowed: [PROVIDER_PLATFORMS.join(', ')],
    hints: ['on Windows, install it inside WSL', 'for another machine, name a folder: --dir <folder>'],
  });
}

function place(mirror: string): ReturnType<typeof placeProvider> {
  try {
    return placeProvider(mirror, { mustRun: true });
  } catch (thrown) {
    if (thrown instanceof ProviderNotBuiltError) {
      throw new CommandFailure({
        message: 'the provider has not been built',
        seen: [`${thrown.path} does not exist`],
        hints: ['in a checkout: npm run build', 'elsewhere: install the package again'],
      });
    }
    if (codeOf(thrown) === undefined) throw thrown;
    if ((thrown as NodeJS.ErrnoException).syscall === 'access')
      throw new CommandFailure({
        message: `no program may run in ${mirror}, so the provider was not left there`,
        seen: [reasonOf(thrown)],
        allowed: ['a folder of a file system that is not mounted with noexec'],
        hints: ['name one that will stay: --dir <folder>', 'or mount the file system without noexec'],
      });
    const what = {
      message: 'the provider cannot be written',
      allowed: 'a folder that you may write to',
    };
    const hint = 'name a folder that exists or can be created: --dir <folder>';
    throw unusable(what, thrown, hint, 'or correct the permissions');
  }
}
