import { rulesDigest } from '../../../schema';

const DIGEST = `sha256:${'0123456789abcdef'.repeat(4)}`;

test('a digest as shown in plans is accepted', () => {
  expect(rulesDigest(DIGEST)).toEqual([]);
});

test.each([
  '',
  'sha256:',
  DIGEST.slice(7),
  DIGEST.slice(0, -1),
  `${DIGEST}0`,
  `${DIGEST}\n`,
  ` ${DIGEST}`,
  DIGEST.toUpperCase(),
  DIGEST.replace('sha256', 'sha512'),
  DIGEST.replace('a', 'g'),
])('%j is refused as a digest', (text) => {
  expect(rulesDigest(text)).toEqual([
    {
      code: 'digest_malformed',
      path: [],
      message: `${JSON.stringify(text)} is not a digest of rules.`,
      hint:
        'Copy it from rules_digest in a plan, or from digest of zone_managed_rules_configuration: ' +
        '"sha256:" and 64 hexadecimal digits.',
    },
  ]);
});
