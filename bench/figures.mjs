/** Statistics of measured values, and how they are printed. */

export function minimum(values) {
  return Math.min(...values);
}

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return (sorted[Math.floor(middle)] + sorted[Math.ceil(middle) - 1]) / 2;
}

/** A number with this many decimal places; empty for what was not measured. */
export function shown(value, digits = 0) {
  return value === undefined || Number.isNaN(value) ? '' : value.toFixed(digits);
}

/** A table as text: the first row is the head, and the first column is left-aligned. */
export function tableText(title, rows) {
  const widths = rows[0].map((_cell, column) => Math.max(...rows.map((row) => row[column].length)));
  const lines = [rows[0], widths.map((width) => '-'.repeat(width)), ...rows.slice(1)].map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column])))
      .join('  ')
      .trimEnd(),
  );
  return [title, '', ...lines].join('\n');
}

/**
 * A claim with its limit, as `checks` of a part list them.
 *
 * @param show writes a value with its unit
 */
export function atMost(name, value, limit, show) {
  return { kept: value <= limit, text: `${name}: ${show(value)}, at most ${show(limit)}` };
}
