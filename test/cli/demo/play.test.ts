import { summary } from '../../../cli/demo/play';

test('the summary of the demo has the time of each step and counts the requests', () => {
  const played = [
    { title: 'Plan', milliseconds: 1234 },
    { title: 'Plan again', milliseconds: 66 },
  ];
  expect(summary(played, [{ method: 'GET' }, { method: 'PUT' }, { method: 'GET' }])).toEqual([
    '  Plan          1.2 s',
    '  Plan again    0.1 s',
    '  Total         1.3 s',
    '',
    '  3 API requests: 2 GET, 1 PUT',
  ]);
});
