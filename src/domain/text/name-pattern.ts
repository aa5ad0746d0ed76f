import { foldedForms } from './folding.ts';

/** Whether one of these texts has what a pattern looks for. */
export type NameMatch = (...texts: readonly string[]) => boolean;

function hasInOrder(text: string, parts: readonly string[]): boolean {
  let from = 0;
  for (const part of parts) {
    const found = text.indexOf(part, from);
    if (found < 0) return false;
    from = found + part.length;
  }
  return true;
}

/**
 * Looks for a pattern anywhere in a text; case, accents and written-out umlauts make no difference. `*` stands for any
 * letters, so that nothing but `*`, or nothing at all, is found in every text.
 */
export function nameMatch(pattern: string): NameMatch {
  const parts = pattern.split('*').filter((part) => part !== '');
  if (parts.length === 0) return () => true;
  // Each form is looked for in the like form: a pattern may begin in the middle of a written-out umlaut.
  const forms = parts.map(foldedForms);
  const wanted = [0, 1].map((form) => forms.map((texts) => texts[form] ?? ''));
  return (...texts) =>
    texts.some((text) => foldedForms(text).some((folded, form) => hasInOrder(folded, wanted[form] ?? [])));
}
