import { challengeToken } from '../../../schema';

test.each<readonly [token: string, found: readonly string[], remedy: string]>([
  ['', [], ''],
  ['eyJ.a-b_c/d+e', [], ''],
  ['x'.repeat(4096), [], ''],
  ['x'.repeat(4097), ['challenge_malformed'], 'at most 4096'],
  ['token-in-a-file\n', ['challenge_malformed'], 'trimspace'],
  ['<html>', ['challenge_malformed'], 'not the file name'],
])('the token %.20j: %j', (token, found, remedy) => {
  const problems = challengeToken(token);
  expect([problems.map(({ code }) => code), problems[0]?.hint ?? '']).toEqual([
    found,
    expect.stringContaining(remedy),
  ]);
});

test('a token that is refused is not shown', () => {
  expect(JSON.stringify(challengeToken('planted secret'))).not.toContain('planted');
});
