/** Groups of an IPv6 address that name a network; the rest of it is for its owner to choose. */
const networkGroups = 4;

/**
 * What stands for everybody who can choose an address like this one: an IPv4 address itself, of an IPv6 address its
 * network of 64 bits.
 */
export function addressGroup(address: string): string {
  if (!address.includes(':')) return address;
  const [front = '', back] = address.toLowerCase().replace(/%.*$/, '').split('::');
  const before = front === '' ? [] : front.split(':');
  const after = back === undefined || back === '' ? [] : back.split(':');
  const zeros = back === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const groups = [...before, ...Array<string>(zeros).fill('0'), ...after];
  return `${groups.slice(0, networkGroups).join(':')}::/64`;
}
