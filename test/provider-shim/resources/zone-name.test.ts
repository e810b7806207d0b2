import { withZoneName } from '../../../provider-shim/resources/zone-resource';
import type { Configured } from '../../../provider-shim/resources/configured';
import type { AnyResource } from '../../../provider-shim/sdk/framework';

/** Something that has happened, once `done` is called. */
function event(): { readonly done: () => void; readonly happened: Promise<void> } {
  let done = (): void => undefined;
  const happened = new Promise<void>((resolve) => (done = resolve));
  return { done, happened };
}

/** Plans a new object in a zone. */
function planned(listedDetails: () => Promise<object>, modifyPlan: () => Promise<object>): unknown {
  const client = { api: { zoneNames: new Map(), listedDetails } };
  const call = { client, state: null, plan: { zone_id: '1' } };
  return withZoneName({ modifyPlan } as unknown as AnyResource<Configured>).modifyPlan?.(call as never);
}

test('the name of a zone is asked for while a new object is planned', async () => {
  const [asked, planning] = [event(), event()];
  const plan = planned(
    () => (asked.done(), planning.happened.then(() => ({ name: 'shop.example' }))),
    () => (planning.done(), asked.happened.then(() => ({ job_id: 1 }))),
  );
  expect(await plan).toEqual({ job_id: 1, zone_name: 'shop.example' });
});

test('where both fail, the failure of the plan is told', async () => {
  const failing = (why: string) => () => Promise.reject(new Error(why));
  await expect(planned(failing('of the name'), failing('of the plan'))).rejects.toThrow('of the plan');
});
