import {
  configure,
  cutApply,
  expectDone,
  nextRun,
  sent,
  useInterruptedJobs,
  workspace,
} from '../e2e/interrupted-jobs';

/** A run that is stopped keeps its creation records, because the provider cannot know what the engine still writes. */
useInterruptedJobs();

function jobsInState(): readonly string[] {
  const state = JSON.parse(workspace.read('terraform.tfstate')) as {
    readonly resources: readonly { readonly type: string; readonly name: string }[];
  };
  return state.resources.map(({ name }) => name).sort();
}

test('a new name without a moved block, and only that as the target: the next plan refuses the two, and the state can forget the old one', async () => {
  configure({ name: 'cut' }, { name: 'cut', kind: 'edge' });
  await cutApply((engine) => void process.kill(engine, 'SIGTERM'), 2);
  const stored = jobsInState();
  const [old = ''] = stored;
  workspace.write('main.tf.json', workspace.read('main.tf.json').replace(`"${old}"`, '"renamed"'));
  await nextRun.applied({ args: ['-target=zone_logpush_job.renamed'] });
  expect(jobsInState()).toEqual([...stored, 'renamed']);
  const plan = await nextRun.plan();
  expect([plan.exitCode, plan.stderr.replace(/[│\s]+/g, ' ')]).toEqual([
    1,
    expect.stringContaining('Two resources have the same log push job'),
  ]);
  expect((await workspace.run(['state', 'rm', `zone_logpush_job.${old}`])).exitCode).toBe(0);
  await nextRun.applied();
  await expectDone('cut', 'cut');
  expect(sent('POST')).toBe(2);
});
