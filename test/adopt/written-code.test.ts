import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { blockText, Call, Expression, type HclValue } from '../../cli/adopt/hcl/language';
import { CallCode, Code, type TsValue, valueText } from '../../cli/text/typescript-code';
import { findEngine } from '../../cli/engine/find';
import { temporaryFolder } from '../support/temporary-folder';
import { codePoint } from '../support/code-point';

const folder = temporaryFolder();

const SAMPLES = { numRuns: 150, seed: 15 };

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.string({ unit: fc.constantFrom(...'ab"\'\\`\n\t${%{}'), maxLength: 12 }),
  fc.string({ unit: codePoint, maxLength: 8 }),
);
const word = fc.string({ unit: fc.constantFrom(...'abcdefgh_'), minLength: 1, maxLength: 24 });
const key = fc.oneof(
  { weight: 4, arbitrary: word.map((name) => `k${name}`) },
  fc.constantFrom('4814384a', 'efb7b8c9', 'a-b', 'for', 'null', 'ä b'),
);
const scalar = fc.oneof(text, fc.integer(), fc.boolean(), fc.constantFrom(0.25, 1e-7));
const json = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    scalar,
    fc.array(fc.oneof(fc.integer(), word), { maxLength: 14 }),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(key, tie('value'), { maxKeys: 4 }),
  ),
})).value;
const members = fc.uniqueArray(
  fc.tuple(
    word.map((name) => `m${name}`),
    json,
  ),
  { selector: ([name]) => name, minLength: 1, maxLength: 8 },
);

test('HCL is as `terraform fmt` leaves it', async () => {
  const blocks = fc.sample(members, SAMPLES).map((all, index) =>
    blockText({
      head: `resource "zone_any" "r${index}"`,
      members: [
        ['reference', new Expression('var.x')],
        ...all.map(([name, value]) => [name, value as HclValue] as const),
        ['filter', new Call('jsonencode', { where: (all[0]?.[1] ?? null) as HclValue })],
      ],
    }),
  );
  writeFileSync(join(folder, 'main.tf'), `${blocks.join('\n\n')}\n`);
  const { binary } = await findEngine({ fetch: false });
  const difference = execFileSync(binary, ['fmt', '-write=false', '-list=false', '-diff', folder], {
    encoding: 'utf8',
  });
  expect(difference).toBe('');
});

test('TypeScript means the values', () => {
  const values = fc.sample(members, SAMPLES).map((all) => Object.fromEntries(all) as Record<string, TsValue>);
  const statements = values.map((props, index) =>
    valueText(new CallCode('new Any', [new Code('stack'), `label_${'x'.repeat(index % 70)}`, props]), ''),
  );
  const words = fc.sample(fc.tuple(word, word), SAMPLES);
  const nested = words.map(([one, other]) =>
    valueText(
      new CallCode('new Any', [
        {
          destination: new CallCode('LogDestination.any', [
            { accessKeyId: new CallCode('secret', [new Code('stack'), `${one}_${other}_secret_access_key`]) },
          ]),
          text: new CallCode('LogDestination.of', [
            new Code(`\`s3://${one.repeat(3)}/\${secret(stack, "${other}")}\``),
            { needsChallenge: false },
          ]),
          filter: new CallCode('JSON.stringify', [{ where: [one, other] }]),
        },
      ]),
      '',
    ),
  );
  const read: unknown[] = [];
  const Any = class {
    constructor(...args: readonly unknown[]) {
      read.push(args.at(-1));
    }
  };
  const secret = (_stack: unknown, name: string): string => `secret ${name}`;
  const LogDestination = { any: (props: unknown) => props, of: (...args: readonly unknown[]) => args };
  const code = [...statements, ...nested].join(';\n');
  new Function('Any', 'stack', 'secret', 'LogDestination', code)(Any, {}, secret, LogDestination);
  expect(read).toEqual([
    ...values,
    ...words.map(([one, other]) => ({
      destination: { accessKeyId: `secret ${one}_${other}_secret_access_key` },
      text: [`s3://${one.repeat(3)}/secret ${other}`, { needsChallenge: false }],
      filter: JSON.stringify({ where: [one, other] }),
    })),
  ]);
});
