import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { version } from '../../package.json';
import { temporaryFolder } from '../lib/fake-provider';

const ROOT = join(__dirname, '..', '..');

interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function bench(...args: readonly string[]): Ran {
  return spawnSync(process.execPath, [join('bench', 'main.mjs'), ...args], { cwd: ROOT, encoding: 'utf8' });
}

interface Usage {
  readonly cpuMs: number;
  readonly peakMb: number;
}

interface Row {
  readonly subject: string;
  readonly command: string;
  readonly runs: readonly [
    { requests: number; ms: number; engine: Usage; provider: Partial<Usage> & { started: number } },
  ];
}

describe('one object and one round beside a peer', () => {
  const COMMANDS = ['validate', 'first plan', 'apply', 'no-change plan', 'destroy'];
  const folder = temporaryFolder();
  const file = join(folder, 'figures.json');
  let printed: string;
  let figures: {
    readonly start: { readonly starts: readonly { readonly name: string }[] };
    readonly commands: { readonly measured: readonly [{ readonly rows: readonly Row[] }] };
  };

  beforeAll(() => {
    const provider = join('dist', 'provider', `terraform-provider-zone_v${version}`);
    const { stdout, stderr } = bench(
      ...['--only', 'start,commands', '--sizes', '1', '--rounds', '1', '--latency', '0'],
      ...['--configurations', 'fields', '--json', file],
      ...['--peer', `other=${provider}=jobs`],
    );
    // Its exit code is that of its limits, which a busy machine may exceed; an error leaves no file.
    expect(stderr).not.toContain('Error');
    printed = stdout;
    figures = JSON.parse(readFileSync(file, 'utf8')) as typeof figures;
  });

  const rowsOf = (subject: string): readonly Row[] =>
    figures.commands.measured[0].rows.filter((row) => row.subject === subject);
  const requestsOf = (subject: string): readonly number[] =>
    rowsOf(subject).map(({ runs }) => runs[0].requests);

  test.each(['terraform_data', 'fields', 'other'])('every command of %s is measured', (subject) => {
    expect(rowsOf(subject).map(({ command }) => command)).toEqual(COMMANDS);
    for (const command of COMMANDS) expect(printed).toContain(`\n${command}: ${subject} `);
  });

  test('requests are those that each provider sent', () => {
    expect(requestsOf('terraform_data')).toEqual([0, 0, 0, 0, 0]);
    for (const subject of ['fields', 'other']) {
      const [validate, first, apply, noChange, destroy] = requestsOf(subject);
      expect(validate).toBe(0);
      for (const some of [first, apply, noChange, destroy]) expect(some).toBeGreaterThan(0);
    }
  });

  test('the start of the peer stands beside ours', () => {
    const names = figures.start.starts.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['bare node', 'provider', 'other']));
  });

  if (process.platform === 'linux')
    test('engine and provider have CPU and memory of their own', () => {
      for (const { runs } of [...rowsOf('fields'), ...rowsOf('other')]) {
        const [{ engine, provider }] = runs;
        for (const { cpuMs, peakMb } of [engine, provider]) {
          expect(cpuMs).toBeGreaterThan(0);
          expect(peakMb).toBeGreaterThan(10);
        }
        expect(provider.started).toBeGreaterThan(0);
      }
      for (const { runs } of rowsOf('terraform_data'))
        expect(runs[0].provider).toEqual({ cpuMs: 0, started: 0 });
    });
});

if (process.platform === 'linux')
  test('what a child cost is what it says itself', () => {
    const child = `
      const kept = Buffer.alloc(150e6, 1);
      while (process.cpuUsage().user < 600e3) kept.indexOf(2);
      const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
      console.log(JSON.stringify({ cpuMs: (userCPUTime + systemCPUTime) / 1000, peakMb: maxRSS / 1024 }));`;
    const program = `
      import { runMeasured } from './bench/processes.mjs';
      const { env, execPath } = process;
      const args = ['-c', '"$NODE" -e "$CHILD"; exit 3'];
      const options = { env: { PATH: env.PATH, NODE: execPath, CHILD: ${JSON.stringify(child)} } };
      console.log(JSON.stringify(await runMeasured('sh', args, options)));`;
    const args = ['--input-type=module', '--eval', program];
    const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });
    expect(stderr).toBe('');
    const { exitCode, output, own, children } = JSON.parse(stdout) as {
      readonly exitCode: number;
      readonly output: string;
      readonly own: Usage;
      readonly children: Usage;
    };
    const itself = JSON.parse(output) as Usage;
    expect(exitCode).toBe(3);
    // The last look is a few milliseconds before its end, and the system counts in hundredths of a second.
    expect(children.cpuMs / itself.cpuMs).toBeGreaterThan(0.8);
    expect(children.cpuMs / itself.cpuMs).toBeLessThan(1.2);
    expect(children.peakMb / itself.peakMb).toBeCloseTo(1, 1);
    expect(own.peakMb).toBeLessThan(20);
  });

describe('options that cannot be used', () => {
  test.each([
    [['--sizes', '0'], '--sizes has "0"; allowed are whole numbers from 1.'],
    [['--sizes', '1,,2'], '--sizes has ""; allowed are whole numbers from 1.'],
    [['--rounds', '1.5'], '--rounds has "1.5"; allowed are whole numbers from 1.'],
    [['--latency', '-1'], "Option '--latency' argument is ambiguous."],
    [['--only', 'plan'], '--only has "plan"; allowed are start, commands, synth'],
    [['--configurations', 'job'], '--configurations has "job"; allowed are fields, jobs, zones'],
    [['--peer', 'a=b'], '--peer is "a=b"; it takes NAME=BINARY=HCL'],
    [['--peer', 'a=./none=package.json'], `--peer a: there is no file ${join(ROOT, 'none')}.`],
    [
      ['--peer', 'a=package.json=package.json', '--peer', 'a=package.json=package.json'],
      '--peer a: this name is already taken; choose another.',
    ],
    [
      ['--peer', 'jobs=package.json=package.json'],
      '--peer jobs: this name is already taken; choose another.',
    ],
    [['--peer', '../a=package.json=package.json'], '--peer is called "../a"; its name may have'],
    [['--size', '1'], "Unknown option '--size'"],
  ])('%p', (args, message) => {
    const { status, stdout } = bench(...args);
    expect(status).toBe(2);
    expect(stdout).toContain(message);
    expect(stdout).toContain('npm run bench -- [options]');
  });
});

test('the service of the bench has no limit, which would be what is measured', () => {
  const program = `
    const { startEmulator } = await import('./bench/emulator-process.mjs');
    const { baseUrl, token, close } = await startEmulator();
    const { headers } = await fetch(baseUrl + '/zones', { headers: { authorization: 'Bearer ' + token } });
    console.log(JSON.stringify([...headers.keys()].filter((name) => name.includes('ratelimit'))));
    await close();`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  expect([stdout, stderr]).toEqual(['[]\n', '']);
});
