/** What `AsyncLocalStorage` keeps of each enabled storage on every promise, until Node.js 22. */
function contextsOf(promise: Promise<unknown>): number {
  return Object.getOwnPropertySymbols(promise).filter(({ description }) => description === 'kResourceStore')
    .length;
}

/** Shows it when the whole suite runs, where a worker has run many files before this one. */
test('a promise does not carry the contexts of files that ran before in this process', async () => {
  const promise = Promise.resolve();
  await promise;
  expect(contextsOf(promise)).toBeLessThanOrEqual(1);
});
