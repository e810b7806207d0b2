import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createColors } from 'picocolors';
import { inFormat } from '../../cli/review/formats';
import { readPlan } from '../../cli/review/read-plan';
import { reviewReport } from '../../cli/review/report';
import { reviewPlans } from '../../cli/review/review-plans';
import { wantedZones } from '../../cli/zones/reading-zones';
import { createEmulator, SeedError } from '../../emulator';
import { parseDestination } from '../../emulator/destinations/destination';
import { lockedText } from '../../lib/provider/dependency-lock';
import { parseBaseUrl } from '../../provider-shim/api/address/base-url';
import { importBlock } from '../../provider-shim/resources/suggested-blocks';
import { blocksOf } from '../../provider-shim/sdk/text';
import { readApprovalRows } from '../../schema';
import { temporaryFolder } from '../support/temporary-folder';
import { bytesOf, PARSERS } from './parsers';

const folder = temporaryFolder();

/** How many times as large one input is as the other: the square of it takes 256 times as long. */
const STEPS = 16;

/** Halfway between linear work and its square: either may seem four times as slow or as fast as it is. */
const MOST_GROWTH = 64;

/** What takes no longer is not compared: the square of the larger inputs takes longer on any machine. */
const QUICK_MS = 300;

/** How often each is read, and the least time counts: chance only adds to it. */
const TRIES = 4;

/** Milliseconds that the processor worked: what else the machine does meanwhile does not count. */
async function processorTime(work: () => unknown): Promise<number> {
  const begin = process.cpuUsage();
  try {
    await work();
  } catch {
    // A refusal may take no longer.
  }
  const { user, system } = process.cpuUsage(begin);
  return (user + system) / 1000;
}

/** How many times as long the larger input takes, as processor time; 0 for what takes no time. */
async function growthOf(read: (input: Buffer) => unknown, inputOf: (size: number) => Buffer, size: number) {
  const [small, large] = [inputOf(size / STEPS), inputOf(size)];
  let most = await processorTime(() => read(large));
  if (most < QUICK_MS) return 0;
  let least = Infinity;
  for (let tries = 0; tries < TRIES; tries += 1)
    least = Math.min(least, await processorTime(() => read(small)));
  for (let tries = 1; tries < TRIES && most >= MOST_GROWTH * least; tries += 1)
    most = Math.min(most, await processorTime(() => read(large)));
  return Math.round(most / least);
}

const id = (index: number): string => index.toString(16).padStart(32, '0');

/** A document with so many rows. */
const rows =
  (row: (index: number) => string, [before = '', between = '', after = ''] = []) =>
  (size: number): string =>
    `${before}${Array.from({ length: size }, (_, index) => row(index)).join(between)}${after}`;

/** A plan that changes an object of these values. */
const planOf = (before: object, after: object): string => {
  const named = { address: 'zone_logpush_job.a', mode: 'managed', type: 'zone_logpush_job', name: 'a' };
  const change = { actions: ['update'], before, after };
  const changed = { ...named, provider_name: 'registry.terraform.io/zonewright/zone', change };
  return JSON.stringify({ format_version: '1.2', resource_changes: [changed] });
};

const members = (size: number, value: string): object =>
  Object.fromEntries(Array.from({ length: size }, (_, index) => [`a${index}`, `${value}${index}`]));

const lists = (size: number, of: (index: number, is: string) => unknown): string => {
  const list = (is: string) => ({ a: Array.from({ length: size }, (_, index) => of(index, is)) });
  return planOf(list('before'), list('after'));
};

function reviewed(text: string): void {
  const result = readPlan(text);
  if (result.problem) throw new Error('it is no plan');
  const { plan } = result;
  const review = reviewPlans([{ stack: 'a', file: 'a', plan }], []);
  for (const format of ['terminal', 'markdown', 'html'] as const)
    inFormat(format, review, reviewReport(review), createColors(false));
}

const inFolder = (name: string, read: (folder: string, file: string) => unknown) => {
  const own = mkdtempSync(join(folder, 'read-'));
  return (text: string): unknown => {
    writeFileSync(join(own, name), text);
    return read(own, join(own, name));
  };
};

const seeded = (text: string): void => {
  try {
    createEmulator({ seed: text });
  } catch (error) {
    if (!(error instanceof SeedError)) throw error;
  }
};

