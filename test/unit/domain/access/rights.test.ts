import { describe, expect, test } from 'vitest';
import { isPermission } from '../../../../src/base/permission-names.ts';
import {
  accessNameOf,
  accessNames,
  accessOf,
  rightsOf,
  rightsOfPermission,
  rolesWith,
  type SingleRight,
} from '../../../../src/domain/access/rights.ts';

// Written down by hand from the published permission model of the servers in the field (its version 4.1 with the additions of
// 9.1). Nothing here is made from the code.

const everything: readonly SingleRight[] = [
  'ReadProperties',
  'ReadChildren',
  'ReadContent',
  'ReadPreview',
  'DownloadContent',
  'Comment',
  'Feedback',
  'RateRead',
  'Rate',
  'Embed',
  'WriteProperties',
  'WriteContent',
  'CheckOut',
  'ReadPermissions',
  'ChangePermissions',
  'DeleteNode',
  'DeleteChildren',
  'CreateChildren',
  'LinkChildren',
  'Relation',
  'CCPublish',
  'CCRemoveFromBasket',
  'TakeOwnership',
  'Lock',
  'Unlock',
];

const groups: Readonly<Record<string, readonly SingleRight[]>> = {
  Read: ['ReadProperties', 'ReadChildren'],
  ReadAll: ['ReadProperties', 'ReadChildren', 'ReadContent', 'ReadPreview'],
  Write: ['WriteProperties', 'WriteContent'],
  Delete: ['DeleteNode', 'DeleteChildren'],
  AddChildren: ['CreateChildren', 'LinkChildren'],
  ConsumerMetadata: ['ReadProperties', 'ReadChildren'],
  Consumer: [
    'ReadProperties',
    'ReadChildren',
    'ReadContent',
    'ReadPreview',
    'DownloadContent',
    'Comment',
    'Feedback',
    'RateRead',
    'Rate',
    'Embed',
  ],
  Editor: [
    'ReadProperties',
    'ReadChildren',
    'ReadContent',
    'ReadPreview',
    'DownloadContent',
    'Comment',
    'Feedback',
    'RateRead',
    'Rate',
    'Embed',
    'WriteProperties',
    'WriteContent',
    'CheckOut',
    'ReadPermissions',
  ],
  Contributor: [
    'ReadProperties',
    'ReadChildren',
    'ReadContent',
    'ReadPreview',
    'DownloadContent',
    'Comment',
    'Feedback',
    'RateRead',
    'Rate',
    'Embed',
    'CreateChildren',
    'LinkChildren',
    'ReadPermissions',
    'Relation',
  ],
  Collaborator: [
    'ReadProperties',
    'ReadChildren',
    'ReadContent',
    'ReadPreview',
    'DownloadContent',
    'Comment',
    'Feedback',
    'RateRead',
    'Rate',
    'Embed',
    'WriteProperties',
    'WriteContent',
    'CheckOut',
    'CreateChildren',
    'LinkChildren',
    'ReadPermissions',
    'Relation',
  ],
  ESChildManager: ['ReadChildren', 'DeleteChildren', 'CreateChildren', 'LinkChildren'],
  SetOwner: ['TakeOwnership'],
  Coordinator: everything,
  Administrator: everything,
  FullControl: everything,
  All: everything,
};

const accessOfRoles: Readonly<Record<string, string>> = {
  Read: 'Read ReadChildren',
  ReadAll: 'Read ReadPreview ReadAll ReadChildren',
  ConsumerMetadata: 'Read ReadChildren',
  Consumer: 'Read ReadPreview ReadAll Comment Embed Feedback RateRead DownloadContent ReadChildren',
  Editor: 'Read ReadPreview ReadAll Comment Embed Feedback RateRead DownloadContent ReadPermissions ReadChildren Write',
  Contributor:
    'Read ReadPreview ReadAll Comment Embed Feedback RateRead DownloadContent AddChildren ReadPermissions ReadChildren',
  Collaborator:
    'Read ReadPreview ReadAll Comment Embed Feedback RateRead DownloadContent AddChildren ReadPermissions ReadChildren Write',
  Coordinator:
    'Read ReadPreview ReadAll Comment Embed Feedback RateRead DownloadContent AddChildren ReadPermissions ' +
    'ChangePermissions ReadChildren DeleteChildren Write Delete CCPublish',
  ESChildManager: 'AddChildren ReadChildren DeleteChildren',
  Delete: 'DeleteChildren Delete',
  CCPublish: 'CCPublish',
  Rate: '',
  ReadProperties: '',
  DeleteNode: '',
};

const acceptedNames = [
  ...['All', 'Read', 'ReadPreview', 'ReadAll', 'DownloadContent', 'Comment', 'Feedback', 'Rate', 'RateRead'],
  ...['Relation', 'Write', 'Delete', 'DeleteChildren', 'DeleteNode', 'AddChildren', 'Consumer', 'ConsumerMetadata'],
  ...['Editor', 'Contributor', 'Collaborator', 'Coordinator', 'CCPublish', 'ReadPermissions', 'ChangePermissions'],
];

describe('rights', () => {
  test.each(Object.entries(groups))('%s stands for exactly its rights', (name, expected) => {
    const granted = everything.filter((right) => (rightsOfPermission(name) & rightsOf(right)) !== 0);
    expect(granted.toSorted()).toEqual([...expected].toSorted());
    expect(rightsOfPermission(name)).toBe(rightsOf(...expected));
  });

  test.each(everything)('%s stands for itself and for nothing else', (right) => {
    expect(rightsOfPermission(right)).toBe(rightsOf(right));
    expect(rightsOf(right).toString(2).replaceAll('0', '')).toBe('1');
  });

  test('of the roles below Coordinator hold no publishing, no deleting and no changing of permissions', () => {
    for (const role of ['Consumer', 'Editor', 'Contributor', 'Collaborator']) {
      for (const right of ['CCPublish', 'DeleteNode', 'DeleteChildren', 'ChangePermissions'] as const) {
        expect(rightsOfPermission(role) & rightsOf(right)).toBe(0);
      }
    }
  });

  test.each(Object.entries(accessOfRoles))('%s is shown in this order', (name, expected) => {
    expect(accessOf(rightsOfPermission(name)).join(' ')).toBe(expected);
  });

  test('are known by every name that clients send, but for the one that would do nothing', () => {
    expect(acceptedNames.filter((name) => !isPermission(name))).toEqual([]);
    for (const name of ['Deny', 'read', 'consumer', '', 'ROLE_OWNER', 'constructor', '__proto__', 'hasOwnProperty']) {
      expect(isPermission(name)).toBe(false);
      expect(rightsOfPermission(name)).toBe(0);
    }
  });
});

test('a missing right is told by a name that `access` shows, with the roles to ask for', () => {
  expect(accessNameOf('WriteProperties')).toBe('Write');
  expect(accessNameOf('ReadProperties')).toBe('Read');
  expect(accessNameOf('CreateChildren')).toBe('AddChildren');
  expect(accessNameOf('DeleteNode')).toBe('Delete');
  expect(accessNameOf('DownloadContent')).toBe('DownloadContent');
  expect(rolesWith('WriteProperties')).toEqual(['Editor', 'Collaborator', 'Coordinator']);
  expect(rolesWith('DeleteNode')).toEqual(['Coordinator']);
  for (const right of everything) expect(rolesWith(right), right).toContain('Coordinator');
  const asked: SingleRight[] = ['ReadProperties', 'WriteProperties', 'CreateChildren', 'DeleteNode', 'ReadPermissions'];
  for (const right of asked) expect(accessNames, right).toContain(accessNameOf(right));
});
