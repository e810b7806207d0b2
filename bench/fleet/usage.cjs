/* global process, require */
/* eslint-disable @typescript-eslint/no-require-imports -- the provider's file has no extension, which --import cannot load */
/** Loaded into every provider that the engine starts: records what the process has used when it ends. */
const { readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');

process.on('exit', () => {
  const { userCPUTime, systemCPUTime } = process.resourceUsage();
  // Not maxRSS, which also counts the engine's own memory: the engine starts a process in a copy of itself.
  const [, kilobytes] = /^VmHWM:\s+(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'));
  const usage = { cpuMs: (userCPUTime + systemCPUTime) / 1000, megabytes: Number(kilobytes) / 1024 };
  writeFileSync(join(process.env.FLEET_USAGE, `${process.pid}.json`), JSON.stringify(usage));
});
