import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXAMPLE_ADDRESS, EXAMPLE_JOB_ADDRESS } from '../example';
import { expectEqual, expectExit } from '../expectations';
import { jobIds } from '../zone-contents';
import { linesThatBegin } from '../engine-output';
import type { Step } from '../stage';

export const importStep: Step = {
  title: 'Import into a new state',
  why: 'An existing configuration is imported without changing it.',
  async run({ story, found, stack, second, emulator, zoneId, storesSecrets }) {
    cpSync(join(stack.cwd, 'cdk.tf.json'), join(second.cwd, 'cdk.tf.json'));
    cpSync(join(stack.cwd, 'terraform.d'), join(second.cwd, 'terraform.d'), { recursive: true });
    // The stack names the file of its own state.
    writeFileSync(join(second.cwd, 'state_override.tf'), 'terraform {\n  backend "local" {}\n}\n');
    // The version after the job's number keeps its destination out of the state.
    const job = [zoneId, ...jobIds(emulator.control, zoneId), ...(storesSecrets ? [] : [1])].join('/');
    const block = [...importBlock(EXAMPLE_ADDRESS, zoneId), ...importBlock(EXAMPLE_JOB_ADDRESS, job)];
    const file = join(second.cwd, 'import.tf');
    writeFileSync(file, `${block.join('\n')}\n`);

    story.command('cat import.tf');
    story.output(block);
    const init = `${found.flavor} init`;
    story.command(init);
    expectExit(init, await second.init(), 0);

    const apply = `${found.flavor} apply -auto-approve`;
    story.command(apply);
    const { stdout } = expectExit(apply, await second.apply(), 0);
    story.output(linesThatBegin(stdout, 'Plan:', 'Apply complete!'));
    const [summary] = linesThatBegin(stdout, 'Plan:');
    // Engines before write-only attributes may count a value from a sensitive variable as a change.
    const seen = storesSecrets ? summary?.replace('1 to change', '0 to change') : summary;
    expectEqual(
      'the plan of the import',
      seen?.replace(/\.$/, ''),
      'Plan: 2 to import, 0 to add, 0 to change, 0 to destroy',
    );

    rmSync(file);
    const plan = `${found.flavor} plan -detailed-exitcode`;
    story.command(plan);
    expectExit(plan, await second.plan(), 0);
    story.check('exit code 0: the imported zone needs no change');
  },
};

function importBlock(to: string, id: string): readonly string[] {
  return ['import {', `  to = ${to}`, `  id = "${id}"`, '}'];
}
