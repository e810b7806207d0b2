import { oneForm, optionsIn } from '../../../../provider-shim/resources/logpush-job/log-options';

test.each([
  ['the typed one', 'fields=RayID&sample=0.5', 'options'],
  [
    'the text, which has an option that the typed one cannot have',
    'fields=RayID&CVE-2021-44228=true',
    'logpull_options',
  ],
  ['the text, which cannot be parsed', 'fields=RayID&strange=1', 'logpull_options'],
  ['neither, where no field is named', '', undefined],
])('a generated configuration of a job has %s', (_case, text, kept) => {
  const both = { logpull_options: text, options: optionsIn(text) };
  const neither = { logpull_options: null, options: null };
  expect(oneForm(both)).toEqual(kept ? { ...neither, [kept]: both[kept as keyof typeof both] } : neither);
});

test('a job with output options alone stays as it is', () => {
  const settings = { logpull_options: null, options: null };
  expect(oneForm(settings)).toBe(settings);
});
