import type { Attributes, Explanation } from '../../../../schema';
import { bug, keeping } from './keeping';
import { serve } from './served-resource';

const attributes: Attributes = { name: { type: 'string', required: true, description: 'Text.' } };

const thing = { name: 'a' };

class Explained extends Error {
  toProblem(): Explanation {
    return { message: 'The service said no.', hint: 'Ask nicely.', path: ['name'] };
  }
}

/** What `create` throws, as the user and the log see it. */
async function after(error: unknown): Promise<{ readonly diagnostics: unknown; readonly log: unknown }> {
  const served = await serve(keeping(attributes, { create: () => Promise.reject(error) }));
  const { diagnostics } = await served.apply({ planned: thing });
  return { diagnostics, log: served.log };
}

describe('an exception in a resource', () => {
  test('that has an explanation is shown with it, and not logged', async () => {
    expect(await after(new Explained('internal'))).toEqual({
      diagnostics: [
        { severity: 'error', summary: 'The service said no.', detail: 'Ask nicely.', at: ['name'] },
      ],
      log: [],
    });
  });

  test('without an explanation is reported as a bug, with the stack only in the log', async () => {
    const error = new TypeError('x is undefined');
    const { diagnostics, log } = await after(error);
    expect({ diagnostics, log }).toEqual({
      diagnostics: [bug('x is undefined')],
      log: [{ level: 'error', message: 'unexpected failure', fields: { stack: error.stack } }],
    });
    expect(JSON.stringify(diagnostics)).not.toContain('failures.test.ts');
  });

  test.each([
    ['text', 'just text', 'just text'],
    ['an object', { code: 1 }, '[object Object]'],
  ])('is reported as a bug when it is %s', async (_case, thrown, summary) => {
    expect(await after(thrown)).toEqual({
      diagnostics: [bug(summary)],
      log: [{ level: 'error', message: 'unexpected failure', fields: { stack: summary } }],
    });
  });
});

describe('the cause of an error is told with it', () => {
  test.each([
    [
      'an error with a cause',
      new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED 127.0.0.1:9') }),
      'fetch failed: connect ECONNREFUSED 127.0.0.1:9',
    ],
    ['one with the cause in its own words', new Error('no: why', { cause: new Error('why') }), 'no: why'],
    [
      'one of several, of which it has only the code',
      Object.assign(new AggregateError([new Error('connect ECONNREFUSED ::1:9')], ''), {
        code: 'ECONNREFUSED',
      }),
      'connect ECONNREFUSED ::1:9',
    ],
    ['caused by text', new Error('no', { cause: 'why' }), 'no: why'],
  ])('when it is %s', async (_case, thrown, reason) => {
    const { diagnostics, log } = await after(thrown);
    expect(diagnostics).toEqual([bug(reason)]);
    expect(JSON.stringify(log)).toContain(reason);
  });

  test('and a lack of memory is called so', async () => {
    const { diagnostics } = await after(new RangeError('Array buffer allocation failed'));
    expect(diagnostics).toMatchObject([
      { summary: 'The provider ran out of memory: Array buffer allocation failed' },
    ]);
  });
});

test('a failure during planning, as of a default that does not fit, is a diagnostic of what is proposed', async () => {
  const tags = { type: { set: 'string' }, optional: true, default: 'x', description: 'Texts.' } as const;
  expect(await (await serve(keeping({ ...attributes, tags }))).plan({ config: thing })).toEqual({
    planned: { ...thing, tags: null },
    ...{ replace: [], private: null, diagnostics: [bug('expected a set; saw a string')] },
  });
});
