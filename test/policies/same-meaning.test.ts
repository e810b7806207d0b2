import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { LogDestination } from '../../lib';
import { mayHoldSecrets, OBJECT_SCHEMAS } from '../../schema';
import { changeAt, edited, only } from './case';
import { judge } from './compiled-policies';
import { named } from './verdict';

/** The policies and TypeScript mean the same: by types, places, and texts that may hold secrets. */

const ADDRESS = 'zone_logpush_job.receiver';

const withDestination = (text: string): unknown =>
  edited('places', (plan) => {
    const receiver = changeAt(plan, ADDRESS);
    Object.assign(receiver.change.after as object, { destination_conf: text });
    plan.resource_changes = [receiver];
  });

const parameter = fc
  .tuple(
    fc.constantFrom('endpoint', 'endpo%69nt', 'account-id', 'region', 'sse', 'channel', 'token', 'endpoint2'),
    fc.constantFrom('=ours', '=theirs', '=st%6Fre.example.com', '=a+b', '='),
  )
  .map((parts) => parts.join(''));

const destination = fc
  .record({
    scheme: fc.constantFrom('s3', 'gs', 'azure', 'r2', 'https', 'splunk', 'sumo', 'bq'),
    user: fc.constantFrom('', '', 'user:password@'),
    host: fc.constantFrom('our-logs', 'projects', 'logs.example:8080'),
    path: fc.constantFrom('', '/', '/http', '/shop/datasets/logs', '//http'),
    parameters: fc.array(parameter, { maxLength: 3 }),
  })
  .map(
    ({ scheme, user, host, path, parameters }) =>
      `${scheme}://${user}${host}${path}${parameters.length > 0 ? '?' : ''}${parameters.join('&')}`,
  );

test("the policies' types are those of the schemas", () => {
  const source = readFileSync(join(__dirname, '..', '..', 'policy', 'zonewright', 'plan.rego'), 'utf8');
  const [, list = ''] = /^types := \{([^}]*)\}/m.exec(source) ?? [];
  const types = list
    .match(/[\w"]+/g)
    ?.map((item) =>
      item.startsWith('"') ? item.slice(1, -1) : new RegExp(`^${item} := "(.*)"$`, 'm').exec(source)?.[1],
    );
  expect(types?.sort()).toEqual(OBJECT_SCHEMAS.map(({ type }) => type).sort());
});

test('a place is allowed here exactly if it is the place there', () => {
  fc.assert(
    fc.property(destination, (text) => {
      const { place } = LogDestination.of(text);
      const others = ['s3://our-logs', 'r2://our-logs', 'bq://projects', 'https://our-logs'].filter(
        (other) => other !== place,
      );
      const denied = (destinations: readonly string[]): readonly string[] =>
        named(judge(withDestination(text), { ...only('destinations-in'), destinations })).deny;
      expect(denied(others)).toEqual([`destinations-in ${ADDRESS}`]);
      expect(denied([...others, place ?? 'none'])).toEqual(
        place === undefined ? [`destinations-in ${ADDRESS}`] : [],
      );
    }),
    { numRuns: 200, seed: 20270131 },
  );
});

test('a destination may hold secrets here exactly if it may there', () => {
  fc.assert(
    fc.property(destination, (text) => {
      const { deny } = named(judge(withDestination(text), only('no-stored-secrets')));
      expect(deny).toEqual(mayHoldSecrets(text) ? [`no-stored-secrets ${ADDRESS}`] : []);
    }),
    { numRuns: 200, seed: 20270131 },
  );
});
