const protocols = new Set(['https:', 'http:', 'mailto:']);

/** The address as a link has it; undefined if a report must not link to it. */
export function linkAddress(text: string): string | undefined {
  const address = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
  return address !== undefined && protocols.has(address.protocol) ? address.href : undefined;
}
