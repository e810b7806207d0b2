import { Copies, type Shown } from '../../../provider-shim/resources/run-state';

/** In which orders a run is shown an object, by first letters, for each way to refresh: all that one command may mix. */
const ORDERS: Readonly<Record<string, readonly string[]>> = {
  'that reads all': ['rk', 'rd', 'dr'],
  'that reads what changes': ['k', 'krk', 'd', 'drd'],
  'that reads nothing': ['k', 'd'],
};
const SHOWN: Readonly<Record<string, Shown>> = { r: 'read', k: 'kept', d: 'destroyed' };

function areCopies(order: string): readonly boolean[] {
  const copies = new Copies();
  return [...order].map((letter) => copies.note('object', SHOWN[letter] as Shown));
}

function interleavings(one: string, other: string): readonly string[] {
  if (one === '' || other === '') return [one + other];
  return [
    ...interleavings(one.slice(1), other).map((rest) => one.charAt(0) + rest),
    ...interleavings(one, other.slice(1)).map((rest) => other.charAt(0) + rest),
  ];
}

const COMMANDS = Object.keys(ORDERS);
const pairs = (orders: readonly string[]) =>
  orders.flatMap((one) => orders.map((other) => [one, other] as const));

test.each(COMMANDS)('one object is never taken for two, in a command %s', (command) => {
  for (const order of ORDERS[command] ?? [])
    expect([order, areCopies(order)]).toEqual([order, [...order].map(() => false)]);
});

test.each(COMMANDS)(
  'two copies of which one stays are told at the latest when the last of them is planned, in a command %s',
  (command) => {
    const orders = pairs(ORDERS[command] ?? []).filter((pair) => pair.join('').includes('k'));
    const missed = orders
      .flatMap(([one, other]) => interleavings(one, other))
      .filter((order) => !areCopies(order)[Math.max(order.lastIndexOf('k'), order.lastIndexOf('d'))]);
    expect(missed).toEqual([]);
  },
);
