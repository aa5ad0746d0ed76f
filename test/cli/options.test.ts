import { describe, expect, test } from 'vitest';
import { understood } from './understood.ts';

const path = (...names: string[]) => ({ kind: 'path', start: '-companyhome-', names, folderOnly: false });

const cases: readonly (readonly [readonly string[], object])[] = [
  [['ls'], { address: { names: [] } }],
  [['ls', '-l', '/a'], { address: path('a') }],
  [['tree', '/a', '-L', '2'], { address: path('a'), depth: 2 }],
  [['tree'], { depth: Number.POSITIVE_INFINITY }],
  [['cat', '/a', '/b', '--content-version', '1.0'], { addresses: [path('a'), path('b')], version: '1.0' }],
  [['rm', '/a', '--purge'], { words: ['/a'], recursive: false, purge: true }],
  [['import', 'dir'], { words: ['dir'], ifExists: undefined, concurrency: 4 }],
  [
    ['import', 'dir', '/a', '--if-exists', 'version'],
    { words: ['dir', '/a'], ifExists: 'replace', versionComment: '' },
  ],
  [['import', 'dir', '--concurrency', '9', '--version-comment', 'x'], { concurrency: 9, versionComment: 'x' }],
  [
    ['cp', '-r', 'repo:/a', 'out'],
    { recursive: true, direction: { into: 'local', sources: [path('a')], target: 'out' } },
  ],
  [['cp', 'a', 'b', 'repo:/c'], { direction: { into: 'repository', sources: ['a', 'b'], target: path('c') } }],
  [
    ['cp', '-r', 'repo:/a', 'repo:/b', 'repo:/c'],
    { direction: { into: 'nodes', sources: [path('a'), path('b')], target: path('c') } },
  ],
  [
    ['cp', 'schule:/a', 'schule:/c', '--if-exists', 'skip'],
    {
      direction: { into: 'nodes', sources: [{ remote: 'schule' }], target: { remote: 'schule' } },
      chosenIfExists: 'skip',
      recursive: false,
    },
  ],
  [['mv', '/a', 'repo:/b', '/c'], { sources: [path('a'), path('b')], target: path('c') }],
  [['node', 'move', '/a', '/c'], { sources: [path('a')], target: path('c') }],
  [['node', 'copy', '/a', '/c'], { sources: [path('a')], target: path('c'), withChildren: true }],
  [['node', 'cp', '/a', '/c', '--without-children'], { withChildren: false }],
  [['node', 'revert', '/a', '1.12'], { address: path('a'), version: { major: 1, minor: 12 }, withName: false }],
  [['node', 'revert', '/a', '1.12', '--with-name'], { withName: true }],
  [['cp', 'a', 'repo:/c'], { ifExists: 'replace', recursive: false, direction: { target: path('c') } }],
  [['cp', 'a', 'schule:/c'], { direction: { into: 'repository', target: { ...path('c'), remote: 'schule' } } }],
  [
    ['cp', 'schule:~/a', 'schule:-userhome-', 'b:/c'],
    { direction: { into: 'local', sources: [{ remote: 'schule' }, { remote: 'schule' }], target: 'b:/c' } },
  ],
  [['cp', 'ab:c', 'C:/a', 'http://x/y', 'repo:/d'], { direction: { sources: ['ab:c', 'C:/a', 'http://x/y'] } }],
  [
    ['search', 'a', 'b'],
    {
      request: { query: undefined, words: 'a b', set: undefined, facets: [], sort: [] },
      slice: { limit: 10, skip: 0 },
      folder: undefined,
      sought: ' for a b',
    },
  ],
  [
    ['search', '--query', 'x OR y', '--limit', '3', '--facet', 'cm:a', '--facet', 'cm:b'],
    { request: { query: 'x OR y', facets: ['cm:a', 'cm:b'] }, slice: { limit: 3 }, sought: ' for x OR y' },
  ],
  [
    ['search', 'a', '--mds', 'schule/bilder', '--filter', 'cm:x=1', '--filter', 'cm:x=a=b', '--in', '/Mathe', '--all'],
    {
      request: {
        set: { id: 'schule', query: 'bilder' },
        filters: new Map([['cm:x', ['1', 'a=b']]]),
      },
      slice: { limit: undefined, skip: 0 },
      folder: path('Mathe'),
    },
  ],
  [
    ['search', '--mds', 'schule', '--sort', 'modified', '--sort', '-cm:x', '--sort', 'score', '--explain'],
    {
      request: {
        set: { id: 'schule', query: 'ngsearch' },
        explain: true,
        sort: [
          { property: 'cm:modified', ascending: true },
          { property: 'cm:x', ascending: false },
          { property: 'score', ascending: false },
        ],
      },
    },
  ],
  [
    ['node', 'create', '/a', 'b'],
    { parent: path('a'), type: 'ccm:io', properties: { 'cm:name': ['b'] }, renameIfExists: false },
  ],
  [
    [
      'node',
      'create',
      '/',
      'b',
      '--type',
      'ccm:map',
      '-p',
      'cm:x=1',
      '-p',
      'cm:x=2=3',
      '--aspect',
      'cm:y',
      '--rename-if-exists',
    ],
    {
      type: 'ccm:map',
      properties: { 'cm:name': ['b'], 'cm:x': ['1', '2=3'] },
      aspects: ['cm:y'],
      renameIfExists: true,
    },
  ],
  [
    ['node', 'update', '/a', '-p', 'cm:x=', '--unset', 'cm:y'],
    { properties: { 'cm:x': [''], 'cm:y': null }, versionComment: undefined },
  ],
  [['node', 'update', '/a', '--version-comment', ''], { properties: {}, versionComment: '' }],
  [
    ['node', 'upload', '/a', '-', '--comment', 'c', '--mimetype', 'text/plain'],
    { address: path('a'), file: '-', comment: 'c', mimeType: 'text/plain' },
  ],
  [['user', 'create', 'anna'], { person: 'anna', profile: {}, passwordFrom: 'question' }],
  [
    ['user', 'create', 'anna', '--first-name', 'A', '--email', 'a@b', '--generate-password'],
    { profile: { firstName: 'A', email: 'a@b' }, passwordFrom: 'generator' },
  ],
  [['user', 'get'], { person: '-me-' }],
  [['user', 'passwd'], { person: '-me-', passwordFrom: 'question' }],
  [['user', 'update', 'a', '--email', ''], { person: 'a', profile: { email: '' } }],
  [['user', 'delete', 'a', '--owner', 'b'], { person: 'a', owner: 'b' }],
  [
    ['user', 'import', 'l.csv', '--columns', 'user=A,group=B,group=C', '--group', 'x', '--group', 'y', '--parent', 'p'],
    {
      columns: new Map([
        ['user', ['A']],
        ['group', ['B', 'C']],
      ]),
      groups: ['x', 'y'],
      parent: 'p',
      passwords: undefined,
      sameNames: false,
    },
  ],
  [['group', 'add', 'g', 'a', '-'], { group: 'g', members: ['a', '-'] }],
  [['permission', 'remove', '/a', 'everyone'], { authority: 'GROUP_EVERYONE', roles: [] }],
  [
    ['login', 'ab', '--username', 'x'],
    { repository: { remote: 'ab' }, userName: 'x', passwordStdin: false, client: undefined },
  ],
  [['client', 'add', 'c', '--renew'], { id: 'c', secretFile: undefined, renew: true }],
  [
    ['permission', 'set', '/a', 'everyone', 'Consumer', 'CCPublish'],
    { change: { authority: 'GROUP_EVERYONE', roles: ['Consumer', 'CCPublish'], inherit: undefined } },
  ],
  [['permission', 'set', '/a', '--no-inherit'], { change: { authority: undefined, roles: [], inherit: false } }],
  [
    ['permission', 'set', '/a', 'anna', '--remove', '--inherit'],
    { change: { authority: 'anna', roles: [], inherit: true } },
  ],
  [['serve', '--host', '::1', '--port', '0'], { overrides: { 'server.host': '::1', 'server.port': '0' } }],
  [['serve'], { overrides: {} }],
  [['demo', '--once'], { once: true }],
];

test.each<readonly [readonly string[], boolean]>([
  [['ls'], false],
  [['ls', '-l', '/a'], true],
  [['-l', 'trash', 'list'], true],
  [['search', 'zahlen', '--long'], true],
])('%j has --long: %s', async (words, long) => {
  expect((await understood(words)).globals.long).toBe(long);
});

describe('flags become options', () => {
  test.each(cases)('%j', async (words, options) => {
    expect((await understood(words)).options).toMatchObject(options);
  });

  test('a property called __proto__ is an ordinary name and touches no prototype', async () => {
    const { options } = await understood(['node', 'update', '/a', '-p', '__proto__=x']);
    const { properties } = options as { properties: object };
    expect(Object.keys(properties)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(properties)).toBe(Object.prototype);
  });
});
