import fc from 'fast-check';
import { fromAuthor, toAuthor } from '../../../provider-shim/framework/author-values';
import { typeOf } from '../../../provider-shim/framework/schema-type';
import { withoutWriteOnly } from '../../../provider-shim/framework/write-only';
import { canonical, decodeMsgpack, isMembers, type Value } from '../../../provider-shim/values';
import type { Attributes, ObjectSchema } from '../../../schema';
import { shownDiagnostics } from './connected';
import { later } from './engine/later';
import { same } from './engine/normal';
import { planProblems, resultProblems } from './engine/plan-checks';
import { proposed } from './engine/proposed';
import { config as configOf } from './engine/random-config';
import { attributes as someAttributes } from './engine/random-schema';
import { keeping, schemaOf } from './keeping';
import { encoded, valueOf, type Plain } from './plain';
import { serve, type ServedResource } from './served-resource';

interface Plan {
  readonly planned: Value;
  readonly replace: boolean;
  readonly private: Uint8Array;
}

/** One resource, planned and applied as the engine does it, with the engine's own checks at each step. */
class Run {
  private constructor(
    readonly schema: ObjectSchema,
    private readonly served: ServedResource,
  ) {}

  static async of(attributes: Attributes): Promise<Run> {
    const schema = schemaOf(attributes);
    const finish = async ({ plan }: { plan: Plain }): Promise<Plain> =>
      toAuthor(withoutWriteOnly(schema, later(typeOf(schema), fromAuthor(plan)))) as Plain;
    return new Run(schema, await serve(keeping(schema, { create: finish, update: finish })));
  }

  async plan(prior: Value, config: Value, privateBytes?: Uint8Array): Promise<Plan> {
    const { schema } = this;
    const reply = await this.served.call('PlanResourceChange', {
      typeName: schema.type,
      priorState: encoded(schema, prior),
      config: encoded(schema, config),
      proposedNewState: encoded(schema, proposed(schema.attributes, prior, config)),
      priorPrivate: privateBytes,
    });
    expect(shownDiagnostics(reply.diagnostics)).toEqual([]);
    const planned = decodeMsgpack(typeOf(schema), reply.plannedState?.msgpack ?? new Uint8Array());
    expect(planProblems(schema.attributes, prior, config, planned)).toEqual([]);
    const names = reply.requiresReplace.map(({ steps }) => steps.map(({ attributeName }) => attributeName));
    expect(
      names.filter(([name, ...rest]) => rest.length > 0 || !(name && name in schema.attributes)),
    ).toEqual([]);
    const differ = names.flat().some((name) => name !== undefined && this.differs(name, prior, planned));
    return { planned, replace: prior !== null && differ, private: reply.plannedPrivate };
  }

  /** Plans, twice where a new object is needed, and applies. @returns the new state */
  async apply(prior: Value, config: Value): Promise<Value> {
    const first = await this.plan(prior, config);
    const before = first.replace ? null : prior;
    const { planned } = first.replace ? await this.plan(null, config, first.private) : first;
    const reply = await this.served.call('ApplyResourceChange', {
      typeName: this.schema.type,
      priorState: encoded(this.schema, before),
      plannedState: encoded(this.schema, planned),
      config: encoded(this.schema, config),
    });
    expect(shownDiagnostics(reply.diagnostics)).toEqual([]);
    const state = decodeMsgpack(typeOf(this.schema), reply.newState?.msgpack ?? new Uint8Array());
    expect(resultProblems(this.schema.attributes, planned, state)).toEqual([]);
    return state;
  }

  /** Names of the attributes in which a plan is a change. */
  changes(prior: Value, planned: Value): readonly string[] {
    return Object.keys(this.schema.attributes).filter((name) => this.differs(name, prior, planned));
  }

  private differs(name: string, prior: Value, planned: Value): boolean {
    const attribute = this.schema.attributes[name];
    const [a, b] = [prior, planned].map((value) => (isMembers(value) ? (value[name] ?? null) : null));
    return attribute !== undefined && !same(attribute, a ?? null, b ?? null);
  }
}

const scenario = someAttributes.chain((attributes) =>
  fc.record({
    attributes: fc.constant(attributes),
    configs: fc.array(configOf(attributes), { minLength: 1, maxLength: 3 }),
  }),
);

test('plans of random configurations of random schemas follow the rules of the engine, and converge', async () => {
  await fc.assert(
    fc.asyncProperty(scenario, async ({ attributes, configs }) => {
      const run = await Run.of(attributes);
      const type = typeOf(run.schema);
      let state: Value = null;
      for (const written of configs) {
        const config = canonical(type, valueOf(run.schema, written));
        state = await run.apply(state, config);
        const known = canonical(type, later(type, config));
        const { planned, replace } = await run.plan(state, known);
        expect({ changes: run.changes(state, planned), replace }).toEqual({ changes: [], replace: false });
      }
    }),
    { numRuns: 200 },
  );
});
