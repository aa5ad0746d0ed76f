/**
 * The address of an interface, which ends in `/rest`: completes an address without a path, or with the context path only.
 * Returns a text that explains the problem if it is not the address of a repository.
 */
export function repositoryAddress(text: string): URL | string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    return 'it must begin with http:// or https://';
  }
  if (url.username !== '' || url.password !== '') return 'it must not contain a user name or a password';
  if (url.search !== '' || url.hash !== '') return 'it must end with the path';
  const path = url.pathname.replace(/\/+$/, '');
  url.pathname = path === '' ? '/edu-sharing/rest' : path.endsWith('/rest') ? path : `${path}/rest`;
  return url;
}
