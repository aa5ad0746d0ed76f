import { describe, expect, test } from 'vitest';
import { webOriginOf } from '../../../../src/domain/identity/app-entry.ts';

describe('the origin of a web page', () => {
  test.each([
    ['https://moodle.example.org', 'https://moodle.example.org'],
    ['https://moodle.example.org/', 'https://moodle.example.org'],
    ['HTTPS://Moodle.Example.org', 'https://moodle.example.org'],
    ['https://moodle.example.org:443', 'https://moodle.example.org'],
    ['http://192.0.2.1:8080', 'http://192.0.2.1:8080'],
    ['http://[2001:db8::1]:8080', 'http://[2001:db8::1]:8080'],
    ['https://schule-köln.example', 'https://xn--schule-kln-lcb.example'],
  ])('%s is %s', (text, origin) => {
    expect(webOriginOf(text)).toBe(origin);
  });

  test.each([
    '',
    '*',
    'null',
    'moodle.example.org',
    'https://',
    'https://*.example.org',
    'https://moodle.example.org/course',
    'https://moodle.example.org?a=b',
    'https://moodle.example.org/#x',
    'https://user:secret@moodle.example.org',
    'ftp://moodle.example.org',
    'file:///etc',
    'javascript:alert(1)',
  ])('%s is none', (text) => {
    expect(webOriginOf(text)).toBeUndefined();
  });
});
