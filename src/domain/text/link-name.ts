/** The maximum size of the name, in bytes of UTF-8. Before the exact cut, the name is cut to as many UTF-16 code units. */
const maxLength = 255;

function readable(address: string): string {
  try {
    const { host, pathname, search } = new URL(address);
    return decodeURI(`${host}${pathname}${search}`);
  } catch {
    // The URL is invalid or cannot be decoded, so everything after its scheme is used unchanged.
    return address.replace(/^[A-Za-z][\w+.-]*:\/\//, '');
  }
}

function cut(name: string): string {
  let rest = [...name.slice(0, maxLength)];
  while (Buffer.byteLength(rest.join('')) > maxLength) rest = rest.slice(0, -1);
  return rest.join('');
}

/**
 * A name for a node that links to this URL: host, path and query, with `_` for each `/`. The result is always a valid node
 * name (`nodeNameProblem`). Does not access the network.
 */
export function nameOfLink(address: string): string {
  const plain = readable(address.trim().slice(0, 4 * maxLength))
    .toWellFormed()
    .replace(/\p{Cc}/gu, '')
    .replace(/\/+$/, '')
    .replaceAll('/', '_');
  const name = cut(plain).toWellFormed();
  return /^\.{0,2}$/.test(name) ? 'Link' : name;
}
