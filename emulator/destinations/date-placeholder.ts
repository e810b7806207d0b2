/** Fills `{DATE}` in with the UTC day, `YYYYMMDD` (docs/service.md 5.6). @param time milliseconds since the Unix epoch */
export function fillDate(text: string, time: number): string {
  return text.replaceAll('{DATE}', new Date(time).toISOString().slice(0, 10).replaceAll('-', ''));
}
