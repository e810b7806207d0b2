import { ComplexList, ComplexObject, Fn, type IInterpolatingParent, type IResolvable } from 'cdktf';
import type { Attribute, Attributes, AttributeType } from '../../schema';
import { camelCase, type CamelCase } from './camel-case';

/** A reference to a value of a type, in cdktf's encoding. */
export type ReferenceTo<T extends AttributeType> = T extends 'string'
  ? string
  : T extends 'int' | 'number'
    ? number
    : T extends { readonly list: 'string' } | { readonly set: 'string' }
      ? string[]
      : T extends { readonly map: 'string' }
        ? Record<string, string>
        : IResolvable;

type Reference<A extends Attribute> = A extends {
  readonly nested: infer N;
  readonly attributes: infer M extends Attributes;
}
  ? N extends 'single'
    ? ReferencesTo<M>
    : N extends 'list'
      ? ListReference<ReferencesTo<M>>
      : IResolvable
  : A extends { readonly type: infer T extends AttributeType }
    ? ReferenceTo<T>
    : never;

/**
 * References to all attributes of an object, in camel case, except write-only ones, which the engine returns as null.
 */
export type ReferencesTo<A extends Attributes> = {
  readonly [
    K in keyof A as A[K] extends { readonly writeOnly: true } ? never : CamelCase<K & string>
  ]: Reference<A[K]>;
};

/** The common interface of cdktf's resources, data sources and nested objects. */
interface Referable extends IInterpolatingParent {
  getStringAttribute(name: string): string;
  getNumberAttribute(name: string): number;
  getListAttribute(name: string): string[];
  getStringMapAttribute(name: string): Record<string, string>;
}

/** A list of objects that is known after apply. */
export class ListReference<Element> extends ComplexList {
  constructor(
    parent: IInterpolatingParent,
    name: string,
    private readonly attributes: Attributes,
  ) {
    super(parent, name, false);
  }

  /** References to the attributes of one element, counted from 0. */
  get(index: number): Element {
    return referencesTo(
      new ComplexObject(this.terraformResource, this.terraformAttribute, false, index),
      this.attributes,
    ) as Element;
  }
}

/** References to the attributes of `parent`, each created on first use. */
export function referencesTo<A extends Attributes>(parent: Referable, attributes: A): ReferencesTo<A> {
  const kept = Object.entries(attributes).filter(([, attribute]) => !attribute.writeOnly);
  const getters = kept.map(([name, attribute]) => [
    camelCase(name),
    { enumerable: true, get: () => reference(parent, name, attribute) },
  ]);
  return Object.defineProperties({}, Object.fromEntries(getters)) as ReferencesTo<A>;
}

function reference(parent: Referable, name: string, attribute: Attribute): unknown {
  switch (attribute.nested) {
    case undefined:
      return valueReference(parent, name, attribute.type);
    case 'single':
      return referencesTo(new ComplexObject(parent, name, false), attribute.attributes);
    case 'list':
      return new ListReference(parent, name, attribute.attributes);
    case 'set':
    case 'map':
      return parent.interpolationForAttribute(name);
  }
}

function valueReference(parent: Referable, name: string, type: AttributeType): unknown {
  if (type === 'string') return parent.getStringAttribute(name);
  if (type === 'int' || type === 'number') return parent.getNumberAttribute(name);
  if (typeof type === 'object') {
    if ('list' in type && type.list === 'string') return parent.getListAttribute(name);
    // A set has no order to index it by.
    if ('set' in type && type.set === 'string') return Fn.tolist(parent.getListAttribute(name));
    if ('map' in type && type.map === 'string') return parent.getStringMapAttribute(name);
  }
  return parent.interpolationForAttribute(name);
}
