import type * as nodeModule from 'node:module';
import { join } from 'node:path';
import { runInThisContext } from 'node:vm';
import { packageRoot } from '../../lib/provider/package-root';

/**
 * A module as Node.js itself loads it. The environment of a test may have none of the globals that it is built on, as jsdom
 * has, or others, as happy-dom has; and what a test mocks is not meant for the kit. Of jest's sandbox, `this context` is the
 * one outside.
 *
 * @param path relative to the package, or a package that it depends on
 */
export function fromOutside(path: string): unknown {
  const module: unknown = runInThisContext(`process.getBuiltinModule('node:module')`);
  const { createRequire } = module as typeof nodeModule;
  return createRequire(join(packageRoot().folder, 'package.json'))(path);
}
