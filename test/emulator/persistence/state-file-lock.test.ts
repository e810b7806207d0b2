import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StateFileError, startEmulator } from '../../../emulator';

import { edit, file, folder, running, start, useStateFile } from './kept-state';

useStateFile();

describe('a state file that another emulator uses', () => {
  const refused = (): Promise<unknown> => start().catch((thrown: unknown) => thrown);

  it('is refused, also through a symbolic link, until that one is closed', async () => {
    const first = await start();
    const link = join(folder, 'link.json');
    symlinkSync(file, link);
    for (const persistTo of [file, link]) {
      const error: unknown = await start({ persistTo }).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(StateFileError);
      expect((error as StateFileError).inUse).toEqual({ pid: process.pid, lock: `${file}.lock` });
      expect((error as Error).message).toBe(
        `The state file ${persistTo} cannot be used:\n  the emulator of process ${process.pid} uses it, according to ${file}.lock`,
      );
    }
    edit(first);
    await first.close();
    const second = await start({ persistTo: link });
    expect(second.continued).toBe(true);
    expect(second.control.snapshot()).toEqual(first.control.snapshot());
  });

  it('is refused if the process in the lock is another one and alive', async () => {
    writeFileSync(`${file}.lock`, `${process.ppid} 1 other\n`);
    expect(await refused()).toMatchObject({ inUse: { pid: process.ppid } });
    expect(readFileSync(`${file}.lock`, 'utf8')).toBe(`${process.ppid} 1 other\n`);
  });

  it.each<[string, string]>([
    ['a process that is gone', '2147483646 1 other\n'],
    ['an earlier process with our number', `${process.pid} 1 other\n`],
    ['nobody: it was killed before it could write', ''],
    ['no process', 'something else'],
  ])('is taken over if the lock names %s', async (_name, text) => {
    writeFileSync(`${file}.lock`, text);
    const emulator = await start();
    expect(emulator.continued).toBe(false);
    expect(await refused()).toMatchObject({ inUse: { pid: process.pid } });
    await emulator.close();
    expect(readdirSync(folder)).toEqual(['state.json']);
  });

  // A process that was killed and that its parent never waits for, as in containers whose first process does not.
  const itOnLinux = process.platform === 'linux' ? it : it.skip;
  itOnLinux(
    'is taken over from a zombie (only on Linux: elsewhere there is no /proc to see one in)',
    async () => {
      const stdio = ['ignore', 'pipe', 'ignore', 'pipe'] as const;
      const parent = spawn('sh', ['-c', 'cat <&3 & echo $!; exec sleep 60'], { stdio: [...stdio] });
      const until = async (isReached: () => boolean): Promise<void> => {
        while (!isReached()) await new Promise((resolve) => setTimeout(resolve, 5));
      };
      try {
        const [printed] = (await once(parent.stdout as Readable, 'data')) as [Buffer];
        const pid = Number(String(printed));
        // From then on nobody waits for the end of `cat`, which the end of its input brings.
        await until(() => readFileSync(`/proc/${parent.pid}/comm`, 'utf8') === 'sleep\n');
        (parent.stdio[3] as Writable).end();
        await until(() => / Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8')));
        writeFileSync(`${file}.lock`, `${pid} 1 other\n`);
        await start();
        expect(readFileSync(`${file}.lock`, 'utf8')).toContain(`${process.pid} `);
      } finally {
        parent.kill('SIGKILL');
      }
    },
  );

  it('goes to only one of many that try to take over a left-over lock', async () => {
    for (let round = 0; round < 3; round += 1) {
      writeFileSync(`${file}.lock`, '2147483646 1 other\n');
      const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => start()));
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      for (const emulator of running.splice(0)) await emulator.close();
    }
  });

  it('is free again if its emulator could not listen', async () => {
    const { url } = await startEmulator().then((other) => (running.push(other), other));
    await expect(start({ port: Number(new URL(url).port) })).rejects.toThrow('EADDRINUSE');
    expect(readdirSync(folder)).toEqual(['state.json']);
  });
});
