type Form = 'NFC' | 'NFD' | 'NFKC' | 'NFKD';

/** More than 30 marks in a row, the limit of the stream-safe text format (UAX 15). No language needs more on a letter. */
const tooManyMarks = /\p{M}{31}/u;
/** Letters with up to 30 marks, or up to 30 further marks. */
const segments = /\P{M}+\p{M}{0,30}|\p{M}{1,30}/gu;

/**
 * A text in a Unicode normalization form, in linear time. `String.normalize` sorts the marks on a letter in quadratic time:
 * 1 MB of marks takes it minutes. This function sorts marks beyond 30 in a row in groups of 30.
 */
export function normalized(text: string, form: Form): string {
  if (!tooManyMarks.test(text)) return text.normalize(form);
  return text.replaceAll(segments, (segment) => segment.normalize(form));
}

/** The Unicode forms in which a name may be stored: as written, composed, and decomposed, without duplicates. */
export const unicodeForms = (name: string): readonly string[] => [
  ...new Set([name, normalized(name, 'NFC'), normalized(name, 'NFD')]),
];

/** The form in which two spellings of a user name are equal: composed (Unicode NFC), and without upper and lower case. */
export const foldedName = (name: string): string => normalized(normalized(name, 'NFC').toLowerCase(), 'NFC');
