import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DEFAULT_ZONE_ID, DEFAULT_ZONE_NAME } from '../../emulator';
import {
  configure,
  CREATION,
  CUTS,
  cutApply,
  DESTINATION,
  expectDone,
  held,
  onAnswer,
  nextRun,
  records,
  recordTexts,
  sent,
  service,
  useInterruptedJobs,
  workspace,
} from './interrupted-jobs';

/** What the next apply makes of a creation that was cut off, in the same folder; that it completes it: kills.test.ts. */
useInterruptedJobs();

const ZONE = `${DEFAULT_ZONE_NAME} (${DEFAULT_ZONE_ID})`;

test('the next apply replaces a job whose kind has changed since it was cut, and announces that', async () => {
  configure({ name: 'cut', kind: 'edge' });
  await cutApply(CUTS['the engine is killed']);
  configure({ name: 'cut' });
  const { stdout } = await nextRun.apply();
  expect(stdout.replace(/[│\s]+/g, ' ')).toMatch(
    /An earlier run created the log push job 1 of zone \w+, but was interrupted.*Apply deletes that job and creates the planned one\./,
  );
  await expectDone('cut');
  expect([sent('POST'), sent('DELETE')]).toEqual([2, 1]);
  expect(held()).toMatchObject([{ name: 'cut', kind: '' }]);
});

describe('a replacement that nothing in the configuration asks for', () => {
  const block = { name: 'cut', lifecycle: [{ create_before_destroy: true }] };
  const REPLACE = ['-replace=zone_logpush_job.job-0'];

  test('is finished, with what has changed since, after the engine was killed between creation and deletion', async () => {
    configure(block);
    await nextRun.applied();
    await cutApply(CUTS['the engine is killed'], 1, REPLACE);
    expect(held().map(({ id }) => id)).toEqual([1, 2]);
    const destination_conf_wo = `${DESTINATION}2`;
    configure({ ...block, enabled: true, destination_conf_wo, destination_conf_wo_version: 2 });
    const { exitCode, stdout } = await nextRun.apply();
    expect([exitCode, stdout.replace(/[│\s]+/g, ' ')]).toEqual([
      0,
      expect.stringMatching(
        /job-0 must be replaced .*1 to add, 0 to change, 1 to destroy.* created the log push job 2 of zone [0-9a-f]{32} to replace job 1, .* apply deletes job 1\./,
      ),
    ]);
    expect(held().map(({ id }) => id)).toEqual([2]);
    await expectDone('cut');
    expect([sent('POST'), sent('PUT')]).toEqual([2, 1]);
  });

  /** Applies, and leaves what a provider leaves that is killed right after the engine has written the state. */
  const applyLeavingRecord = async (): Promise<void> => {
    configure(block);
    await cutApply(CUTS['the engine is killed when the provider has the answer']);
    const left = readdirSync(records()).map((name) => [name, readFileSync(join(records(), name), 'utf8')]);
    await workspace.applied();
    mkdirSync(records(), { recursive: true });
    for (const [name, text] of left as [string, string][]) writeFileSync(join(records(), name), text);
  };

  test('creates its own job, not that of the record of the old one, also without a refresh', async () => {
    await applyLeavingRecord();
    await nextRun.applied({ args: [...REPLACE, '-refresh=false'] });
    expect(held().map(({ id }) => id)).toEqual([2]);
    await expectDone('cut');
  });

  test('deletes no job that the new object has taken while the provider was unknown at plan', async () => {
    await applyLeavingRecord();
    const { resource, ...more } = JSON.parse(workspace.read('main.tf.json')) as { readonly resource: object };
    const terraform_data = { address: { input: service.env['ZONEWRIGHT_BASE_URL'] } };
    const provider = { zone: { base_url: '${terraform_data.address.output}' } };
    workspace.write(
      'main.tf.json',
      JSON.stringify({ ...more, provider, resource: { ...resource, terraform_data } }),
    );
    const { exitCode, stdout } = await workspace.apply({ args: REPLACE });
    expect([exitCode, stdout.replace(/[│\s]+/g, ' ')]).toEqual([
      0,
      expect.stringContaining(`The log push job 1 of zone ${ZONE} stays: another resource has it now`),
    ]);
    expect(held().map(({ id }) => id)).toEqual([1]);
    expect((await nextRun.plan()).exitCode).toBe(0);
  });
});

test('the creation record is readable only by its owner, holds no secret, and is deleted when the engine ends normally', async () => {
  configure({ name: 'cut' });
  let seen: readonly string[] = [];
  let modes: readonly number[] = [];
  onAnswer(({ operation }) => {
    if (operation !== CREATION) return;
    seen = recordTexts();
    modes = readdirSync(records()).map((name) => statSync(join(records(), name)).mode & 0o777);
  });
  await workspace.applied();
  expect([seen.length, modes, recordTexts()]).toEqual([1, [0o600], []]);
  expect(seen.join('')).not.toMatch(/planted|logs\.example|emulator-token/);
  expect(existsSync(records())).toBe(false);
  expect(statSync(dirname(records())).mode & 0o777).toBe(0o700);
});
