export { DescriptionKind, messages, ObjectNesting, Severity } from './messages';
export type { Message, MessageInit, MessageName, Messages } from './messages';
export { bindService, rpcPath, tfplugin6 } from './provider-service';
export type { CallContext, ProviderService, RpcName, Send, StreamName } from './provider-service';
export { createCodec, WireError } from './wire';
export type { Codec } from './wire';
