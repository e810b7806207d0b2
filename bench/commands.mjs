/** The commands of the engine, side by side: every subject runs each command before the next one begins. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandTables } from './command-tables.mjs';
import { findEngine } from './machine.mjs';
import { runMeasured } from './processes.mjs';
import { BARE_NODE, timeToLine } from './start-up.mjs';
import { startStateServer } from './state-server.mjs';
import { prepareSubjects } from './subjects.mjs';

const INIT = { args: ['init', '-input=false'], ends: 0 };

/** In the order of an object's life. The exit code of a plan says whether there are changes. */
const COMMANDS = [
  { command: 'validate', args: ['validate'], ends: 0 },
  { command: 'first plan', args: ['plan', '-input=false', '-detailed-exitcode'], ends: 2 },
  { command: 'apply', args: ['apply', '-input=false', '-auto-approve'], ends: 0 },
  { command: 'no-change plan', args: ['plan', '-input=false', '-detailed-exitcode'], ends: 0 },
  { command: 'destroy', args: ['destroy', '-input=false', '-auto-approve'], ends: 0 },
];

/** Characters of a command's output that an error shows. */
const SHOWN = 4000;

/**
 * Runs all commands for each size and latency, alongside a bare `node`.
 *
 * Each figure is of one command of one subject: `{ subject, objects, latencyMs, command, runs }`, where a run has
 * `ms`, `requests`, and `cpuMs` and `peakMb` of `engine` and of `provider`.
 */
export async function commands({ sizes, latencies, rounds, state, configurations, peers }) {
  const engine = await findEngine();
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const states = state === 'http' ? await startStateServer() : undefined;
  let subjects = [];
  const measured = [];
  try {
    subjects = await prepareSubjects(folder, configurations, peers, Math.max(...sizes), states);
    for (const subject of subjects) await runCommand(engine, subject, INIT, folder, 1);
    for (const objects of sizes) {
      for (const latencyMs of latencies) {
        measured.push(await sideBySide({ engine, subjects, states, objects, latencyMs, rounds, folder }));
      }
    }
  } finally {
    await Promise.all(subjects.map(({ emulator }) => emulator.close()));
    states?.close();
    rmSync(folder, { recursive: true, force: true });
  }
  const name = `${engine.flavor} ${engine.version}, states ${states ? 'on a server' : 'in files'}`;
  return { figures: { engine: name, measured }, tables: commandTables(name, measured), checks: [] };
}

async function sideBySide({ engine, subjects, states, objects, latencyMs, rounds, folder }) {
  const node = { runs: [] };
  const rows = COMMANDS.flatMap(({ command }) =>
    subjects.map(({ name, engineAlone }) => ({
      ...{ subject: name, engineAlone, objects, latencyMs, command },
      runs: [],
    })),
  );
  for (let round = 0; round < rounds; round++) {
    states?.begin(latencyMs);
    for (const { emulator } of subjects) await emulator.begin(latencyMs);
    for (const command of COMMANDS) {
      node.runs.push({ ms: await timeToLine({ ...BARE_NODE, env: { PATH: process.env.PATH } }) });
      for (const subject of subjects) {
        const run = await runCommand(engine, subject, command, folder, objects);
        rows.find((row) => row.subject === subject.name && row.command === command.command).runs.push(run);
      }
    }
    process.stderr.write(
      `Commands with ${objects}, latency ${latencyMs} ms: round ${round + 1} of ${rounds}\n`,
    );
  }
  return { node, rows };
}

async function runCommand(
  engine,
  { name, cwd, emulator, stateEnvironment },
  { args, ends },
  folder,
  objects,
) {
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    TMPDIR: folder,
    CHECKPOINT_DISABLE: '1',
    TF_VAR_objects: String(objects),
    TF_VAR_base_url: emulator.baseUrl,
    TF_VAR_token: emulator.token,
    ...stateEnvironment,
  };
  const { result, requests } = await emulator.during(() =>
    runMeasured(engine.binary, [...args, '-no-color'], { cwd, env }),
  );
  const { ms, exitCode, output, own, children } = result;
  if (exitCode === ends) return { ms, requests, engine: own, provider: children };
  const meaning = args[0] === 'plan' ? ' (of a plan: 0 no changes, 1 an error, 2 changes)' : '';
  throw new Error(
    `${name}: ${args.join(' ')} with ${objects} objects ended with ${exitCode}, expected ${ends}${meaning}:\n${output.slice(-SHOWN)}`,
  );
}
