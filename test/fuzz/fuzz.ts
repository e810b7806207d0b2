import { parseArgs } from 'node:util';
import { runTarget, type FuzzReport } from './run-target';
import { TARGETS } from './targets';

const USAGE = `npm run fuzz -- [--target NAME …] [--inputs N] [--seed N] [--json]

Decodes N inputs with each decoder, or with those that are named, and tells how many were refused, how fast it went and
what took longest. An input that a decoder does not take as it should ends with exit code 1 and is printed. With --json,
a line of JSON tells all of each decoder.
`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      target: { type: 'string', multiple: true },
      inputs: { type: 'string', default: '100000' },
      seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h' },
    },
  });
  const print = (line: string): void => void process.stdout.write(`${line}\n`);
  if (values.help) return print(USAGE);
  const names = TARGETS.map(({ name }) => name);
  const unknown = values.target?.find((name) => !names.includes(name));
  if (unknown !== undefined) throw new Error(`there is no target ${unknown}; there are ${names.join(', ')}`);
  const options = { inputs: wholeNumber('inputs', values.inputs), seed: wholeNumber('seed', values.seed) };
  if (!values.json) print(`seed ${options.seed}\n${row(HEAD)}`);
  for (const target of TARGETS.filter(({ name }) => values.target?.includes(name) ?? true)) {
    const report = await runTarget(target, options);
    print(values.json ? JSON.stringify(report) : row(cellsOf(report)));
    if (report.finding === undefined || values.json) continue;
    process.exitCode = 1;
    print(`\n${report.finding}\n`);
  }
}

const HEAD = ['target', 'inputs', 'refused', 'seconds', 'per second', 'slowest ms', 'growth MiB'];

const cellsOf = ({
  target,
  inputs,
  refused,
  milliseconds,
  slowest,
  growth,
}: FuzzReport): readonly string[] => [
  target,
  String(inputs),
  `${Math.round((100 * refused) / inputs)} %`,
  (milliseconds / 1000).toFixed(1),
  String(Math.round((inputs / milliseconds) * 1000)),
  slowest.toFixed(1),
  (growth / 2 ** 20).toFixed(1),
];

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
