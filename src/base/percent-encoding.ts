/** Whether the percent signs of a text encode UTF-8 (RFC 3986, section 2.1), so that it can be decoded. */
export function isWellEncoded(text: string): boolean {
  try {
    // The result must be used: the bundler drops a call that it takes for one without effects.
    return decodeURIComponent(text).isWellFormed();
  } catch {
    return false;
  }
}
