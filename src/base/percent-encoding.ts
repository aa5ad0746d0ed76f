/** Whether the percent signs of a text encode UTF-8 (RFC 3986, section 2.1), so that it can be decoded. */
export function isWellEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
