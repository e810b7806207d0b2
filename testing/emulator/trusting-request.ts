import { request } from 'node:https';

/** The answer to a request. */
interface Answer {
  readonly status: number;
  readonly text: string;
}

/**
 * Sends a request with `https` to a server whose certificate this authority signed. `fetch` can only trust what the
 * environment named when this process began.
 *
 * @param authority as PEM
 */
export function trustingRequest(
  authority: string,
  url: string,
  { method, body }: { readonly method: string; readonly body?: string },
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, ca: authority, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve({ status: Number(response.statusCode), text })).on('error', reject);
    });
    sent.on('error', reject).end(body);
  });
}
