import { deliveriesSection } from '../../../emulator/logpush/deliveries-section';
import { jobsSection } from '../../../emulator/logpush/jobs-section';
import { migrationSection } from '../../../emulator/migration/migration-part';
import { stateInShort } from '../../../emulator/migration/state-machine';
import { overviewPage } from '../../../emulator/page/overview-page';
import { requestsPage } from '../../../emulator/page/requests-page';
import { noticePage, zonePage } from '../../../emulator/page/page-app';
import { previousWafSection } from '../../../emulator/previous-waf/previous-waf-section';
import { fieldsSection } from '../../../emulator/rulesets/custom-fields-section';
import { managedRulesSection } from '../../../emulator/rulesets/rulesets-part';
import { HOSTILE } from './page-zones';

/** Every page, with the text in every place that shows a text from outside. */
const PAGES: readonly (readonly [string, (text: string) => unknown])[] = [
  [
    'the overview',
    (text) =>
      overviewPage({
        time: 0,
        zoneCount: 120,
        requestCount: 1,
        fileCount: 1,
        search: text,
        found: 120,
        page: 2,
        pages: 3,
        columns: [
          { title: text, isNumber: false },
          { title: text, isNumber: true },
        ],
        zones: [{ id: text, name: text, plan: 'enterprise', cells: [stateInShort('start'), 0] }],
        requests: [request(text)],
      }),
  ],
  ['the requests', (text) => requestsPage([request(text)])],
  ['a notice', (text) => noticePage(text, text)],
  [
    'a zone',
    (text) =>
      zonePage({
        id: text,
        name: text,
        plan: 'enterprise',
        sections: [
          migrationSection({
            current: { state: 'start' },
            validationOffered: true,
            previousVersion: 'enabled',
            newVersion: 'disabled',
          }),
          fieldsSection({
            limit: { names: 40, over: 'all lists' },
            lists: [
              {
                title: text,
                fields: [
                  { name: text, enabled: true, everyInstance: true },
                  { name: text, enabled: false, everyInstance: false },
                ],
              },
            ],
            ruleset: { id: text, version: text, lastUpdated: text },
          }),
          jobsSection([
            {
              id: 1,
              name: text,
              dataset: text,
              enabled: true,
              destination: text,
              health: { kind: 'failing', at: text, message: text },
              fields: [text, text],
              waiting: 2,
            },
          ]),
          managedRulesSection([
            {
              action: text,
              enabled: false,
              description: text,
              expression: text,
              executes: text,
              parameters: text,
            },
          ]),
          previousWafSection({
            enabled: true,
            core: { sensitivity: 'high', actionMode: 'block' },
            groupsOff: [text],
            rulesSet: [text],
            uriOverrides: [{ scope: text, effect: text, active: true }],
            bypassRules: [{ scope: text, effect: text, active: false }],
            pageRules: [{ scope: text, effect: text, active: true }],
          }),
          deliveriesSection({
            files: [
              {
                number: 1,
                destination: text,
                name: text,
                at: text,
                entries: {
                  shown: [
                    { kind: 'text', text },
                    { kind: 'members', members: [{ name: text, value: [{ name: text, value: text }] }] },
                  ],
                  more: 1,
                },
              },
            ],
            older: 1,
          }),
        ],
      }),
  ],
];

function request(text: string) {
  return { number: 1, at: text, method: text, path: text, operation: text, status: 200, fault: text };
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

describe('hostile texts from outside', () => {
  it.each(PAGES)('are nothing but text in %s', (_name, render) => {
    const escaped = HOSTILE.replace(/[&<>"']/g, (mark) => ESCAPES[mark] ?? '');
    const inAddress = new URLSearchParams({ q: HOSTILE }).toString().slice('q='.length);
    const page = String(render(HOSTILE))
      .replaceAll('<wbr>', '')
      .replaceAll(escaped, 'x')
      .replaceAll(inAddress, 'x');
    expect(page).toBe(String(render('x')).replaceAll('<wbr>', ''));
  });
});
