import { type TerraformStack } from 'cdktf';
import { LogpushJob } from '../../lib';
import { OPEN, warningsOf, ZONE, zoneStack } from './logpush-stack';
import { validationErrors } from './synth';

/** A job that lists one log field. */
function job(stack: TerraformStack, field: string, id = 'job'): LogpushJob {
  return new LogpushJob(stack, id, { zoneId: ZONE, destination: OPEN, fields: [field] });
}

/** The warnings of jobs, after a validation of their stack that finds nothing. */
function told(stack: TerraformStack, ...jobs: readonly LogpushJob[]): readonly unknown[] {
  expect(validationErrors(stack)).toEqual([]);
  return jobs.flatMap(warningsOf);
}

describe('an app that runs by itself', () => {
  /** Those of jobs; the stacks also warn of the place of their state. */
  const emitted = (): readonly (readonly unknown[])[] =>
    (emitWarning.mock.calls as readonly (readonly unknown[])[]).filter(
      ([text]) => !/: The state, /.test(String(text)),
    );
  let emitWarning: jest.SpyInstance;
  beforeEach(() => {
    emitWarning = jest.spyOn(process, 'emitWarning').mockImplementation();
  });
  afterEach(() => {
    emitWarning.mockRestore();
  });

  test('prints a warning once, with its construct', () => {
    const declare = (): void => {
      const stack = zoneStack();
      told(stack, job(stack, 'RayId', 'printed'));
    };
    declare();
    declare();
    expect(emitted()).toEqual([
      [
        'stack/printed: fields: "RayId" is not a known log field of http_requests. Did you mean "RayID"?',
        { type: 'ZonewrightWarning' },
      ],
    ]);
  });

  test('prints the same warning for five constructs, and then where the others are listed', () => {
    const stack = zoneStack();
    const jobs = Array.from({ length: 9 }, (_, index) => job(stack, 'RayIDs', `alike${index}`));
    const words = 'fields: "RayIDs" is not a known log field of http_requests. Did you mean "RayID"?';
    expect(told(stack, ...jobs)).toEqual(jobs.map(() => words));
    expect(emitted().map(([text]) => text)).toEqual([
      ...jobs.slice(0, 5).map(({ node }) => `${node.path}: ${words}`),
      `More than these 5 constructs have this warning; manifest.json lists all of them: ${words}`,
    ]);
  });

  test.each(['CDKTF_OUTDIR', 'CDKTF_CONTEXT_JSON'])('prints no warnings where %s is set', (name) => {
    process.env[name] = '{}';
    try {
      const stack = zoneStack();
      expect(told(stack, job(stack, 'RayId', `with-${name}`))).toHaveLength(1);
      expect(emitted()).toEqual([]);
    } finally {
      Reflect.deleteProperty(process.env, name);
    }
  });
});
