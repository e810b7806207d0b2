/** Whether an answer of this status has a body; the Fetch API refuses one on these. */
export function hasBody(status: number): boolean {
  return status !== 204 && status !== 205 && status !== 304;
}
