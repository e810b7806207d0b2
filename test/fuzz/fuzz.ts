import { parseArgs } from 'node:util';
import { runTarget } from './run-target';
import { TARGETS } from './targets';

const USAGE = `npm run fuzz -- [--target NAME] [--inputs N] [--seed N]

Decodes N inputs with each decoder, or with the one that is named, and tells how many were refused, how fast it went and
what took longest. An input that a decoder does not take as it should ends with exit code 1 and is printed.
`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      target: { type: 'string' },
      inputs: { type: 'string', default: '100000' },
      seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) return void process.stdout.write(USAGE);
  const targets = TARGETS.filter(({ name }) => values.target === undefined || name === values.target);
  if (targets.length === 0) {
    const names = TARGETS.map(({ name }) => name).join(', ');
    throw new Error(`there is no target ${String(values.target)}; there are ${names}`);
  }
  const options = { inputs: wholeNumber('inputs', values.inputs), seed: wholeNumber('seed', values.seed) };
  process.stdout.write(`seed ${options.seed}\n${row(HEAD)}\n`);
  for (const target of targets) {
    const report = await runTarget(target, options);
    const perSecond = Math.round((report.inputs / report.milliseconds) * 1000);
    process.stdout.write(
      `${row([
        report.target,
        String(report.inputs),
        `${Math.round((100 * report.refused) / report.inputs)} %`,
        (report.milliseconds / 1000).toFixed(1),
        String(perSecond),
        report.slowest.toFixed(1),
        `${(report.growth / 2 ** 20).toFixed(1)}`,
      ])}\n`,
    );
    for (const { what, input } of report.findings) {
      process.exitCode = 1;
      process.stdout.write(
        `\n${what}\ninput of ${input.length} bytes, base64: ${input.toString('base64')}\n\n`,
      );
    }
  }
}

const HEAD = ['target', 'inputs', 'refused', 'seconds', 'per second', 'slowest ms', 'growth MiB'];

function row(cells: readonly string[]): string {
  return cells.map((cell, index) => (index === 0 ? cell.padEnd(22) : cell.padStart(11))).join(' ');
}

function wholeNumber(name: string, text: string): number {
  if (/^\d{1,12}$/.test(text)) return Number(text);
  throw new Error(`--${name} is ${JSON.stringify(text)}, not a whole number`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
});
