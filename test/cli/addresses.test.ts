import { describe, expect, test } from 'vitest';
import {
  locatedAddress,
  parentAddress,
  parseNodeAddress,
  writeNodeAddress,
} from '../../src/cli/node-arguments/address.ts';

const id = '0d1e2f3a-4b5c-4d6e-8f70-8192a3b4c5d6';

describe('a node address', () => {
  test.each([
    [id, { kind: 'id', id }],
    [id.toUpperCase(), { kind: 'id', id }],
    [`repo:${id}`, { kind: 'id', id }],
    ['-userhome-', { kind: 'id', id: '-userhome-' }],
    ['/', { kind: 'path', start: '-companyhome-', names: [], folderOnly: true }],
    ['~', { kind: 'path', start: '-userhome-', names: [], folderOnly: false }],
    ['/a b/c', { kind: 'path', start: '-companyhome-', names: ['a b', 'c'], folderOnly: false }],
    ['~/Entwürfe/', { kind: 'path', start: '-userhome-', names: ['Entwürfe'], folderOnly: true }],
    ['repo:/a//b', { kind: 'path', start: '-companyhome-', names: ['a', 'b'], folderOnly: false }],
    ['repo:', { kind: 'path', start: '-companyhome-', names: [], folderOnly: true }],
    ['schule:', { remote: 'schule', kind: 'path', start: '-companyhome-', names: [], folderOnly: true }],
    ['repo:~/x', { kind: 'path', start: '-userhome-', names: ['x'], folderOnly: false }],
    ['/repo:x', { kind: 'path', start: '-companyhome-', names: ['repo:x'], folderOnly: false }],
    [`repo:${id}/a/b/`, { kind: 'path', start: id, names: ['a', 'b'], folderOnly: true }],
    [`${id}/`, { kind: 'path', start: id, names: [], folderOnly: true }],
  ])('%s', (text, address) => {
    expect(parseNodeAddress(text)).toEqual(address);
  });

  test.each(['', 'Mathe', 'C:', 'repo:Mathe', '~anna', '-x', `${id}0`, './a'])('«%s» is none', (text) => {
    expect(() => parseNodeAddress(text)).toThrow('is not the address of a node');
  });

  test.each(['/a/../b', '/.', '~/..'])('%s has no meaning, as there is no current folder', (text) => {
    expect(() => parseNodeAddress(text)).toThrow('is not the address of a node');
  });

  test('keeps both Unicode forms of a name apart', () => {
    const composed = parseNodeAddress(`/${'ü'.normalize('NFC')}`);
    const decomposed = parseNodeAddress(`/${'ü'.normalize('NFD')}`);
    expect(composed).not.toEqual(decomposed);
  });

  test.each(['/', '/a/b', '~', '~/a', '-userhome-', id, `${id}/a`])('%s is written as it was read', (text) => {
    expect(writeNodeAddress(parseNodeAddress(text))).toBe(text);
  });

  test('knows the folder above, where there is one', () => {
    expect(parentAddress(parseNodeAddress('/a/b'))).toMatchObject({ names: ['a'] });
    expect(parentAddress(parseNodeAddress('/'))).toBeUndefined();
    expect(parentAddress(parseNodeAddress(id))).toBeUndefined();
  });

  test('is told from a local path by its prefix alone', () => {
    const remoteOf = (text: string) => {
      const placed = locatedAddress(text);
      return placed === undefined ? 'local' : (placed.remote ?? 'chosen');
    };
    expect(['repo:/a', 'repo:~', './repo:/a', '/a', '~/a'].map(remoteOf)).toEqual([
      'chosen',
      'chosen',
      'local',
      'local',
      'local',
    ]);
    const remotes = ['schule:/a', 'schule:~/a', 'schule:-userhome-', 'schule:'];
    expect(remotes.map(remoteOf)).toEqual(remotes.map(() => 'schule'));
    const locals = ['schule:a', 'schule:~a', 'C:/a', 'C:', 'https://a', './schule:/a', './schule:', 'a b:/c'];
    expect(locals.map(remoteOf)).toEqual(locals.map(() => 'local'));
    expect(() => locatedAddress('repo:x')).toThrow('is not the address of a node');
  });
});
