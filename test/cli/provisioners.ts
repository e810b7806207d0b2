/** Provisioners as the engine accepts them, each of which runs a command; the word is after `@`. */
export function blocksThatRun(command: string): Readonly<Record<string, string>> {
  const body = `\n    command = "${command}"\n  }`;
  return {
    'as it is written': `@provisioner "local-exec" {${body}`,
    'on one line': `@provisioner "local-exec" { command = "${command}" }`,
    'without quotation marks': `@provisioner local-exec {${body}`,
    'without spaces': `@provisioner"local-exec"{${body}`,
    'with tabs': `\t@provisioner\t\t"local-exec"\t{${body}`,
    'with a comment between': `@provisioner /* a */ "local-exec" /**/ {${body}`,
    'with a comment of several lines between': `@provisioner /* {\n" */ "local-exec" {${body}`,
    'with a comment in place of the space': `@provisioner/**/local-exec {${body}`,
    'after a comment on its line': `/* a\n  " */ @provisioner "local-exec" {${body}`,
    'with an escape in its label': `@provisioner "local\\u002dexec" {${body}`,
  };
}

/** Where `@` is in a text, and the text without it. */
export function marked(text: string): { readonly text: string; readonly line: number } {
  return { text: text.replace('@', ''), line: text.slice(0, text.indexOf('@')).split('\n').length };
}
