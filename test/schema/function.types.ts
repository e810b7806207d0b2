/**
 * What the compiler holds: `npm run typecheck` fails when a line below begins or ceases to compile.
 */
import { defineFunction } from '../../provider-shim/sdk/framework';
import {
  describeFunction,
  type AnyNumber,
  type ArgumentsOf,
  type FunctionParameter,
  type Unknown,
} from '../../schema';

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const holds = <T extends true>(): T => true as T;

export const described = describeFunction({
  name: 'test',
  summary: '',
  description: '',
  parameters: [
    { name: 'text', type: 'string', description: '' },
    { name: 'size', type: 'int', allowNull: true, description: '' },
    { name: 'names', type: { set: 'string' }, allowUnknown: true, description: '' },
    { name: 'record', type: { object: { a: 'bool', b: { list: 'number' } } }, description: '' },
    { name: 'any', type: 'dynamic', description: '' },
  ],
  variadic: { name: 'more', type: { map: 'string' }, allowNull: true, description: '' },
  returns: { object: { a: 'string' } },
});

type Arguments = ArgumentsOf<(typeof described)['parameters'], NonNullable<(typeof described)['variadic']>>;

holds<Same<Arguments['text'], string>>();
holds<Same<Arguments['size'], number | null>>();
holds<Same<Arguments['names'], readonly (string | Unknown)[] | Unknown>>();
holds<Same<Arguments['record'], { readonly a: boolean | null; readonly b: readonly AnyNumber[] | null }>>();
holds<Same<Arguments['any'], unknown>>();
holds<Same<Arguments['more'], readonly (Readonly<Record<string, string>> | null)[]>>();

// Of a function that is known only by name, nothing is known of its arguments.
holds<Same<ArgumentsOf<readonly FunctionParameter[], undefined>, Readonly<Record<string, unknown>>>>();

export const defined = [
  defineFunction({ ...described, run: ({ text, more }) => ({ a: text + more.length }) }),
  // @ts-expect-error there is no such argument
  defineFunction({ ...described, run: ({ colour }) => ({ a: String(colour) }) }),
  // @ts-expect-error the argument may be null
  defineFunction({ ...described, run: ({ size }) => ({ a: size.toFixed() }) }),
  // @ts-expect-error the result is of another type
  defineFunction({ ...described, run: () => ({ a: 1 }) }),
  // @ts-expect-error the result has all its members
  defineFunction({ ...described, run: () => ({}) }),
  defineFunction({ ...described, parameters: [], variadic: undefined, returns: 'string', run: () => 'a' }),
];
