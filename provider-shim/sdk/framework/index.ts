export { defineAction, type Action, type AnyAction, type InvokeCall } from './action';
export { withDefaults } from './defaults';
export { Diagnostics, type Diagnostic } from './diagnostics';
export { defineDataSource, type AnyDataSource, type DataSource, type ReadDataCall } from './data-source';
export type { Log, LogLevel } from '../text';
export { defineListResource, type AnyListResource, type Listed, type ListResource } from './list-resource';
export {
  type Identified,
  type MoveSource,
  type NewObject,
  defineResource,
  type AnyResource,
  type Call,
  type CreateCall,
  type DeleteCall,
  type ImportCall,
  type ModifyPlanCall,
  type ReadCall,
  type Resource,
  type UpdateCall,
} from './resource';
export { PrivateState } from './private-state';
export { defineProvider, type AnyProvider, type ConfigureCall, type Provider } from './provider';
export { identitySchemasReply } from './rpc/identity-message';
export { providerSchemaReply } from './rpc/schema-message';
export { createProviderService, type ServedProvider } from './rpc/server';
