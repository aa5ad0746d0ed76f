import { lookup } from 'node:dns/promises';
import { isIP, SocketAddress } from 'node:net';
import type { Clock } from '../../ports/clock.ts';
import type { HostAddresses } from '../../ports/host-addresses.ts';

interface CachedLookup {
  readonly addresses: Promise<readonly string[]>;
  readonly expiresAt: number;
}

const lifetimeMs = 60_000;
const maxCachedLookups = 1_000;

async function lookUp(host: string): Promise<readonly string[]> {
  // One IPv6 address can be written in many ways.
  if (isIP(host) === 6) return [new SocketAddress({ address: host, family: 'ipv6' }).address];
  try {
    return (await lookup(host, { all: true })).map(({ address }) => address);
  } catch {
    // An unknown host has no addresses, so no client matches it.
    return [];
  }
}

/** Looks names up with the operating system, and caches each result for a minute. */
export function createSystemHostAddresses(clock: Clock): HostAddresses {
  const cache = new Map<string, CachedLookup>();
  return {
    of(host) {
      const now = clock.now().getTime();
      const cached = cache.get(host);
      // If an entry expires later than a lifetime from now, the clock was set back.
      if (cached !== undefined && now < cached.expiresAt && cached.expiresAt - now <= lifetimeMs)
        return cached.addresses;
      if (cache.size >= maxCachedLookups) cache.clear();
      const addresses = lookUp(host);
      cache.set(host, { addresses, expiresAt: now + lifetimeMs });
      return addresses;
    },
  };
}
