import { html } from 'hono/html';
import type { Markup } from '../service/elements';

/** What a button does: one call of the control API, which the page shows as `curl`. */
interface Action {
  readonly label: string;
  readonly method: 'DELETE' | 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly body?: unknown;
  /** The answer is kept by the page, or what it has kept is sent. */
  readonly kept?: 'keeps' | 'sends';
}

const fault = (label: string, effect: object, match: object = {}, times = 1): Action => ({
  label,
  method: 'PUT',
  path: '/_control/faults',
  body: [{ match, times, effect }],
});

/** What a test can do besides sending requests, for the emulator as a whole. */
const ACTIONS: readonly Action[] = [
  { label: 'Clock 1 minute on', method: 'POST', path: '/_control/clock/advance', body: { seconds: 60 } },
  { label: 'Clock 1 hour on', method: 'POST', path: '/_control/clock/advance', body: { seconds: 3600 } },
  fault('Fault: rate limit, once', { kind: 'rate-limit' }),
  fault('Fault: outage of 5 requests', { kind: 'answer', status: 503 }, {}, 5),
  fault('Fault: lose the next answer to a PUT', { kind: 'cut', moment: 'after-write' }, { method: 'PUT' }),
  { label: 'End all faults', method: 'DELETE', path: '/_control/faults' },
  { label: 'Take a snapshot', method: 'GET', path: '/_control/snapshot', kept: 'keeps' },
  { label: 'Restore it', method: 'PUT', path: '/_control/snapshot', kept: 'sends' },
  { label: 'Reset to the seed', method: 'POST', path: '/_control/reset' },
];

/** What happens to one zone without a client. */
const zoneActions = (id: string): readonly Action[] => [
  {
    label: 'Send a request through it',
    method: 'POST',
    path: `/_control/zones/${id}/traffic`,
    body: {
      requests: [{ path: '/', headers: { 'X-Request-Id': 'from-the-page', Cookie: 'session_id=s-1' } }],
    },
  },
  {
    label: 'Edit its custom fields behind the client',
    method: 'PUT',
    path: `/_control/zones/${id}/rulesets/http_log_custom_fields`,
    body: {
      rules: [
        {
          action: 'log_custom_field',
          expression: 'true',
          action_parameters: { cookie_fields: [{ name: 'by_hand' }] },
        },
      ],
    },
  },
  {
    label: 'Delete its custom fields behind the client',
    method: 'DELETE',
    path: `/_control/zones/${id}/rulesets/http_log_custom_fields`,
  },
];

/** The lines that the shell of a client needs, with the button that copies them. */
export function connectCard(origin: string, token: string | undefined): Markup {
  const lines = [
    `export ZONEWRIGHT_BASE_URL=${origin}/client/v4`,
    ...(token === undefined ? [] : [`export ZONEWRIGHT_API_TOKEN=${token}`]),
  ];
  return html`<section class="card wide" id="connect" aria-labelledby="connect-title">
    <h2 id="connect-title">
      Connect <small><button type="button" data-copy="connect-lines">Copy</button></small>
    </h2>
    <pre id="connect-lines">${lines.join('\n')}</pre>
  </section>`;
}

/** The actions on the emulator, or on one zone. */
export function actionsCard(origin: string, zoneId?: string): Markup {
  const actions = zoneId === undefined ? ACTIONS : zoneActions(zoneId);
  return html`<section class="card wide" id="actions" aria-labelledby="actions-title">
    <h2 id="actions-title">Act</h2>
    <p class="sub" id="done" role="status">Each button is a call of the control API.</p>
    <ul class="actions">
      ${actions.map((action) => actionItem(origin, action))}
    </ul>
  </section>`;
}

function actionItem(origin: string, { label, method, path, body, kept }: Action): Markup {
  const text = body === undefined ? '' : JSON.stringify(body);
  return html`<li>
    <button
      type="button"
      data-method="${method}"
      data-path="${path}"
      data-body="${text}"
      data-kept="${kept ?? ''}"
    >
      ${label}
    </button>
    <code>${curl(`${origin}${path}`, method, text, kept)}</code>
  </li>`;
}

function curl(url: string, method: string, body: string, kept: Action['kept']): string {
  const curlAs = 'curl -u ":$ZONEWRIGHT_CONTROL_TOKEN"';
  if (kept === 'keeps') return `${curlAs} -o state.json ${url}`;
  const sent = kept === 'sends' ? ' --data-binary @state.json' : body === '' ? '' : ` -d '${body}'`;
  return `${curlAs} -X ${method} ${url}${sent}`;
}
