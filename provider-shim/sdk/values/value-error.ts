import { pathText, type Path } from './path';

/**
 * A value, a type or their encoding is wrong. The message starts with the path and says what was expected and what kind
 * of value was seen; it never shows a string or number of the value, which may be secret.
 */
export class ValueError extends Error {
  override readonly name = 'ValueError';
  readonly path: Path;

  constructor(problem: string, path: Path = []) {
    super(path.length === 0 ? problem : `${pathText(path)}: ${problem}`);
    this.path = path;
  }
}
