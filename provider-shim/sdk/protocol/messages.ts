import type { InitOf, MessageOf } from './message-types';
import { providerMessages } from './provider-messages';
import { readingMessages } from './reading-messages';
import { resourceMessages } from './resource-messages';
import { schemaMessages } from './schema-messages';
import { valueMessages } from './value-messages';

/**
 * The protobuf of package `tfplugin6` as data: message → field → [number, type, label]. The minor version
 * of the protocol is never on the wire, so a field that the other side does not know is simply skipped.
 */
export const messages = {
  ...valueMessages,
  ...schemaMessages,
  ...providerMessages,
  ...resourceMessages,
  ...readingMessages,
};

export type Messages = typeof messages;
export type MessageName = keyof Messages;

/** A decoded message, e.g. `Message<'PlanResourceChange.Request'>`: all fields present, bytes are views. */
export type Message<N extends MessageName> = MessageOf<Messages, N>;

/** A message to encode, e.g. `MessageInit<'PlanResourceChange.Response'>`: only what differs from zero. */
export type MessageInit<N extends MessageName> = InitOf<Messages, N>;

/** Diagnostic.severity */
export const Severity = { INVALID: 0, ERROR: 1, WARNING: 2 } as const;

/** description_kind of blocks and attributes. */
export const DescriptionKind = { PLAIN: 0, MARKDOWN: 1 } as const;

/** Schema.Object.nesting */
export const ObjectNesting = { INVALID: 0, SINGLE: 1, LIST: 2, SET: 3, MAP: 4 } as const;
