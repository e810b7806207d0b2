#!/usr/bin/env node
import { runCommandLine } from './commands/program';
import { openTerminal } from './terminal/terminal';

// The reader of a pipe may end first (`zonewright demo | head`): end as on a signal, and leave nothing behind.
process.stdout.once('error', () => {
  process.stdout.on('error', () => undefined);
  process.kill(process.pid, 'SIGTERM');
});

const { argv, env, stdout, stderr } = process;
void runCommandLine(argv.slice(2), { terminal: openTerminal(stdout, stderr, env), env }).then((code) => {
  process.exitCode = code;
});
