import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const DIST = join(__dirname, '..', '..', 'dist');

/** A test runner that applies, with a service that never answers a write. */
const RUNNER = `
const { App, TerraformStack } = require('cdktf');
const { LogCustomFields, ZoneProvider } = require('${DIST}/lib');
const { createWorkspace } = require('${DIST}/testing');
const stack = new TerraformStack(new App({ outdir: process.env.OUT }), 'zone');
new ZoneProvider(stack, 'zone');
new LogCustomFields(stack, 'fields', { zoneId: '023e105f4ecef8ad9ca31a8372d0c353', cookies: ['sid'] });
createWorkspace(stack).then(async (workspace) => {
  workspace.emulator.control.faults.put([{ match: { method: 'PUT' }, delayMs: 3600000, effect: { kind: 'none' } }]);
  console.log('applies');
  await workspace.apply();
});
`;

/** Processes that have a part of this text among their arguments or in their folder. */
function processesOf(text: string): readonly string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/environ`, 'utf8').includes(text);
      } catch {
        return false;
      }
    });
}

test.each([
  ['Ctrl-C', 'SIGINT', 'group'],
  ['kill -9', 'SIGKILL', 'runner'],
  ['kill', 'SIGTERM', 'runner'],
] as const)('%s leaves no folder and no process', async (_, signal, whom) => {
  const temporary = mkdtempSync(join(tmpdir(), 'zonewright-test-'));
  try {
    const runner = spawn(process.execPath, ['-e', RUNNER], {
      cwd: join(__dirname, '..', '..'),
      env: { ...process.env, TMPDIR: temporary, OUT: join(temporary, 'out') },
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    });
    const ended = once(runner, 'exit');
    await once(runner.stdout, 'data');
    const [folder = ''] = readdirSync(temporary).filter((name) => name.startsWith('zonewright-testing-'));
    expect(folder).not.toBe('');
    // The engine and the provider are under way: the provider has asked the service.
    while (processesOf(temporary).length < 4) await new Promise((resolve) => setTimeout(resolve, 20));
    process.kill(whom === 'group' ? -Number(runner.pid) : Number(runner.pid), signal);
    await ended;
    while (existsSync(join(temporary, folder)) || processesOf(temporary).length > 0)
      await new Promise((resolve) => setTimeout(resolve, 20));
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
});