const zones = inFolder('zones.txt', (_folder, file) =>
  wantedZones({ zones: file }, ['a.example'], { what: '', example: '', file: null }),
);
const locked = (text: string) => lockedText(text, { address: 'a/b/c', version: '1', hash: 'h1:' });
const imported = inFolder('main.tf', (own) => importBlock('zone_logpush_job', id(1), own));
const approvals = (text: string) => readApprovalRows(text, 'a.json');
const approval = (index: number): string =>
  `{ "zone": "${id(index)}",\n  "approved_digest": "v1/validation/${id(index)}/none/none/none" }`;

/** What people, other programs and the service write, with so many rows or marks; its reader, and the most of them. */
type Row = readonly [string, (size: number) => string, read: (text: string) => unknown, size?: number];
const DOCUMENTS: readonly Row[] = [
  ['approvals', rows(approval, ['[', ',\n', ']']), approvals, 48_000],
  ['approvals that are numbers', rows(String, ['[', ',\n', ']']), approvals, 32_000],
  ['a list of zones', rows((index) => `z${index}.example # a`, ['', '\n']), zones],
  ['a comment of a list of zones', rows(() => '#', ['', '', '\rx']), zones, 160_000],
  ['locked providers without an end', rows(() => 'provider "a/b" {\n'), locked, 80_000],
  ['attributes of a plan', (size) => planOf(members(size, 'a'), members(size, 'b')), reviewed],
  ['texts of a plan', (size) => lists(size, (at, is) => `${at} ${is}`), reviewed, 64_000],
  ['named objects of a plan', (size) => lists(size, (at, is) => ({ name: `n${at}`, is })), reviewed, 32_000],
  ['members of a seed', (size) => JSON.stringify({ zones: [members(size, 'a')] }), seeded, 32_000],
  ['aliases of a seed', rows(() => '- *a\n', ['a: &a 1\nb:\n']), seeded, 40_000],
  ['words that open no block', (size) => 'a '.repeat(size), blocksOf, 128_000],
  ['spaces after a word', (size) => `a${' '.repeat(size)}`, blocksOf, 128_000],
  ['comments without an end', (size) => '/*'.repeat(size), blocksOf, 128_000],
  ['heredocs without an end', (size) => '<<A\n'.repeat(size), blocksOf, 128_000],
  ['quotes after backslashes', (size) => '"\\'.repeat(size), blocksOf, 128_000],
  ['slashes in a base URL', (size) => `https://a.example/${'/'.repeat(size)}a`, parseBaseUrl, 128_000],
  ['slashes in a destination', (size) => `s3://a/${'/'.repeat(size)}a?b=c`, parseDestination, 128_000],
  ['one block again and again', rows(() => 'resource "zone_logpush_job" "a" {\n}\n'), imported, 96_000],
];

for (const [what, documentOf, read, size = 16_000] of DOCUMENTS)
  test(`${what}: many are read in linear time`, async () => {
    const inputOf = (times: number): Buffer => Buffer.from(documentOf(times));
    expect(await growthOf((input) => read(input.toString()), inputOf, size)).toBeLessThan(MOST_GROWTH);
  });

/** Bytes of the larger input. */
const BYTES = 128 * 1024;

/** What notations repeat, beside the words of a parser. */
const MARKS = [...'a0 \n\r\t"\\/*#<{[=&%,.:_-'];

/** The parser of YAML takes a hundred times as long for a byte; its rows are above. */
const QUICK = PARSERS.filter(({ name }) => name !== 'seeds of the emulator');

test.each(QUICK)(
  '$name: marks that are repeated take linear time, alone, in a message and around one',
  async ({ decode, messages, words }) => {
    const [message = Buffer.alloc(0)] = (await messages()).map(bytesOf);
    const middle = message.length >> 1;
    const slow: string[] = [];
    for (const piece of [...MARKS, ...words].map(bytesOf))
      for (const [before, after] of [
        [Buffer.alloc(0), Buffer.alloc(0)],
        [message.subarray(0, middle), message.subarray(middle)],
        [message, Buffer.from('x')],
      ] as const) {
        const inputOf = (bytes: number): Buffer => Buffer.concat([before, Buffer.alloc(bytes, piece), after]);
        const growth = await growthOf(decode, inputOf, BYTES);
        if (growth >= MOST_GROWTH)
          slow.push(`${JSON.stringify(piece.toString())} ${growth} times, ${inputOf(99).toString()}`);
      }
    expect(slow).toEqual([]);
  },
);
