import { readConfiguration } from '../../../../provider-shim/resources/migration/rules';
import { failureOf, ok, page, refuse, scriptedService, type Reply } from '../../api/scripted-service';

async function read(reply: Reply): Promise<unknown> {
  const service = await scriptedService(reply);
  const { signal } = new AbortController();
  return readConfiguration(service.client({ maxRetries: 0 }), 'z', signal).finally(() => service.close());
}

test('the generated configuration is read', async () => {
  expect(await read(ok({ name: 'theirs', rules: [] }))).toEqual({
    available: true,
    name: 'theirs',
    rules: [],
  });
});

test.each<readonly [string, Reply, string]>([
  ['one reason', refuse(400, [{ code: 1, message: 'overrides' }]), 'overrides'],
  ['several', refuse(409, [{ message: 'overrides' }, { message: 'rules' }]), 'overrides; rules'],
  ['only that it does not exist', refuse(404, [{ code: 1, message: 'none' }]), 'none'],
])('a missing generated configuration is a result, with %s', async (_case, reply, because) => {
  expect(await read(reply)).toEqual({ available: false, because });
});

test('a refusal without a message is reported as it is', async () => {
  expect(await read(refuse(400, []))).toEqual({
    available: false,
    because: expect.stringMatching(/^GET \/zones\/z\/waf_migration\/config: .*status 400/),
  });
});

test.each<readonly [string, Reply, string]>([
  ['a zone that does not exist', refuse(404, [{ code: 7003, message: 'Could not route' }]), 'invalid'],
  ['credentials that are not known', refuse(401, []), 'authentication'],
  ['credentials that may not look', refuse(403, []), 'authorization'],
  ['too many requests', refuse(429, []), 'rate-limited'],
  ['an outage', page(502, 'Bad gateway'), 'unavailable'],
  ['an address of another program', page(404, 'Not found'), 'malformed-answer'],
])('%s is not a missing configuration', async (_case, reply, kind) => {
  expect(await failureOf(read(reply))).toMatchObject({ kind });
});
