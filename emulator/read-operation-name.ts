import { nearestName } from './checks/nearest-name';
import type { Reader } from './checks/reader';
import { OPERATIONS } from './operations';

/** Longer texts are near to no name, and comparing them would take long. */
const LONGEST_COMPARED = 100;

/** The name of an operation of the service; another one is refused with the nearest that there is. */
export function readOperationName(reader: Reader | undefined): string | undefined {
  const name = reader?.string();
  if (name === undefined) return undefined;
  const names = OPERATIONS.map((operation) => operation.name);
  if (names.includes(name)) return name;
  const nearest = nearestName(name.slice(0, LONGEST_COMPARED), names);
  return reader?.refuse(`there is no such operation; the nearest is ${nearest}`);
}
