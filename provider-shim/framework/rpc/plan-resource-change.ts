import type { ProviderService } from '../../protocol';
import { planResource } from '../plan/plan-resource';
import { typeOf } from '../schema-type';
import { attributePath, diagnosticMessages } from './diagnostic-message';
import { decodeValue, encodeValue } from './dynamic-value';
import type { Session } from './session';

export function planResourceChange<C>(session: Session<C>): ProviderService['planResourceChange'] {
  return async (request, { signal }) => {
    const resource = session.resource(request.typeName);
    const type = typeOf(resource.schema);
    const call = session.call(signal, request.priorPrivate);
    const plan = await planResource(
      resource,
      {
        prior: decodeValue(type, request.priorState),
        proposed: decodeValue(type, request.proposedNewState),
        config: decodeValue(type, request.config),
      },
      session.client,
      call,
    );
    return {
      plannedState: encodeValue(type, plan.planned),
      requiresReplace: [...plan.replace]
        .sort()
        .map((name) => ({ steps: attributePath(resource.schema.attributes, [name]) })),
      plannedPrivate: call.private.bytes(),
      diagnostics: diagnosticMessages(resource.schema, call.diagnostics),
    };
  };
}
