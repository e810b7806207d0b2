export { RpcError, Status } from './grpc/status';
export type { UnaryHandler } from './grpc/routes';
export { type Environment, type Host, processHost } from './host/host';
export type { Logger } from './log';
export { serve } from './serve';
export type { Handlers, Served, ServeOptions } from './serve-options';
