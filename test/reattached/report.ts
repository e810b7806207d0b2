import type { LiveMemory } from '../support/live-memory';

/** The provider after so many operations. */
export interface Sample extends LiveMemory {
  readonly operations: number;
  /** Bytes: the most that the process has had so far, garbage included. */
  readonly most: number;
  readonly descriptors: number;
}

/** Of the samples: V8 compiles what is used, and undici and Node.js make what is made once. */
const WARM_UP = 0.4;

/** The smallest leak is one object for each operation. What is there or not at one moment shows as a part of one. */
const OBJECTS_LIMIT = 0.5;
const BYTES_LIMIT = 512;

/** V8 lets garbage grow to some times what is live before it collects it. */
const MOST_LIMIT = 128 * 1024 * 1024;

/** A connection that has just been closed, and one that is being opened. */
const DESCRIPTORS_LIMIT = 8;

const COLUMNS = ['operations', 'objects', 'heap MB', 'RSS MB', 'most RSS MB', 'descriptors'];

/** Prints what the provider kept; answers whether that was nothing. */
export function report(samples: readonly Sample[]): boolean {
  const step = Math.max(1, Math.floor(samples.length / 10));
  const lines = samples
    .filter((_sample, index) => (index + 1) % step === 0)
    .map(({ operations, objects, heap, resident, most, descriptors }) => [
      operations,
      objects,
      ...[heap, resident, most].map((bytes) => (bytes / 1024 / 1024).toFixed(1)),
      descriptors,
    ]);
  const warm = samples.slice(Math.floor(samples.length * WARM_UP));
  const grows = (part: 'objects' | 'heap' | 'resident'): number =>
    slope(warm.map((sample) => [sample.operations, sample[part]]));
  const [objects, heap, resident] = [grows('objects'), grows('heap'), grows('resident')];
  const descriptors = warm.map((sample) => sample.descriptors);
  const [least, most] = [Math.min(...descriptors), Math.max(...descriptors)];
  const text = [
    ...[COLUMNS, ...lines].map((line) => line.map((cell) => String(cell).padStart(13)).join('')),
    `After the first ${WARM_UP * 100}%, for each operation: ${objects.toFixed(2)} objects (limit ${OBJECTS_LIMIT}), ` +
      `${heap.toFixed(0)} bytes of the heap and ${resident.toFixed(0)} of the process (limit ${BYTES_LIMIT}); ` +
      `${least} to ${most} descriptors`,
  ];
  process.stdout.write(`${text.join('\n')}\n`);
  return (
    objects <= OBJECTS_LIMIT &&
    Math.max(heap, resident) <= BYTES_LIMIT &&
    warm.every((sample) => sample.most <= MOST_LIMIT) &&
    most <= least + DESCRIPTORS_LIMIT
  );
}

/** Of the line through the points with the least squares. */
function slope(points: readonly (readonly [number, number])[]): number {
  const mean = (index: 0 | 1): number => points.reduce((sum, point) => sum + point[index], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const top = points.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0);
  return top / points.reduce((sum, point) => sum + (point[0] - x) ** 2, 0);
}
