/** Replaces line breaks and control characters by spaces, so that a text cannot begin another header or line. */
export const singleLine = (text: string): string => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
