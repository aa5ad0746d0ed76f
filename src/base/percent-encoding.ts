/** Whether the percent signs of a text encode UTF-8 (RFC 3986, section 2.1), so that it can be decoded. */
export function isWellEncoded(text: string): boolean {
  try {
    // The result must be used: the bundler drops a call that it takes for one without effects.
    return decodeURIComponent(text).isWellFormed();
  } catch {
    return false;
  }
}

/**
 * Whether the values of a query or of an urlencoded form are in UTF-8. A percent sign that is not followed by two hexadecimal
 * digits stands for itself, because parsers of queries take it so.
 */
export const hasUtf8Values = (query: string): boolean =>
  !query.includes('%') || isWellEncoded(query.replaceAll(/%(?![\da-f]{2})/gi, '%25'));
