/** Fills `{DATE}` in with the UTC day, `YYYYMMDD` (facts 1.6). @param time milliseconds since the Unix epoch */
export function fillDate(text: string, time: number): string {
  return text.replaceAll('{DATE}', new Date(time).toISOString().slice(0, 10).replaceAll('-', ''));
}
