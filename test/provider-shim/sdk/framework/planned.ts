import type { Attributes } from '../../../../schema';
import { keeping } from './keeping';
import { serve, type PlanInput } from './served-resource';

/** The planned object of a resource with these attributes, where nothing is said against it. */
export async function planned(attributes: Attributes, input: PlanInput): Promise<unknown> {
  const { diagnostics, ...plan } = await (await serve(keeping(attributes))).plan(input);
  expect(diagnostics).toEqual([]);
  return plan.planned;
}
