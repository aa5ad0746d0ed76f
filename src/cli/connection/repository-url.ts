import { usageFailure } from '../program/failure.ts';

const defaultPath = '/edu-sharing/rest';

/** The path of a page of the repository's front end, which people copy from their browser. */
const pagePath = /^\/edu-sharing(?:\/|$)(?!(?:[^/]+\/)*rest(?:\/|$))/;

/** Parses the address of a repository. Without a path, or for a page of the front end, the path becomes the default path. */
export function repositoryUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw usageFailure(
      `"${text}" is not the address of a repository.`,
      'It must begin with http:// or https://.',
      'Use a full address, such as http://127.0.0.1:8080/edu-sharing/rest',
    );
  }
  if (url.username !== '' || url.password !== '') {
    throw usageFailure(
      'An address must not contain a user name or a password.',
      'Other users could read the password in the process list.',
      'Set EDU_REPO_USER and EDU_REPO_PASSWORD instead, or sign in with edu-repo login',
    );
  }
  url.search = '';
  url.hash = '';
  url.pathname = url.pathname === '/' || pagePath.test(url.pathname) ? defaultPath : url.pathname.replace(/\/+$/, '');
  return url;
}

const loopback = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/** Whether others on the network can read the connection: it is plain HTTP to another machine. */
export const isUnencrypted = (url: URL): boolean => url.protocol === 'http:' && !loopback.test(url.hostname);
