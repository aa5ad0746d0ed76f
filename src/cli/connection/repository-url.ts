import { usageFailure } from '../program/failure.ts';

/** Reads the address of a repository; one without a path gets the usual one, `/edu-sharing/rest`. */
export function repositoryUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw usageFailure(
      `«${text}» is no address of a repository.`,
      'It must begin with http:// or https://.',
      'Write it whole, such as http://127.0.0.1:8080/edu-sharing/rest',
    );
  }
  if (url.username !== '' || url.password !== '') {
    throw usageFailure(
      'An address must not carry a user name or a password.',
      'Others could read it in the list of processes.',
      'Set EDU_REPO_USER and EDU_REPO_PASSWORD instead, or sign in by edu-repo login',
    );
  }
  url.search = '';
  url.hash = '';
  url.pathname = url.pathname === '/' ? '/edu-sharing/rest' : url.pathname.replace(/\/+$/, '');
  return url;
}

const loopback = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/** Whether what is sent there can be read on the way: plain HTTP to another machine. */
export const isUnencrypted = (url: URL): boolean => url.protocol === 'http:' && !loopback.test(url.hostname);
