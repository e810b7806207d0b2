import type { Problem } from '../../schema';
import type { ClientOptions } from '../api';
import type { AnyDataSource, AnyResource, Diagnostics } from '../sdk/framework';

/**
 * What the service says beside its answers (`messages` of the envelope, docs/internals/service.md 2.1), each text once in a
 * run. The call that ends next tells it, which need not be about the object that it came with.
 */
export class ServiceMessages {
  readonly #seen = new Set<string>();
  #waiting: Problem[] = [];

  readonly note: NonNullable<ClientOptions['onMessage']> = ({ code, message }, { method, path }) => {
    const text = message.trim();
    if (text === '' || this.#seen.has(text)) return;
    this.#seen.add(text);
    this.#waiting.push({
      code: 'service_message',
      path: [],
      message: `The service says: ${text}`,
      hint: `It came with the answer to ${method} ${path}${code === undefined ? '' : `, code ${code}`}, which was no failure. It is shown once.`,
    });
  };

  tell(diagnostics: Diagnostics): void {
    for (const message of this.#waiting) diagnostics.warning(message);
    this.#waiting = [];
  }
}

interface Client {
  readonly messages: ServiceMessages;
}

/** A resource whose calls tell what the service has said meanwhile. */
export function tellsMessages<C extends Client>(resource: AnyResource<C>): AnyResource<C> {
  const { update, modifyPlan } = resource;
  return {
    ...resource,
    create: (call) => telling(call, () => resource.create(call)),
    read: (call) => telling(call, () => resource.read(call)),
    delete: (call) => telling(call, () => resource.delete(call)),
    ...(update && { update: (call) => telling(call, () => update(call)) }),
    ...(modifyPlan && { modifyPlan: (call) => telling(call, () => modifyPlan(call)) }),
  };
}

/** The same for a data source. */
export function dataTellsMessages<C extends Client>(source: AnyDataSource<C>): AnyDataSource<C> {
  return { ...source, read: (call) => telling(call, () => source.read(call)) };
}

async function telling<T>(
  { client, diagnostics }: { readonly client: Client | undefined; readonly diagnostics: Diagnostics },
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run();
  } finally {
    client?.messages.tell(diagnostics);
  }
}
