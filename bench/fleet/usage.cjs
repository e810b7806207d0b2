/** Loaded into every provider that the engine starts: leaves what the process has used when it ends. */
const { writeFileSync } = require('node:fs');
const { join } = require('node:path');

process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const usage = { cpuMs: (userCPUTime + systemCPUTime) / 1000, megabytes: maxRSS / 1024 };
  writeFileSync(join(process.env.FLEET_USAGE, `${process.pid}.json`), JSON.stringify(usage));
});
