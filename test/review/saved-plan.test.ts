import { zipSync } from 'fflate';
import * as fc from 'fast-check';
import { readSavedPlan } from '../../cli/review/read-plan';

/** test/e2e/proof.test.ts reads those of the engine. */
describe('a saved plan', () => {
  test.each([
    ['no zip', Buffer.from('{}')],
    ['another zip', Buffer.from(zipSync({ other: Buffer.from('a') }))],
    ['one that OpenTofu has encrypted', Buffer.from(zipSync({ tfplan: Buffer.from('{"meta":{}}') }))],
  ])('that cannot be read says nothing: %s', (_what, content) => {
    expect(readSavedPlan(content)).toBeUndefined();
  });

  test('of any bytes is read or not, and never fails', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const read = readSavedPlan(zipSync({ tfplan: bytes }));
        expect(read === undefined || read.proofs.size === 0).toBe(true);
      }),
    );
  });
});
