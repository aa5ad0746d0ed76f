/** A text for a message, cut to at most `maxLength` UTF-16 code units. */
export const clipped = (text: string, maxLength = 100): string =>
  text.length > maxLength ? `${text.slice(0, maxLength)}…`.toWellFormed() : text;
