/** A piece of a record template: text, or the place of a field. */
export type TemplatePart = { readonly text: string } | { readonly field: string };

/** `{{.Field}}`, `{{"text"}}`, `` {{`text`}} `` or `{{/* comment *\/}}`: the actions that a template may have. */
const ACTION =
  /\{\{\s*(?:\.(?<field>\w+)|(?<quoted>"(?:[^"\\]|\\.)*")|`(?<raw>[^`]*)`|\/\*[^]*?\*\/)\s*\}\}/g;

/** The parts of a record template, a subset of Go's text/template (docs/service.md 5.4). What is no action is text. */
export function templateParts(template: string): readonly TemplatePart[] {
  const parts: TemplatePart[] = [];
  let end = 0;
  for (const match of template.matchAll(ACTION)) {
    if (match.index > end) parts.push({ text: template.slice(end, match.index) });
    end = match.index + match[0].length;
    const { field, quoted, raw } = match.groups ?? {};
    if (field !== undefined) parts.push({ field });
    else if (quoted !== undefined) parts.push({ text: unquote(quoted) });
    else if (raw !== undefined) parts.push({ text: raw });
  }
  if (end < template.length) parts.push({ text: template.slice(end) });
  return parts;
}

/** The text of a constant. Go's escapes beyond those of JSON stay as they are. */
function unquote(quoted: string): string {
  try {
    return JSON.parse(quoted) as string;
  } catch {
    return quoted.slice(1, -1);
  }
}
