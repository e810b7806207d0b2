import { BASE_PATH, type Emulator } from '../../emulator';
import { isRecord, type JsonObject } from '../../schema';
import { parseJson } from '../../cli/text/json';
import type { Send } from '../../cli/copy/answers';

/** Sends GETs to an emulator in this process. */
export function sendTo({ handle, credentials }: Pick<Emulator, 'handle' | 'credentials'>): Send {
  return async (path, query) => {
    const search = new URLSearchParams(
      Object.entries(query).map(([name, value]): [string, string] => [name, `${value}`]),
    );
    const response = await handle(
      new Request(`http://localhost${BASE_PATH}/${path.join('/')}?${search.toString()}`, {
        headers: { authorization: `Bearer ${credentials().token}` },
      }),
    );
    const { errors, result, result_info: info } = parseJson(await response.text()) as JsonObject;
    const codes = Array.isArray(errors) ? (errors as readonly JsonObject[]).map(({ code }) => code) : [];
    const { status } = response;
    return { status, info: isRecord(info) ? info : {}, result: status === 200 ? result : codes };
  };
}
