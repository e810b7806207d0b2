import { withZoneName } from '../../../provider-shim/resources/zone-resource';
import type { Configured } from '../../../provider-shim/resources/configured';
import type { AnyResource } from '../../../provider-shim/sdk/framework';
import { unknown } from '../../../schema';

/** Something that has happened, once `done` is called. */
function event(): { readonly done: () => void; readonly happened: Promise<void> } {
  let done = (): void => undefined;
  const happened = new Promise<void>((resolve) => (done = resolve));
  return { done, happened };
}

type Details = () => Promise<{ readonly name: string | null }>;
type Rest = (call: { readonly plan?: unknown }) => Promise<unknown>;

/** A call about an object whose plan and state have this name of its zone. */
async function called(
  rpc: 'modifyPlan' | 'create' | 'read',
  zone_name: unknown,
  listedDetails: Details,
  rest: Rest,
): Promise<unknown> {
  const object = { zone_id: '1', zone_name };
  const client = { api: { zoneNames: new Map(), listedDetails } };
  const call = { client, plan: object, state: rpc === 'modifyPlan' ? null : object };
  return withZoneName({ [rpc]: rest } as unknown as AnyResource<Configured>)[rpc]?.(call as never);
}

test('the name of a zone is asked for while a new object is planned', async () => {
  const [asked, planning] = [event(), event()];
  const plan = called(
    'modifyPlan',
    unknown,
    () => (asked.done(), planning.happened.then(() => ({ name: 'shop.example' }))),
    () => (planning.done(), asked.happened.then(() => ({ job_id: 1 }))),
  );
  expect(await plan).toEqual({ job_id: 1, zone_name: 'shop.example' });
});

const failing = (why: string) => () => Promise.reject(new Error(why));
const NAMED: Details = async () => ({ name: 'shop.example' });
const REFUSED: Details = async () => ({ name: null });
const FAILED = failing('of the name');

/** What comes of a call where the name is read, may not be read, and cannot be read; by what the object has before. */
describe.each<
  readonly [string, 'modifyPlan' | 'create' | 'read', before: unknown, unknown, unknown, unknown]
>([
  ['the plan of a new object', 'modifyPlan', unknown, 'shop.example', unknown, 'of the name'],
  ['the creation of an object without one', 'create', unknown, 'shop.example', '', null],
  ['the creation of an object with one', 'create', 'known', 'known', 'known', 'known'],
  ['a read of an object without one', 'read', null, 'shop.example', '', 'of the name'],
  ['a read of an object whose name was not readable', 'read', '', '', '', ''],
  ['a read of an object with one', 'read', 'known', 'known', 'known', 'known'],
])('the name of the zone after %s', (_call, rpc, before, ...expected) => {
  const rest: Rest = async ({ plan }) => ({ ...(rpc !== 'modifyPlan' && (plan as object)), job_id: 1 });
  test.each([
    ['is read', NAMED],
    ['may not be read', REFUSED],
    ['cannot be read', FAILED],
  ] as const)('where it %s', async (_how, details) => {
    const answer = called(rpc, before, details, rest).then(
      (made) => (made as { readonly zone_name: unknown }).zone_name,
      ({ message }: Error) => message,
    );
    expect(await answer).toBe(expected[[NAMED, REFUSED, FAILED].indexOf(details)]);
  });

  test('where the rest fails too, that is told', async () => {
    await expect(called(rpc, before, FAILED, failing('of the rest'))).rejects.toThrow('of the rest');
  });
});
