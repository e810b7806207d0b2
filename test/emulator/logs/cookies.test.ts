import { cookiesOf } from '../../../emulator/logs/traffic';

describe('cookies of a request', () => {
  it.each([
    ['none', '', {}],
    ['one', 'a=1', { a: '1' }],
    ['two', 'a=1; b=2', { a: '1', b: '2' }],
    ['two without a space', 'a=1;b=2', { a: '1', b: '2' }],
    ['names that differ in case', 'a=1; A=2', { a: '1', A: '2' }],
    ['a value with an equals sign', 'a=b=c==', { a: 'b=c==' }],
    ['a quoted value', 'a="b c"', { a: '"b c"' }],
    ['an empty value', 'a=; b=2', { a: '', b: '2' }],
    ['spaces around', ' a = 1 ;\tb=2 ', { a: '1', b: '2' }],
    ['what is no pair', 'a; ; b=2;', { b: '2' }],
  ])('reads %s', (_name, value, cookies) => {
    expect(cookiesOf([['cookie', value]])).toEqual(Object.entries(cookies));
  });

  it('reads every Cookie line and a repeated name, and nothing else', () => {
    const lines = [
      ['cookie', 'a=1; a=2'],
      ['set-cookie', 'b=2'],
      ['cookie', 'c=3'],
    ] as const;
    expect(cookiesOf(lines)).toEqual([
      ['a', '1'],
      ['a', '2'],
      ['c', '3'],
    ]);
  });
});
