import { dirname, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import type { IConstruct } from 'constructs';

/**
 * A mistake in the app: what is wrong, where the app made it, and what to do. It is shown without frames of this
 * package, of the CDK and of Node.js; with ZONEWRIGHT_DEBUG=1 it is shown as any other error.
 */
export class AppError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
    if (process.env['ZONEWRIGHT_DEBUG']) return;
    const frames = framesOfApp(this);
    Object.defineProperty(this, 'stack', {
      value: [`${this.name}: ${message}`, ...frames].join('\n'),
      configurable: true,
      writable: true,
    });
    const place = placeIn(frames);
    printIfUncaught(this, `error: ${message}${place === undefined ? '' : `\n  at ${place}`}`);
  }
}

/** From the global registry: the same for all copies of this package. */
const CREATED = Symbol.for('zonewright/created');

/** Keeps where the app creates a construct. To be called by its constructor. */
export function keepPlace(construct: IConstruct): void {
  // Its text is made when somebody asks for it.
  if (!(CREATED in construct)) Object.defineProperty(construct, CREATED, { value: new Error() });
}

/** Where the app created a construct, such as `main.ts:17`; undefined if that is not known. */
export function placeOf(construct: IConstruct): string | undefined {
  const created = (construct as { [CREATED]?: Error })[CREATED];
  return created && placeIn(framesOfApp(created));
}

function placeIn([frame = '']: readonly string[]): string | undefined {
  const [, path, line] = /\(?((?:file:\/\/)?\/[^()]*):(\d+):\d+\)?$/.exec(frame) ?? [];
  if (path === undefined) return undefined;
  const file = path.startsWith('file:') ? fileURLToPath(path) : path;
  const here = relative('', file);
  return `${here.startsWith('..') ? file : here}:${line}`;
}

/** The folder of this package's constructs, in the sources as in the build. */
const OURS = dirname(__dirname) + sep;

function framesOfApp({ stack = '' }: Error): readonly string[] {
  const frames = stack.split('\n').filter((line) => /^ {4}at /.test(line));
  return frames.filter(
    (frame) => !/\bnode:|[\\/]node_modules[\\/]|<anonymous>\)?$/.test(frame) && !frame.includes(OURS),
  );
}

/** Node.js would print a line of this package's code above the error, and frames below it. */
function printIfUncaught(error: AppError, text: string): void {
  if (process.listenerCount('uncaughtException') > 0) return;
  const print = (thrown: unknown): never => {
    process.stderr.write(`${thrown === error ? text : inspect(thrown)}\n`);
    process.exit(1);
  };
  process.once('uncaughtException', print);
  // Whoever catches the error goes on as if it had not been there: at the end of this turn, before any later timer.
  const end = (): void => void process.off('uncaughtException', print);
  setImmediate(end).unref();
  setTimeout(end).unref();
}
