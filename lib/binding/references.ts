import {
  ComplexList,
  ComplexObject,
  Fn,
  type IInterpolatingParent,
  type IResolvable,
  type IResolveContext,
  type ITerraformIterator,
  ref,
  type TerraformCount,
  type TerraformElement,
  TerraformStack,
  Token,
} from 'cdktf';
import type { Attribute, Attributes, AttributeType } from '../../schema';
import { camelCase, type CamelCase } from './spelling';

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
    ? ObjectReference<M>
    : N extends 'list'
      ? ListReference<ObjectReference<M>>
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

/** A reference to an object as a whole, and to its attributes. Those are null while the object is. */
export type ObjectReference<A extends Attributes> = Flat<ReferencesTo<A> & IResolvable>;

type Flat<T> = { [K in keyof T]: T[K] };

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
    const element = new ComplexObject(this.terraformResource, this.terraformAttribute, false, index);
    return objectReference(element, this.attributes) as Element;
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

/** The same for an object, which is also a token. What makes it one does not count as an attribute of it. */
function objectReference<A extends Attributes>(object: ComplexObject, attributes: A): ObjectReference<A> {
  return Object.defineProperties(referencesTo(object, attributes), {
    creationStack: { value: object.creationStack },
    resolve: { value: (context: IResolveContext): unknown => object.resolve(context) },
    toString: { value: () => object.toString() },
  }) as unknown as ObjectReference<A>;
}

function reference(parent: Referable, name: string, attribute: Attribute): unknown {
  switch (attribute.nested) {
    case undefined:
      return valueReference(parent, name, attribute.type);
    case 'single':
      return objectReference(new ComplexObject(parent, name, false), attribute.attributes);
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

/** What has attributes. An Aspect may repeat it. */
interface Referred extends TerraformElement {
  readonly forEach?: ITerraformIterator;
  readonly count?: number | TerraformCount;
}

/**
 * A reference to an attribute, as it is written where it is used. Of something that is repeated, it is the list of the
 * values of all instances. In another stack, it is null when the value is: a state has no outputs that are null. So is an
 * attribute of an object that is null, which the engine refuses to read.
 */
export class AttributeReference implements IResolvable {
  readonly creationStack: string[] = [];
  /** cdktf keeps in a reference what each stack calls it. */
  private readonly written = new Map<string, IResolvable>();

  /**
   * @param address of its owner
   * @param attribute its name, or an expression that begins with it
   * @param attributes those of the owner: a required one is never null
   */
  constructor(
    private readonly owner: Referred,
    private readonly address: string,
    private readonly attribute: string,
    private readonly attributes: Attributes,
  ) {}

  resolve({ scope }: IResolveContext): IResolvable {
    const stack = TerraformStack.of(this.owner);
    const identifier = `${this.instances()}.${this.attribute}`;
    const value = this.written.get(identifier) ?? ref(identifier, stack);
    this.written.set(identifier, value);
    const isElsewhere = !this.attributes[this.attribute]?.required && TerraformStack.of(scope) !== stack;
    const [name = ''] = this.attribute.split('.');
    // Of several instances, others may have it.
    const isOne = this.instances() === this.address;
    const isOfNull = isOne && name !== this.attribute && this.attributes[name]?.nested === 'single';
    return isElsewhere || isOfNull ? (Fn.try([value, ref('null')]) as IResolvable) : value;
  }

  toString(): string {
    return Token.asString(this);
  }

  private instances(): string {
    if (this.owner.forEach) return `values(${this.address})[*]`;
    return this.owner.count === undefined ? this.address : `${this.address}[*]`;
  }
}
