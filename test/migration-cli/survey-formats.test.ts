import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv from 'ajv';
import { createColors } from 'picocolors';
import { surveyTerminalText } from '../../cli/migration/survey-formats';
import { inSuggestedOrder } from '../../cli/migration/survey-of';
import type { Survey } from '../../cli/migration/survey-model';
import { migratingZone, uriOverride, zoneIdOf } from '../e2e/migrating-zones';
import { startService } from '../support/workspace';
import { runSurvey, surveyIn, useFolder } from './running';
import { idOf, surveyOf, zone } from './surveyed-zones';

const at = useFolder();
const PROBLEM = { code: 'service_authorization', message: 'Status 403.', hint: 'Ask for the permission.' };

const schema = readFileSync(join(__dirname, '..', '..', 'docs', 'schemas', 'survey.schema.json'), 'utf8');
const validate = new Ajv({ allErrors: true }).compile(JSON.parse(schema) as object);

test('the JSON of a survey is as docs/schemas/survey.schema.json says for zones in every situation', async () => {
  const zones = [
    migratingZone('losing'),
    migratingZone('overridden', { previous: { uri_overrides: [uriOverride('6')] } }),
    migratingZone('validating', { state: 'validation' }),
    migratingZone('finished', { state: 'finished' }),
    migratingZone('secret'),
  ];
  const service = await startService({ seed: { zones } });
  service.emulator.control.faults.put([
    { match: { zoneId: zoneIdOf('secret') }, effect: { kind: 'answer', status: 403 } },
  ]);
  const out = at('schema.json');
  await runSurvey(service, { out }, [...zones.map(({ name }) => name), 'nobody.example', 'f'.repeat(32)]);
  const survey = surveyIn(out);
  expect(survey.zones.map(({ result }) => result).sort()).toEqual([
    ...['begun', 'eligible', 'finished', 'gone', 'not_eligible', 'unreadable'],
  ]);
  validate(survey);
  expect(validate.errors).toBeNull();
});

test('the terminal shows 200 zones in a few lines', () => {
  const lost = { kind: 'core_rule_set_group_override', id: '1', description: 'x' } as const;
  const zones = Array.from({ length: 200 }, (_, index) =>
    zone(`n${String(index).padStart(3, '0')}.example`, {
      id: index.toString(16).padStart(32, '0'),
      not_carried_over: index % 2 === 0 ? [lost] : [],
      ...(index % 50 === 0 ? { result: 'unreadable', state: null, digest: null, problems: [PROBLEM] } : {}),
    }),
  );
  const survey = { ...surveyOf(zones), zones: inSuggestedOrder(zones) };
  expect(surveyTerminalText(survey, createColors(false)).split('\n')).toEqual([
    '196 of 0 zones can migrate now',
    '  0 rules would be saved',
    '',
    'Can migrate and lose nothing (100)',
    '  100 not begun: n001.example, n003.example, n005.example, n007.example, n009.example and 95 more',
    '',
    'Can migrate and lose settings (96)',
    '  96 with overrides of groups of the core rule set: n002.example, n004.example, n006.example, n008.example, n010.example and 91 more',
    '      declare adjustments for what the new managed rules should do instead',
    '',
    'Could not be read (4)',
    '  4 not readable with these credentials: n000.example, n050.example, n100.example, n150.example',
    '      Ask for the permission.',
    '',
  ]);
});

/** What somebody may write into the name of a zone, a description or an answer. */
const HOSTILE = [
  '=HYPERLINK("https://evil.example")',
  '\u001b[2J\u001b]8;;https://evil.example\u0007click\u001b]8;;\u0007',
  '</p><script>alert(1)</script>',
  '`` ` ``` @everyone #1 [x](javascript:alert(1)) | **bold** <!-- -->',
  '\u202egnp.exe\u2066',
  'two\nlines\r\n| cell |',
  '\u2028\u2029\u0085\u009b31m\ud800',
].join(' ');

describe('hostile texts', () => {
  const problem = { code: HOSTILE, message: HOSTILE, hint: HOSTILE };
  const lost = { kind: 'page_rule_waf_off', id: '1', description: HOSTILE } as const;
  const inTheWay = { ...zone('c'), result: 'not_eligible', rules: null, digest: null } as const;
  const survey: Survey = {
    ...surveyOf([
      zone('a', { name: HOSTILE, plan: HOSTILE, reason: HOSTILE }),
      zone('b', { name: HOSTILE, not_carried_over: [lost] }),
      { ...inTheWay, name: HOSTILE, reason: HOSTILE, problems: [problem] },
      { ...inTheWay, id: idOf('d'), name: HOSTILE, result: 'unreadable', state: null, problems: [problem] },
    ]),
    service: HOSTILE,
    not_found: [{ zone: HOSTILE, ...problem }],
  };

  /** What a terminal obeys, bidirectional controls, and line ends that only Unicode has. */
  const UNPRINTABLE = /(?!\n)[\p{Cc}\p{Bidi_Control}\p{Cs}\u2028\u2029]/u;

  test.each([['the terminal', surveyTerminalText(survey, createColors(false))]])(
    'leave %s with nothing that controls it',
    (_name, text) => {
      expect(text).toContain('evil');
      expect(UNPRINTABLE.exec(text)?.[0]).toBeUndefined();
    },
  );

  test('are on one line each', () => {
    const terminal = surveyTerminalText(survey, createColors(false));
    expect(terminal.split('\n').filter((line) => !/^( {2}|[A-Z0-9]|$)/.test(line))).toEqual([]);
  });
});
