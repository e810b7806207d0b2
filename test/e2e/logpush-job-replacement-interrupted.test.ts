import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_ZONE_ID } from '../../emulator';
import { inLane } from '../support/lane';
import {
  configure,
  CUTS,
  cutApply,
  DESTINATION,
  expectDone,
  held,
  nextRun,
  records,
  sent,
  service,
  useInterruptedJobs,
  workspace,
} from './interrupted-jobs';

/** A replacement that is cut off, at any moment, is finished by the next apply in the same folder. */
useInterruptedJobs();

test.each([
  ['without a refresh', ['-refresh=false']] as const,
  ...inLane({ share: [], whole: [['with one', []] as const] }),
])(
  'the engine is killed after the job is in the state: a replacement %s creates its own job',
  async (_how, more) => {
    configure({ name: 'cut', lifecycle: [{ create_before_destroy: true }] });
    await cutApply(CUTS['the engine is killed when the provider has the answer']);
    const left = readdirSync(records()).map((name) => [name, readFileSync(join(records(), name), 'utf8')]);
    await nextRun.applied();
    // What a provider leaves that is killed right after the engine has written the state.
    mkdirSync(records(), { recursive: true });
    for (const [name, text] of left as [string, string][]) writeFileSync(join(records(), name), text);
    await nextRun.applied({ args: ['-replace=zone_logpush_job.job-0', ...more] });
    expect(held().map(({ id }) => id)).toEqual([2]);
    await expectDone('cut');
  },
);

test('the provider is unknown at plan: the new object completes the job, and no destroy deletes it', async () => {
  const block = { name: 'cut', lifecycle: [{ create_before_destroy: true }] };
  configure(block);
  await cutApply(CUTS['the engine is killed when the provider has the answer']);
  const [name = ''] = readdirSync(records());
  const left = readFileSync(join(records(), name), 'utf8');
  await nextRun.applied();
  mkdirSync(records(), { recursive: true });
  writeFileSync(join(records(), name), left);
  const { resource, ...more } = JSON.parse(workspace.read('main.tf.json')) as { readonly resource: object };
  const later = { address: { input: service.env['ZONEWRIGHT_BASE_URL'] } };
  workspace.write(
    'main.tf.json',
    JSON.stringify({
      ...more,
      provider: { zone: { base_url: '${terraform_data.address.output}' } },
      resource: { ...resource, terraform_data: later },
    }),
  );
  const { exitCode, stdout } = await workspace.apply({ args: ['-replace=zone_logpush_job.job-0'] });
  expect([exitCode, stdout.replace(/[│\s]+/g, ' ')]).toEqual([
    0,
    expect.stringContaining('stays: another resource has it now'),
  ]);
  expect(held().map(({ id }) => id)).toEqual([1]);
  expect(await nextRun.plan()).toMatchObject({ exitCode: 0 });
});

describe('a replacement that nothing in the configuration asks for is interrupted:', () => {
  const cbd = { name: 'cut', lifecycle: [{ create_before_destroy: true }] };
  const interrupt = async (cut: (engine: number) => void): Promise<void> => {
    configure(cbd);
    await nextRun.applied();
    await cutApply(cut, undefined, 1, ['-replace=zone_logpush_job.job-0']);
    expect(held().map(({ id }) => id)).toEqual([1, 2]);
  };

  const finishes = async (cut: (engine: number) => void): Promise<void> => {
    await interrupt(cut);
    const { exitCode, stdout } = await nextRun.apply();
    expect([exitCode, stdout.replace(/[│\s]+/g, ' ')]).toEqual([
      0,
      expect.stringMatching(
        /job-0 must be replaced .*1 to add, 0 to change, 1 to destroy.* created the log push job 2 to replace job 1, .* apply deletes job 1\./,
      ),
    ]);
    expect(held().map(({ id }) => id)).toEqual([2]);
    await expectDone('cut');
    expect([sent('POST'), sent('PUT')]).toEqual([2, 0]);
  };

  const COURSES: readonly (readonly [name: string, course: () => Promise<void>])[] = [
    ['the next plan finishes it after the engine was killed', () => finishes(CUTS['the engine is killed'])],
    [
      'the next plan finishes it after the provider was killed',
      () => finishes(CUTS['the provider is killed']),
    ],
    [
      'settings and a destination that have changed since are applied to the new job',
      async () => {
        await interrupt(CUTS['both are killed']);
        const changed = { enabled: true, destination_conf_wo: `${DESTINATION}2` };
        configure({ ...cbd, ...changed, destination_conf_wo_version: 2 });
        await nextRun.applied();
        expect(held()).toMatchObject([{ id: 2, enabled: true, destination_conf: `${DESTINATION}2` }]);
        await expectDone('cut');
        expect([sent('POST'), sent('PUT')]).toEqual([2, 1]);
      },
    ],
    [
      'a new job that somebody has changed or deleted is not waited for',
      async () => {
        await interrupt(CUTS['both are killed']);
        service.emulator.control.editZone(DEFAULT_ZONE_ID, (zone) => {
          for (const job of zone.logpush.jobs ?? []) if (job.id === 2) job.enabled = true;
        });
        expect((await nextRun.plan()).exitCode).toBe(0);
        service.emulator.control.editZone(DEFAULT_ZONE_ID, (zone) => {
          zone.logpush.jobs = (zone.logpush.jobs ?? []).filter(({ id }) => id === 1);
        });
        expect((await nextRun.plan()).exitCode).toBe(0);
      },
    ],
  ];

  test.each(COURSES.slice(0, inLane({ share: 1, whole: undefined })))('%s', (_name, course) => course());
});
