import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

/**
 * Tells where a request comes from: an address as Node.js writes it; empty where it cannot be told, as of a connection
 * that has been reset; undefined for this machine's own socket.
 */
export type ClientAddressOf = (request: Request) => string | undefined;

type Request = Pick<IncomingMessage, 'headers'> & { readonly socket: Pick<IncomingMessage['socket'], 'remoteAddress'> };

/** What listens, and whom it believes. */
export interface ProxyOptions {
  /** Only who owns the data directory comes that way: nobody else's calls may be taken for theirs. */
  readonly overUnixSocket: boolean;
  /** Addresses and networks whose word of who came to them is taken. */
  readonly trustedProxies: readonly string[];
  /** The one header in which they say who came to them, in lower case. */
  readonly forwardedHeader: string;
}

/** An IPv4 address that came over an IPv6 socket, written as what it is. */
export const unmappedAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** Whether a text is an address, or a network in the form of 10.0.0.0/8. */
export function isAddressOrNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 6 ? 128 : 32));
}

function listOf(proxies: readonly string[]): BlockList {
  const list = new BlockList();
  for (const proxy of proxies) {
    const [address = '', bits] = proxy.split('/');
    if (bits === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(bits), familyOf(address));
  }
  return list;
}

/** Tells whether an address is that of a trusted proxy. */
export function createIsProxy(trustedProxies: readonly string[]): (address: string) => boolean {
  const proxies = listOf(trustedProxies);
  return (address) => {
    const bare = unmappedAddress(address);
    return isIP(bare) !== 0 && proxies.check(bare, familyOf(bare));
  };
}

/** What a proxy says of who came to it, the nearest last; empty where it says nothing. */
function forwarded(told: string | readonly string[] | undefined): string[] {
  if (told === undefined) return [];
  return String(told)
    .split(',')
    .map((address) =>
      unmappedAddress(address.trim().replace(/^\[([^\]]+)\](?::\d+)?$|^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1$2')),
    );
}

/**
 * The address of the connection; behind one of the trusted proxies what that says in its header, up to the first address
 * that is none of them. What cannot be an address is none that is known, and not the proxy's. Another header of the kind
 * is not looked at: a proxy hands on what the client wrote there.
 */
export function createClientAddressOf({
  overUnixSocket,
  trustedProxies,
  forwardedHeader,
}: ProxyOptions): ClientAddressOf {
  if (overUnixSocket) return () => undefined;
  // Node forgets the address of a connection that is gone: that does not make it one from this machine.
  const addressOf = ({ socket }: Request): string => unmappedAddress(socket.remoteAddress ?? '');
  if (trustedProxies.length === 0) return addressOf;
  const isProxy = createIsProxy(trustedProxies);
  return (request) => {
    let peer = addressOf(request);
    for (const hop of forwarded(request.headers[forwardedHeader]).reverse()) {
      if (!isProxy(peer)) return peer;
      peer = isIP(hop) === 0 ? '' : hop;
    }
    return peer;
  };
}
