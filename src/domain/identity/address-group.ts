/** The number of 16-bit groups of an IPv6 address that name the network. Its owner chooses the others freely. */
const networkGroups = 4;

/** The address for rate limits: an IPv4 address itself, or the /64 network of an IPv6 address. */
export function addressGroup(address: string): string {
  if (!address.includes(':')) return address;
  const [front = '', back] = address.toLowerCase().replace(/%.*$/, '').split('::');
  const before = front === '' ? [] : front.split(':');
  const after = back === undefined || back === '' ? [] : back.split(':');
  const zeros = back === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const groups = [...before, ...Array<string>(zeros).fill('0'), ...after];
  return `${groups.slice(0, networkGroups).join(':')}::/64`;
}
