/** Resolves host names. */
export interface HostAddresses {
  /**
   * The IPv4 and IPv6 addresses of a name, as Node.js formats them. An address resolves to itself. Empty if the name is
   * unknown or cannot be resolved now. Results may be a minute old.
   */
  of(host: string): Promise<readonly string[]>;
}
