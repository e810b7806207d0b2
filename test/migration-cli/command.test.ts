import { existsSync, readFileSync } from 'node:fs';
import { once } from 'node:events';
import { command } from '../cli/built-command';
import { startService } from '../support/workspace';
import { surveyIn, useFolder } from './running';

const at = useFolder();

test('a survey that was killed goes on where it was', async () => {
  const zones = Array.from({ length: 8 }, (_, index) => ({
    id: String(index).repeat(32),
    name: `z${index}.example`,
  }));
  const service = await startService({ seed: { zones } });
  // The last zones answer only after the kill.
  const slow = zones.slice(-4).map(({ id }) => ({
    match: { zoneId: id, operation: 'migration.status' },
    delayMs: 600_000,
    effect: { kind: 'none' } as const,
  }));
  service.emulator.control.faults.put(slow);
  const out = at('survey.json');
  const args = ['migration', 'survey', '--all', '--out', out];
  const env = { ...service.env, XDG_CACHE_HOME: at('cache') };
  const killed = command.start(args, env);
  const ended = once(killed, 'exit');
  // The notes tell what is read, not what the terminal has been told of it.
  const noted = (): number =>
    existsSync(`${out}.progress`)
      ? readFileSync(`${out}.progress`, 'utf8').split('"kind":"zone"').length - 1
      : 0;
  while (noted() < 4 && killed.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 5));
  killed.kill('SIGKILL');
  expect(await ended).toEqual([null, 'SIGKILL']);
  expect(existsSync(out)).toBe(false);

  service.emulator.control.faults.clear();
  const run = await command.run(args, env);
  expect(run).toMatchObject({
    exitCode: 0,
    stderr: expect.stringContaining('4 of 8 zones are done already') as string,
  });
  expect(surveyIn(out).zones).toHaveLength(8);
});
