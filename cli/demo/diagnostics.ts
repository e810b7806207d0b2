import { wrap } from './wrap';

const WIDTH = 70;

/**
 * The headlines of the errors and warnings that the engine printed, wrapped for a terminal.
 *
 * @param severity as the engine prints it
 */
export function headlines(output: string, severity: 'Error' | 'Warning'): readonly string[] {
  return output
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith(`${severity}: `))
    .flatMap((line) => wrap(line, WIDTH));
}
