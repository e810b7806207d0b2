import { pathText, type Path } from './path';

/**
 * A value, a type or their bytes are not what they should be. The message starts with the path and tells what
 * was expected and what kind of thing was seen; it never shows a string or a number of the value, which may
 * be a secret.
 */
export class ValueError extends Error {
  override readonly name = 'ValueError';
  readonly path: Path;

  constructor(problem: string, path: Path = []) {
    super(path.length === 0 ? problem : `${pathText(path)}: ${problem}`);
    this.path = path;
  }
}
