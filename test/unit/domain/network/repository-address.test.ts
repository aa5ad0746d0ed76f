import { describe, expect, test } from 'vitest';
import { repositoryAddress } from '../../../../src/domain/network/repository-address.ts';

describe('the address of a repository', () => {
  test.each([
    ['https://repo.example.org', 'https://repo.example.org/edu-sharing/rest'],
    ['https://repo.example.org/', 'https://repo.example.org/edu-sharing/rest'],
    ['http://127.0.0.1:8080/edu-sharing', 'http://127.0.0.1:8080/edu-sharing/rest'],
    ['http://127.0.0.1:8080/edu-sharing/rest/', 'http://127.0.0.1:8080/edu-sharing/rest'],
    ['http://[::1]:8080/rest', 'http://[::1]:8080/rest'],
  ])('%s is completed', (text, href) => {
    expect(String(repositoryAddress(text))).toBe(href);
  });

  test.each([
    '',
    'x',
    'ftp://x',
    'file:///etc/passwd',
    'javascript:1',
    'http://a@x',
    'http://a:b@x',
    'http://x?y',
    'http://x#y',
  ])('%s is refused with a reason', (text) => {
    expect(repositoryAddress(text)).toMatch(/^it must /);
  });
});
