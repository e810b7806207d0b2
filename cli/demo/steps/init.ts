import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { packageVersion } from '../../../lib/provider/package-root';
import { PROVIDER_ADDRESS } from '../../../schema';
import { releasePlatform } from '../../engine/release';
import { expectEqual, expectExit } from '../expectations';
import { linesThatBegin } from '../plan-body';
import type { Step } from '../stage';

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
