import fc from 'fast-check';
import { secretsIn, splitDestination, urlencoded, type Piece } from '../../cli/adopt/destination';
import { blockText, resourceBlock } from '../../cli/adopt/hcl/language';
import { withoutSecrets } from '../../cli/copy/secrets';
import { destinationCode } from '../../cli/adopt/typescript/destination-code';
import { forEngine, valueText } from '../../cli/text/typescript-code';
import { LogDestination } from '../../lib';
import { needsOwnershipChallenge } from '../../schema';
import { recordedLines } from '../support/printed';
import { anyDestination, SECRET_MARK } from './random-destinations';

const withValues = (pieces: readonly Piece[]): string =>
  pieces
    .map((piece) =>
      typeof piece === 'string' ? piece : piece.encoded ? urlencoded(piece.value ?? '') : piece.value,
    )
    .join('');

recordedLines('destinations.txt', 'a destination is in both languages and in a copy', writtenOf);

function writtenOf(text: string): readonly string[] {
  const destination = splitDestination(text, 'job', new Set());
  const job = { type: 'zone_logpush_job', label: 'job', importId: '', attributes: {}, destination };
  const block = blockText(resourceBlock('z', job)).split('\n').slice(2, -1);
  const code = made(text).replace(/\n */g, ' ');
  const { destination_conf } = withoutSecrets({ destination_conf: text });
  const lines = [...block.map((line) => line.trim().replace(/ +=/, ' =')), code, destination_conf];
  const secrets = secretsIn(destination.pieces).map((secret) => JSON.stringify(secret));
  return [...lines.map((line) => line.replace(/, "A secret[^"]*",?/g, '')), ...secrets];
}

test('only the filter of a job is written as JSON, and only if nothing of it is lost', () => {
  const attributes = { name: '{"a":1}', filter: '{"a":12345678901234567890}', sample: undefined };
  const job = { type: 'zone_logpush_job', label: 'job', importId: '', attributes };
  const { filter, name } = attributes;
  expect(resourceBlock('z', job).members).toEqual(Object.entries({ zone_id: 'z', name, filter }));
});

/** The code of a destination, and what it makes where the value of each secret is the name of its variable and a sign. */
function made(text: string) {
  const { pieces } = splitDestination(text, 'job', new Set());
  const { code, secrets } = destinationCode(splitDestination(text, 'job', new Set()));
  expect(secrets).toEqual(secretsIn(pieces));
  const written = valueText(code, '');
  const variable = (_stack: unknown, name: string): string => `${name}+`;
  const variableInUrl = (_stack: unknown, name: string): string => `${name}%2B`;
  const run = new Function('LogDestination', 'Secret', 'stack', `return ${written}`) as (
    ...given: unknown[]
  ) => LogDestination;
  const { ...found } = run(LogDestination, { variable, variableInUrl }, undefined);
  expect(found).toEqual({
    conf: pieces
      .map((piece) =>
        typeof piece === 'string' ? forEngine(piece) : `${piece.variable}${piece.encoded ? '%2B' : '+'}`,
      )
      .join(''),
    needsChallenge: found.needsChallenge,
    holdsSecrets: secrets.length > 0,
    problems: [],
  });
  // The service had its proof when the job was created.
  expect([needsOwnershipChallenge(text) === true ? false : undefined, false]).toContain(found.needsChallenge);
  return written;
}

test('no text but that of the secrets has them, and with their values it is exactly the text of the service', () => {
  fc.assert(
    fc.property(anyDestination, (text) => {
      const { pieces } = splitDestination(text, 'job', new Set());
      expect(pieces.filter((piece) => typeof piece === 'string').join('')).not.toContain(SECRET_MARK);
      expect(withValues(pieces)).toBe(text);
      made(text);
    }),
    { numRuns: 300 },
  );
});
