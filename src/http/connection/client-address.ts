import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

/**
 * The client address of a request, in the notation of Node.js. Empty if it is unknown, such as after a connection reset; undefined
 * for a Unix socket.
 */
export type ClientAddressOf = (request: Request) => string | undefined;

type Request = Pick<IncomingMessage, 'headers'> & { readonly socket: Pick<IncomingMessage['socket'], 'remoteAddress'> };

/** How the server listens, and which proxies it trusts. */
export interface ProxyOptions {
  /** Only the owner of the data directory can connect to the Unix socket, so no header may change the address. */
  readonly overUnixSocket: boolean;
  /** Addresses and networks of proxies whose forwarded addresses are trusted. */
  readonly trustedProxies: readonly string[];
  /** The header in which proxies forward the client address, in lower case. */
  readonly forwardedHeader: string;
}

/** Converts an IPv4-mapped IPv6 address to IPv4. */
export const unmappedAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** Whether a text is an IP address, or a network such as 10.0.0.0/8. */
export function isAddressOrNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 6 ? 128 : 32));
}

function blockListOf(addresses: readonly string[]): BlockList {
  const list = new BlockList();
  for (const each of addresses) {
    const [address = '', bits] = each.split('/');
    if (bits === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(bits), familyOf(address));
  }
  return list;
}

/** Returns a function that checks whether an address is one of these addresses, or in one of these networks. */
export function createIsListed(addressesAndNetworks: readonly string[]): (address: string) => boolean {
  const list = blockListOf(addressesAndNetworks);
  return (address) => {
    const bare = unmappedAddress(address);
    return isIP(bare) !== 0 && list.check(bare, familyOf(bare));
  };
}

/** The addresses in the forwarded header, the nearest last. Empty if the header is missing. */
function forwardedAddresses(header: string | readonly string[] | undefined): string[] {
  if (header === undefined) return [];
  return String(header)
    .split(',')
    .map((address) =>
      unmappedAddress(address.trim().replace(/^\[([^\]]+)\](?::\d+)?$|^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1$2')),
    );
}

/**
 * The address of the connection. If that is a trusted proxy, the last address in its forwarded header that is not a
 * trusted proxy, or else the first one. A value that is not an IP address, no address, and the address of the proxy itself mean
 * that the address is unknown: a client must not pass for its proxy. Other forwarded headers are ignored, because a proxy does not
 * replace what the client wrote there.
 */
export function createClientAddressOf({
  overUnixSocket,
  trustedProxies,
  forwardedHeader,
}: ProxyOptions): ClientAddressOf {
  if (overUnixSocket) return () => undefined;
  // Node.js has no address for a closed connection. It is unknown, not local.
  const addressOf = ({ socket }: Request): string => unmappedAddress(socket.remoteAddress ?? '');
  if (trustedProxies.length === 0) return addressOf;
  const isProxy = createIsListed(trustedProxies);
  return (request) => {
    const nearest = addressOf(request);
    if (!isProxy(nearest)) return nearest;
    let address = '';
    for (const hop of forwardedAddresses(request.headers[forwardedHeader]).reverse()) {
      address = isIP(hop) === 0 ? '' : hop;
      if (!isProxy(address)) break;
    }
    return address === nearest ? '' : address;
  };
}
