import { perform } from '../../../provider-shim/api/operations/operation';
import { all } from '../../../provider-shim/api/operations/previous-waf';
import { errorOf, ok, serve, service, type Reply } from './scripted-service';

const FULL = Array.from({ length: 100 }, (_, index) => index);
const NEXT = FULL.map((number) => number + 100);

async function listed(...replies: readonly Reply[]): Promise<readonly unknown[]> {
  await serve(...replies);
  const things = all(['things'], 'things', (value) =>
    typeof value === 'number'
      ? { value: { id: String(value) } }
      : { fault: `a thing is ${JSON.stringify(value)}` },
  );
  return perform(service.client(), things);
}

const page = (items: unknown, totalPages?: unknown): Reply =>
  ok(items, totalPages === undefined ? {} : { result_info: { total_pages: totalPages } });

test.each<readonly [string, readonly Reply[], number, number]>([
  ['with a result of null', [page(null)], 0, 1],
  ['with the page that says so, though it is full', [page(FULL, 2), page(NEXT, 2)], 200, 2],
  ['with the page that says so, though those before are not full', [page([1], 2), page([2], 2)], 2, 2],
  ['with a page that is not full, when nothing is said', [page(FULL), page([100])], 101, 2],
  ['with an empty page, when nothing is said', [page(FULL), page([])], 100, 2],
  ['with a page that is not full, when what is said is a text', [page(FULL, '2'), page([100], '2')], 101, 2],
])('a list with numbered pages ends %s', async (_case, replies, items, requests) => {
  expect(await listed(...replies)).toHaveLength(items);
  expect(service.requests.map(({ url }) => url)).toEqual(
    Array.from({ length: requests }, (_, index) => `/client/v4/things?page=${index + 1}&per_page=100`),
  );
});

test('reading a list that does not end is stopped', async () => {
  let first = 0;
  const failure = await errorOf(
    listed((response, request) => page([(first += 1)], 1_000)(response, request)),
  );
  expect(failure).toMatchObject({ kind: 'malformed-answer' });
  expect(failure.message).toContain('the list does not end: page 200 leads to another page');
  expect(service.requests).toHaveLength(200);
});

test('a repeated page does not extend the list', async () => {
  const failure = await errorOf(listed(page(FULL)));
  expect(failure.message).toBe(
    'GET /things: the result has an unexpected form: things has the id the string "0" twice.',
  );
  expect(service.requests).toHaveLength(2);
});
