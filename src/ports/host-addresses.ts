/** Tells where hosts are. */
export interface HostAddresses {
  /**
   * The addresses of a name, IPv4 or IPv6 as Node.js writes them; of an address itself, that address. None where the
   * name is not known, or cannot be looked up now. An answer may be a minute old.
   */
  of(host: string): Promise<readonly string[]>;
}
