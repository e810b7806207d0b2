import fc from 'fast-check';
import { HiddenTexts, secretForms } from '../../../../provider-shim/sdk/text';

function hide(secrets: readonly string[], text: string): string {
  const hidden = new HiddenTexts('(hidden)');
  for (const secret of secrets) hidden.add(secret);
  return hidden.hide(text);
}

describe('a text is shown without', () => {
  test.each<readonly [string, readonly string[], string, string]>([
    ['what is long, also inside a word', ['s3cret-token'], 'xs3cret-tokeny', 'x(hidden)y'],
    ['the longest of those that begin alike', ['abcdefgh', 'abcdefghij'], 'abcdefghij', '(hidden)'],
    ['those that overlap, as one', ['abcdefgh', 'efghijkl'], '-abcdefghijkl-', '-(hidden)-'],
    ['what has signs of regular expressions', ['a.b*c|[x]\\'], 'a.b*c|[x]\\ aXb', '(hidden) aXb'],
    ['a part of the placeholder', ['(hidden)'], 'a (hidden) b', 'a (hidden) b'],
    ['what is short', ['hunt3r'], 'key hunt3r, "hunt3r"; hunt3r', 'key (hidden), "(hidden)"; (hidden)'],
    ['a short word as a whole value', ['zone'], 'the zone is "zone"', 'the zone is "(hidden)"'],
    ['a short word that a caller shows as its token', ['zone'], 'zone: Bearer zone', 'zone: Bearer (hidden)'],
  ])('%s', (_case, secrets, text, expected) => {
    expect(hide(secrets, text)).toBe(expected);
  });

  test.each<readonly [string, readonly string[], string]>([
    ['three letters', ['abc'], 'abc "abc"'],
    ['a short word in sentences', ['zone', 'example'], 'The zone of example.com is no zone_a.'],
    ['a short text inside of words', ['x1y2'], 'ax1y2 x1y2b x1y2_c'],
  ])('but not without %s', (_case, secrets, text) => {
    expect(hide(secrets, text)).toBe(text);
  });
});

/** What hiding is, said without regard to time: every character that is part of a secret goes, overlaps together. */
function bySimpleDefinition(secrets: readonly string[], text: string): string {
  let [shown, end] = ['', 0];
  for (let at = 0; at < text.length; at += 1) {
    const lengths = secrets.filter((one) => text.startsWith(one, at)).map((one) => one.length);
    if (at >= end) shown += lengths.length > 0 ? '(hidden)' : text.charAt(at);
    end = Math.max(end, at + Math.max(0, ...lengths));
  }
  return shown;
}

test('many secrets of every form are hidden as the simple definition says', () => {
  const secret = fc.string({
    unit: fc.constantFrom('a', 'b', '/', '+', '%', '"', 'é'),
    minLength: 8,
    maxLength: 14,
  });
  const forms = fc
    .array(secret, { minLength: 1, maxLength: 30 })
    .map((secrets) => secrets.flatMap((one) => secretForms(one)));
  const pieces = fc.array(
    fc.oneof(fc.nat(), fc.string({ unit: fc.constantFrom('a', 'b', ' ', '%'), maxLength: 9 })),
  );
  fc.assert(
    fc.property(forms, pieces, (secrets, parts) => {
      const text = parts
        .map((part) => (typeof part === 'string' ? part : (secrets[part % secrets.length] ?? '')))
        .join('');
      expect(hide(secrets, text)).toBe(bySimpleDefinition(secrets, text));
    }),
    { numRuns: 300 },
  );
});

test('20,000 secrets are added and hidden at a constant cost for each', () => {
  const hidden = new HiddenTexts('(hidden)');
  const begun = process.cpuUsage();
  for (let index = 0; index < 20_000; index += 1) {
    hidden.add(`https://logs.example.com/${index}?key=${index}`);
    hidden.hide(`The job ${index} at https://logs.example.com/${index}?key=${index} was not found.`);
  }
  // Takes less than a second of the processor. Rebuilding one pattern of all for each, it would take hours.
  const { user, system } = process.cpuUsage(begun);
  expect((user + system) / 1_000_000).toBeLessThan(120);
});
