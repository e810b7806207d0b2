export { RpcError, Status } from './grpc/status';
export type { UnaryHandler } from './grpc/routes';
export type { Environment, Host } from './host/host';
export type { LogLevel } from '../text';
export type { Logger } from './log/logger';
export type { LogFields } from './log/record';
export { processHost } from './host/process-host';
export { serve } from './serve';
export type { Handlers, Served, ServeOptions } from './serve-options';
