const longest = 255;

function readable(address: string): string {
  try {
    const { host, pathname, search } = new URL(address);
    return decodeURI(`${host}${pathname}${search}`);
  } catch {
    // No address of the usual form, or one that cannot be decoded: then it is shown as it stands.
    return address.replace(/^[A-Za-z][\w+.-]*:\/\//, '');
  }
}

function cut(name: string): string {
  let rest = [...name.slice(0, longest)];
  while (Buffer.byteLength(rest.join('')) > longest) rest = rest.slice(0, -1);
  return rest.join('');
}

/**
 * A name for a node that links to this address: host and path, with `_` where the address has `/`. It can always be the
 * name of a node (`nodeNameProblem`). Nothing is asked of the network.
 */
export function nameOfLink(address: string): string {
  const plain = readable(address.trim().slice(0, 4 * longest))
    .toWellFormed()
    .replace(/\p{Cc}/gu, '')
    .replace(/\/+$/, '')
    .replaceAll('/', '_');
  const name = cut(plain).toWellFormed();
  return /^\.{0,2}$/.test(name) ? 'Link' : name;
}
