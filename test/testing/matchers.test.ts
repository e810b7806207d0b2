import '../../testing/jest';
import { zonewrightMatchers } from '../../testing';
import { fieldsStack, finishedStack } from './zone-stacks';

test('x', async () => {
  let t = Date.now();
  const lap = (n: string) => { process.stdout.write(`${n} ${Date.now() - t}\n`); t = Date.now(); };
  await expect(fieldsStack()).toPlanCleanly(); lap('plan cleanly');
  await expect(fieldsStack()).toPlan({ create: 1 }); lap('plan');
  await expect(fieldsStack()).toApply(); lap('apply');
  await expect(fieldsStack()).toHaveNoDrift(); lap('drift');
  await expect(fieldsStack(['a'])).toPlan({ update: ['zone_log_custom_fields.fields'] }, { after: fieldsStack() }); lap('after');
  await expect(finishedStack()).toRefuseToDestroy(); lap('refuse');
  await expect(finishedStack()).toPlan({ create: 1, irreversible: 1 }); lap('irr');
  const { message } = await zonewrightMatchers.toPlan(fieldsStack(), { update: 1 }); process.stdout.write(message());
  const m2 = await zonewrightMatchers.toPlanCleanly(finishedStack()); process.stdout.write(m2.message());
  const m3 = await zonewrightMatchers.toRefuseToDestroy(finishedStack(), 'nonsense'); process.stdout.write(m3.message());
  const m4 = await zonewrightMatchers.toRefuseToDestroy(fieldsStack()); process.stdout.write(m4.message());
});
