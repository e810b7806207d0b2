import { oneLine, render, type Phrase } from '../../phrase';

/** A text in HTML, in an element or in a quoted attribute. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (each) => `&#${each.charCodeAt(0)};`);
}

/** A phrase as HTML. Foreign texts stand apart, so that text from right to left does not reorder the sentence. */
export function html(phrase: Phrase): string {
  return render(phrase, (foreign) => `<bdi>${escaped(oneLine(foreign))}</bdi>`, escaped);
}
