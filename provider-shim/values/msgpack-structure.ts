import { MAX_DEPTH } from './place';

/** Bytes that follow a head byte, and items that follow those. Source: the MessagePack specification, "Formats". */
interface Extent {
  readonly bytes: number;
  readonly items: number;
}

/**
 * What is wrong with the structure of MessagePack bytes; undefined when they are exactly one complete item.
 * Asked before decoding, because the decoder sets memory aside for as many items as a head byte claims, level
 * after level: 64 kB of nested array heads would cost gigabytes.
 */
export function structureProblem(bytes: Uint8Array): string | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const open = [1];
  let position = 0;
  while (open.length > 0) {
    const left = open[open.length - 1] ?? 0;
    if (left === 0) {
      open.pop();
      continue;
    }
    open[open.length - 1] = left - 1;
    const extent = position < bytes.length ? extentAt(view, position) : undefined;
    if (extent === 'reserved') return `byte ${position} is 0xc1, which MessagePack never uses`;
    if (!extent || position + 1 + extent.bytes > bytes.length) return `they end in the middle of a value`;
    position += 1 + extent.bytes;
    if (extent.items > bytes.length - position)
      return `byte ${position} starts more items than there are bytes`;
    if (extent.items > 0 && open.length > MAX_DEPTH) return `nested deeper than ${MAX_DEPTH} levels`;
    if (extent.items > 0) open.push(extent.items);
  }
  return position === bytes.length ? undefined : `${bytes.length - position} bytes follow the value`;
}

function extentAt(view: DataView, position: number): Extent | 'reserved' | undefined {
  const head = view.getUint8(position);
  if (head < 0x80 || head >= 0xe0) return plain(0);
  if (head < 0x90) return { bytes: 0, items: 2 * (head & 0x0f) };
  if (head < 0xa0) return { bytes: 0, items: head & 0x0f };
  if (head < 0xc0) return plain(head & 0x1f);
  if (head === 0xc1) return 'reserved';
  if (head < 0xc4) return plain(0);
  if (head < 0xc7) return sized(view, position, head - 0xc4, (size) => plain(size));
  if (head < 0xca) return sized(view, position, head - 0xc7, (size) => plain(size + 1));
  if (head < 0xcc) return plain(head === 0xca ? 4 : 8);
  if (head < 0xd4) return plain(1 << (head & 0x03));
  if (head < 0xd9) return plain(1 + (1 << (head - 0xd4)));
  if (head < 0xdc) return sized(view, position, head - 0xd9, (size) => plain(size));
  if (head < 0xde) return sized(view, position, head - 0xdb, (items) => ({ bytes: 0, items }));
  return sized(view, position, head - 0xdd, (pairs) => ({ bytes: 0, items: 2 * pairs }));
}

function plain(bytes: number): Extent {
  return { bytes, items: 0 };
}

/** An extent whose size is written in the 1, 2 or 4 bytes (width 0, 1, 2) after the head. */
function sized(
  view: DataView,
  position: number,
  width: number,
  of: (size: number) => Extent,
): Extent | undefined {
  const length = 1 << width;
  if (position + 1 + length > view.byteLength) return undefined;
  const at = position + 1;
  const size = width === 0 ? view.getUint8(at) : width === 1 ? view.getUint16(at) : view.getUint32(at);
  const extent = of(size);
  return { bytes: length + extent.bytes, items: extent.items };
}
