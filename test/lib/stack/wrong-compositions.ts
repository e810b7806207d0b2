import { type App, Aspects, type TerraformStack } from 'cdktf';
import { type Construct, type IConstruct } from 'constructs';
import { LogCustomFields } from '../../../lib';
import { testApp } from '../app-of-stacks';
import { ZONE } from '../logpush-stack';

export const cookies = ['session_id'];

/** The errors of an app, thrown where it is made or when it is synthesized. */
export function errorsOf(compose: (app: App) => void): readonly string[] {
  const app = testApp();
  try {
    compose(app);
    app.synth();
    return [];
  } catch (error) {
    const lines = (error as Error).message
      .split('\n')
      .map((line) => line.trim().replace(/ \(created at [^)]*\)$/, ''));
    const found = lines.filter((line) => line.startsWith('['));
    if (found.length === 0) throw error;
    return found;
  }
}

/** Visits the constructs of a kind, as an Aspect. */
export function visit<T extends IConstruct>(
  scope: Construct,
  isOne: (construct: IConstruct) => boolean,
  change: (construct: T) => void,
): void {
  Aspects.of(scope).add({
    visit: (construct) => {
      if (isOne(construct)) change(construct as T);
    },
  });
}

export const fieldsOf = (stack: TerraformStack, zoneId = ZONE): LogCustomFields =>
  new LogCustomFields(stack, 'fields', { zoneId, cookies });

/** What is wrong with a composition, and every problem that is reported. */
export type Row = [wrong: string, compose: (app: App) => void, ...reported: string[]];

/** One test for each composition: all that is reported of it, and nothing else. */
export function wrongCompositions(group: string, rows: readonly Row[]): void {
  describe(`wrong compositions: ${group}`, () => {
    test.each(rows)('%s', (_wrong, compose, ...reported) => {
      expect(errorsOf(compose)).toEqual(reported);
    });
  });
}
