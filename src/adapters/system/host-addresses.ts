import { lookup } from 'node:dns/promises';
import { isIP, SocketAddress } from 'node:net';
import type { Clock } from '../../ports/clock.ts';
import type { HostAddresses } from '../../ports/host-addresses.ts';

interface Answer {
  readonly addresses: Promise<readonly string[]>;
  readonly until: number;
}

/** In milliseconds. */
const lifetime = 60_000;
const mostAnswers = 1_000;

async function lookedUp(host: string): Promise<readonly string[]> {
  // One IPv6 address can be written in many ways.
  if (isIP(host) === 6) return [new SocketAddress({ address: host, family: 'ipv6' }).address];
  try {
    return (await lookup(host, { all: true })).map(({ address }) => address);
  } catch {
    // Whoever is not known is nowhere: nobody calls from there.
    return [];
  }
}

/** Asks the operating system, and keeps each answer for a minute. */
export function createSystemHostAddresses(clock: Clock): HostAddresses {
  const answers = new Map<string, Answer>();
  return {
    of(host) {
      const now = clock.now().getTime();
      const known = answers.get(host);
      // Further off than a lifetime: the clock was set back.
      if (known !== undefined && now < known.until && known.until - now <= lifetime) return known.addresses;
      if (answers.size >= mostAnswers) answers.clear();
      const addresses = lookedUp(host);
      answers.set(host, { addresses, until: now + lifetime });
      return addresses;
    },
  };
}
