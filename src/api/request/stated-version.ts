/** How existing clients write "the current version". */
const currentVersion = new Set(['', '0', '-1', 'null']);

/** The version that a client states; undefined for the current one. */
export const statedVersion = (text: string | null | undefined): string | undefined =>
  text == null || currentVersion.has(text) ? undefined : text;
