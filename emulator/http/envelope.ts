import type { RefusalAnswer } from '../errors/refusal';
import type { Answer } from './operation';
import type { Reply } from './reply';
import { jsonReply } from './reply';

/** The answer as HTTP, in the envelope of every operation (docs/service.md 2.1). */
export function respond(answer: Answer): Reply {
  switch (answer.kind) {
    case 'result': {
      const { result, info } = answer;
      const envelope = { result, success: true, errors: [], messages: [] };
      return jsonReply(info === undefined ? envelope : { ...envelope, result_info: info });
    }
    case 'no content':
      return { status: 204, headers: {}, body: null };
  }
}

/** A refusal as HTTP. Its `result` is null (docs/service.md 2.1). */
export function respondRefused(refusal: RefusalAnswer): Reply {
  const envelope = { result: null, success: false, errors: refusal.errors, messages: [] };
  return jsonReply(envelope, refusal.status, refusal.headers);
}
