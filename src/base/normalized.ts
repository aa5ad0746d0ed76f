type Form = 'NFC' | 'NFD' | 'NFKC' | 'NFKD';

/** As in the stream-safe format of Unicode (UAX 15): no language puts more marks on a letter. */
const tooManyMarks = /\p{M}{31}/u;
/** Letters with up to 30 marks behind them, and 30 of the marks that follow. */
const pieces = /\P{M}+\p{M}{0,30}|\p{M}{1,30}/gu;

/**
 * A text in a normal form of Unicode, in a time that grows with its length. `String.normalize` sorts the marks on a letter,
 * and the time of that grows with the square of their number: 1 MB of marks takes it minutes. Here the marks beyond 30 in a
 * row are sorted 30 at a time.
 */
export function normalized(text: string, form: Form): string {
  if (!tooManyMarks.test(text)) return text.normalize(form);
  return text.replaceAll(pieces, (piece) => piece.normalize(form));
}
