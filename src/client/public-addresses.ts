import { type LookupAddress, lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { networkInterfaces } from 'node:os';

/** IPv4 addresses that are not public (RFC 6890). */
const specialIpv4: readonly (readonly [network: string, bits: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];

/** Addresses in 2000::/3 that are not public, or have an IPv4 address in them. */
const specialIpv6: readonly (readonly [network: string, bits: number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const special = new BlockList();
for (const [network, bits] of specialIpv4) special.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of specialIpv6) special.addSubnet(network, bits, 'ipv6');

// All public IPv6 addresses are in this network. IPv4 addresses in IPv6 notation (::ffff:0:0/96, 64:ff9b::/96) are not.
const publicIpv6 = new BlockList();
publicIpv6.addSubnet('2000::', 3, 'ipv6');

/** Whether an IP address is one of the internet, and not one of this machine. */
export function isPublicAddress(address: string): boolean {
  const own = Object.values(networkInterfaces()).flatMap((interfaces) => interfaces ?? []);
  if (own.some((each) => each.address === address)) return false;
  if (isIP(address) === 4) return !special.check(address, 'ipv4');
  // A zone, as in fe80::1%eth0, is only in addresses of a local network.
  if (isIP(address) !== 6 || address.includes('%')) return false;
  return publicIpv6.check(address, 'ipv6') && !special.check(address, 'ipv6');
}

/** The error for a host that must not be called. */
export type Refusal = (host: string) => Error;

/** Throws the refusal for the host of a URL that is an IP address which is not public. Names are checked by `publicLookup`. */
export function requirePublicHost(host: string, refusal: Refusal): void {
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw refusal(host);
}

/**
 * Resolves a name to its public addresses, as `node:dns` does. The connection uses these addresses, so a name that
 * resolves to others a moment later changes nothing. Fails with the refusal if there are only others.
 */
export const publicLookup =
  (refusal: Refusal): LookupFunction =>
  (host, options, callback) => {
    lookup(host, { ...options, all: true }, (error, found: LookupAddress[]) => {
      const usable = error === null ? found.filter(({ address }) => isPublicAddress(address)) : [];
      const [first] = usable;
      if (first === undefined) callback(error ?? refusal(host), '', 0);
      else if (options.all === true) callback(null, usable);
      else callback(null, first.address, first.family);
    });
  };
