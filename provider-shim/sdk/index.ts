import { createProviderService, type AnyProvider, type ServedProvider } from './framework';
import { serve, type Handlers } from './plugin';
import { bindService } from './protocol';

/** All that the author of a provider imports: README.md, beside this file, says how to begin. */
export { describe, isKnown, isUnknown, isWhollyKnown, oneProblem, unknown } from '../../schema/description';
export type {
  AnyNumber,
  Attribute,
  Attributes,
  AttributeType,
  Check,
  ConfigAtApply,
  ConfigAtPlan,
  Explanation,
  JsonObject,
  MemberAttribute,
  MemberAttributes,
  NestedAttribute,
  ObjectSchema,
  PathStep,
  PlanAtApply,
  PlannedState,
  Problem,
  StateOf,
  Unknown,
  ValueAttribute,
} from '../../schema/description';
export {
  defineAction,
  defineDataSource,
  defineListResource,
  defineProvider,
  defineResource,
  Diagnostics,
  PrivateState,
  type Action,
  type AnyAction,
  type AnyDataSource,
  type AnyListResource,
  type AnyProvider,
  type AnyResource,
  type Call,
  type ConfigureCall,
  type CreateCall,
  type DataSource,
  type DeleteCall,
  type Diagnostic,
  type Identified,
  type ImportCall,
  type InvokeCall,
  type Listed,
  type ListResource,
  type Log,
  type LogLevel,
  type ModifyPlanCall,
  type MoveSource,
  type NewObject,
  type Provider,
  type ReadCall,
  type ReadDataCall,
  type Resource,
  type UpdateCall,
} from './framework';

/**
 * Makes this program a provider. The engine starts it; started by hand with `--debug`, it prints what leads an engine
 * to it and waits there. All of it is loaded before the handshake: for a shorter start, use `serve` of `plugin` alone, and
 * load the rest in its `handlers`.
 *
 * @param address where configurations have it from, in full: `registry.terraform.io/NAMESPACE/TYPE`
 */
export function serveProvider<C>(address: string, provider: AnyProvider<C>): void {
  let service: ServedProvider | undefined;
  void serve({
    runtime: { least: '20.18' },
    providerAddress: address,
    reattach: process.argv.includes('--debug'),
    handlers: ({ log, redact }): Handlers => {
      service = createProviderService(provider, log, redact);
      return bindService(service);
    },
    onShutdown: () => service?.close(),
  });
}
