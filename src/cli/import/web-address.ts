/** An address that a browser can open; undefined for other texts. */
export const webAddress = (text: string): string | undefined =>
  /^https?:\/\/[^\s/]/i.test(text.trim()) && URL.canParse(text.trim()) ? text.trim() : undefined;
