/**
 * What the compiler holds: `npm run typecheck` fails when a line below begins or ceases to compile.
 */
import {
  describe as described,
  type AnyNumber,
  type ConfigAtApply,
  type ConfigAtPlan,
  type ObjectSchema,
  type PlannedState,
  type PlanAtApply,
  type StateOf,
  type Unknown,
} from '../../schema';

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const holds = <T extends true>(): T => true as T;

export const schema = described({
  type: 'test',
  version: 0,
  description: '',
  attributes: {
    name: { type: 'string', required: true, description: '' },
    note: { type: 'string', optional: true, description: '' },
    flag: { type: 'bool', optional: true, default: false, description: '' },
    size: { type: 'int', computed: true, description: '' },
    ratio: { type: 'number', optional: true, computed: true, description: '' },
    tags: { type: { set: 'string' }, required: true, description: '' },
    table: { type: { map: { list: 'int' } }, optional: true, description: '' },
    record: { type: { object: { a: 'string', b: 'bool' } }, required: true, description: '' },
    list: {
      nested: 'list',
      required: true,
      description: '',
      attributes: {
        key: { type: 'string', required: true, description: '' },
        id: { type: 'string', computed: true, description: '' },
        label: { type: 'string', optional: true, default: 'none', description: '' },
      },
    },
  },
});

type State = StateOf<typeof schema>;
type Config = ConfigAtPlan<typeof schema>;
type Planned = PlanAtApply<typeof schema>;

// In the state: all known, null where an attribute can be unset.
holds<Same<State['name'], string>>();
holds<Same<State['note'], string | null>>();
holds<Same<State['flag'], boolean>>();
holds<Same<State['size'], number | null>>();
holds<Same<State['ratio'], AnyNumber | null>>();
holds<Same<State['tags'], readonly string[]>>();
holds<Same<State['table'], Readonly<Record<string, readonly number[]>> | null>>();
holds<Same<State['record'], { readonly a: string | null; readonly b: boolean | null }>>();
holds<Same<State['list'][number]['key'], string>>();
holds<Same<State['list'][number]['id'], string | null>>();
holds<Same<State['list'][number]['label'], string>>();

// As written: anything can be unset or unknown, at any depth.
holds<Same<Config['name'], string | Unknown | null>>();
holds<Same<Config['flag'], boolean | Unknown | null>>();
holds<Same<Config['tags'], readonly (string | Unknown)[] | Unknown | null>>();
holds<
  Same<
    Exclude<Config['list'], Unknown | null>[number] extends infer E ? Exclude<E, Unknown> : never,
    {
      readonly key: string | Unknown;
      readonly id: string | Unknown | null;
      readonly label: string | Unknown;
    }
  >
>();

// As planned: known but for what is left to the provider, also inside of what the user wrote.
holds<Same<Planned['name'], string>>();
holds<Same<Planned['note'], string | null>>();
holds<Same<Planned['flag'], boolean>>();
holds<Same<Planned['size'], number | Unknown | null>>();
holds<Same<Planned['list'][number]['key'], string>>();
holds<Same<Planned['list'][number]['id'], string | Unknown | null>>();
holds<Same<Planned['list'][number]['label'], string>>();

export const secretive = described({
  type: 'test',
  version: 0,
  description: '',
  attributes: {
    name: { type: 'string', required: true, description: '' },
    secret: { type: 'string', optional: true, writeOnly: true, description: '' },
    label: { type: 'string', optional: true, default: 'none', description: '' },
    id: { type: 'string', computed: true, description: '' },
    login: {
      nested: 'list',
      optional: true,
      description: '',
      attributes: {
        user: { type: 'string', required: true, description: '' },
        password: { type: 'string', required: true, writeOnly: true, description: '' },
      },
    },
  },
});

type Secretive = typeof secretive;

// What is write-only is in the configuration, and nowhere else.
holds<Same<keyof StateOf<Secretive>, 'name' | 'label' | 'id' | 'login'>>();
holds<Same<keyof PlanAtApply<Secretive>, keyof StateOf<Secretive>>>();
holds<Same<keyof PlannedState<Secretive>, keyof StateOf<Secretive>>>();
holds<Same<NonNullable<StateOf<Secretive>['login']>[number], { readonly user: string }>>();
holds<Same<NonNullable<PlanAtApply<Secretive>['login']>[number], { readonly user: string }>>();
holds<Same<ConfigAtPlan<Secretive>['secret'], string | Unknown | null>>();
holds<
  Same<
    ConfigAtApply<Secretive>,
    {
      readonly name: string;
      readonly secret: string | null;
      readonly label: string | null;
      readonly id: null;
      readonly login: readonly { readonly user: string; readonly password: string }[] | null;
    }
  >
>();

/** What a resource makes of its plan is its state, with nothing to be said of what is write-only. */
export const made = (plan: PlanAtApply<Secretive>): StateOf<Secretive> => ({ ...plan, id: 'a' });

/** Where nothing is write-only, a plan is written as a configuration is. */
holds<Same<PlannedState<typeof schema>, Config>>();

/** A schema that is known only by name says nothing of its attributes. */
holds<Same<StateOf<ObjectSchema>, Readonly<Record<string, unknown>>>>();
holds<Same<ConfigAtPlan<ObjectSchema>, Readonly<Record<string, unknown>>>>();
holds<Same<PlanAtApply<ObjectSchema>, Readonly<Record<string, unknown>>>>();
export const oddTypes = described({
  type: 'test',
  version: 0,
  description: '',
  attributes: {
    // @ts-expect-error no such type
    a: { type: 'text', optional: true, description: '' },
    // @ts-expect-error a value has a type, or objects nested in it
    b: { type: 'string', nested: 'list', optional: true, attributes: {}, description: '' },
    // @ts-expect-error nested objects have attributes
    c: { nested: 'list', optional: true, description: '' },
    // @ts-expect-error every attribute is described
    d: { type: 'string', optional: true },
    // @ts-expect-error a flag is set or left out
    e: { type: 'string', optional: false, description: '' },
    // @ts-expect-error what is write-only is not computed
    f: { type: 'string', optional: true, computed: true, writeOnly: true, description: '' },
    // @ts-expect-error ... has no default
    g: { type: 'string', optional: true, default: 'a', writeOnly: true, description: '' },
    // @ts-expect-error ... and is compared with nothing
    h: { type: 'string', optional: true, replaceOnChange: true, writeOnly: true, description: '' },
  },
});
