import type { Problem } from '../checks/problem';
import { pointerTo } from '../checks/problem';
import type { Refusal } from '../errors/refusal';
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
    case 'refused':
      return respondRefused(answer.refusal);
  }
}

/** A refusal as HTTP. Its `result` is null (docs/service.md 2.1). */
export function respondRefused(refusal: Refusal): Reply {
  const envelope = { result: null, success: false, errors: refusal.errors, messages: [] };
  return jsonReply(envelope, refusal.status, refusal.headers);
}

/** The refusal of a body: every problem with a pointer to what is at fault (docs/service.md 2.1). */
export function refusedBody(problems: readonly Problem[]): Refusal {
  const errors = problems.map(({ path, code, message }) => {
    const pointer = pointerTo(path);
    return {
      ...(code !== undefined && { code }),
      message,
      ...(pointer !== '' && { source: { pointer } }),
    };
  });
  return { status: 400, errors };
}
