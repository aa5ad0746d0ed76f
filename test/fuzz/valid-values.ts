import fc from 'fast-check';
import { tokenForm } from './identities.ts';

type Text = fc.Arbitrary<string>;

const index = fc.nat({ max: 999 });

/** Some thing of a pool, by the id that stands at `part`. */
const some = (pool: string, part = 0): Text => index.map((at) => `{${pool}.${part}:${at}}`);

/** Two ids of the same entry have to come from the same draw: so many entries are taken by turns. */
const one = (...values: string[]): Text => fc.constantFrom(...values);

const words = one('Bruch', 'Blatt', 'kürzen', 'Mathematik', 'a', '*');

/** What goes for a parameter of this name in every operation, unless the operation has its own. */
const common: Readonly<Record<string, Text>> = {
  repository: one('-home-'),
  application: some('applications'),
  client: some('clients'),
  pattern: words,
  person: fc.oneof(some('people'), one('-me-', 'anna')),
  userId: one('anna', 'carla'),
  collection: some('collections'),
  node: fc.oneof({ weight: 3, arbitrary: some('files') }, { weight: 1, arbitrary: some('folders') }),
  group: some('groups'),
  member: some('people'),
  organization: some('organizations'),
  metadataset: one('-default-', 'default'),
  query: words,
  widget: one('cclom:general_keyword', 'ccm:taxonid'),
  caption: one('Bruchrechnung'),
  icon: some('icons'),
  major: one('1'),
  minor: one('0', '1'),
  user: one('-me-', 'anna'),
  from: some('files'),
  nodeId: some('files'),
  nodeIds: some('files'),
  archivedNodeIds: some('archived'),
  type: one('ccm:io', 'ccm:map'),
  aspects: one('cm:versionable', 'ccm:commonlicenses'),
  target: one('-userhome-'),
  scope: one('MY', 'CUSTOM'),
  source: some('files'),
  name: one('{fresh}'),
  path: one('Blatt 1.txt', 'Blatt 2.txt'),
  below: some('folders'),
  parent: some('groups'),
  folder: some('folders'),
  owner: one('anna'),
  password: one('Passwort {fresh}'),
  commentReference: some('comments'),
  property: one('cclom:title', 'cclom:general_keyword'),
  value: words,
  comparator: one('='),
  contentType: one('FILES', 'ALL'),
  facets: one('cclom:general_keyword', 'cm:creator'),
  facettes: one('cclom:general_keyword'),
  filter: one('files', 'folders'),
  lucene: one('*:*'),
  list: one('ccm:taxonid=fuzz'),
  id: one('fuzz-set'),
  mimetype: one('text/plain', 'image/png'),
  maxItems: one('0', '1', '10', '500'),
  skipCount: one('0', '1', '10'),
  sortProperties: one('cm:name'),
  propertyFilter: one('-all-', 'cm:name', 'cclom:title'),
  protocol: one('workspace'),
  store: one('SpacesStore'),
  version: one('1.0', '1.1'),
  versionComment: words,
  Range: one('bytes=0-3', 'bytes=-4'),
  'If-Range': one('"x"'),
  'If-None-Match': one('"x"'),
};

/** Where an operation needs something else than others do. */
const ofOperation: Readonly<Record<string, Readonly<Record<string, Text>>>> = {
  addOAuthClient: { client: one('{fresh}') },
  addReference: { node: some('files') },
  copyNode: { node: fc.oneof(some('folders'), one('-userhome-')), source: some('files') },
  countBySet: { query: one('ngsearch') },
  createCollection: { collection: fc.oneof(some('collections'), one('-root-')) },
  createGroup: { group: one('{fresh}') },
  createNode: { node: fc.oneof(some('folders'), one('-userhome-')) },
  createPerson: { person: one('{fresh}') },
  deleteCollection: { collection: some('unusedCollections') },
  deleteComment: { node: some('comments') },
  deleteGroup: { group: some('unusedGroups') },
  deleteNode: { node: some('unused') },
  deletePerson: { person: some('people') },
  editComment: { node: some('comments') },
  getValuesForKeys: { query: one('ngsearch') },
  hasAccessToScope: { scope: one('safe') },
  listChildren: { node: fc.oneof(some('folders'), one('-userhome-', '-root-')) },
  listCollectionChildren: { collection: fc.oneof(some('collections'), one('-root-')) },
  listCollections: { collection: fc.oneof(some('collections'), one('-root-')) },
  listReferences: { collection: fc.oneof(some('collections'), one('-root-')) },
  moveNode: { node: fc.oneof(some('folders'), one('-userhome-')), source: some('unused') },
  putOrganization: { organization: one('{fresh}') },
  resolvePath: { node: one('{folders.0:0}') },
  revertVersion: { node: some('files'), minor: one('1') },
  getVersion: { node: some('files') },
  searchBySet: { query: one('ngsearch') },
  searchBySetAsPOST1: { query: one('ngsearch') },
  syncImported: { group: one('fuzz'), match: one('ccm:replicationsourceid'), groupBy: one('ccm:replicationsource') },
  copyMetadata: { node: some('files') },
  copyMetadataAsPOST1: { node: some('files') },
  setCollectionIcon: { mimetype: one('image/png') },
  setPersonCredential: { person: some('people') },
  setTextContent: { node: some('files'), mimetype: one('text/plain') },
  suggestValue: { widget: one('ccm:educationalcontext'), caption: one('Schule') },
  updateGroupProfile: { group: some('groups') },
  updatePersonProfile: { person: some('people') },
  uploadContent: { node: some('files'), mimetype: one('text/plain') },
  uploadPreview: { node: some('files'), mimetype: one('image/png') },
};

/** Parameters that a call needs, though the document does not say so. */
export const alsoNeeded: Readonly<Record<string, readonly string[]>> = { searchByProperties: ['value'] };

/** Parameters that name the parts of one thing: all are taken from the same entry. */
const together: Readonly<Record<string, (at: number) => Readonly<Record<string, string>>>> = {
  removeReference: (at) => ({ collection: `{references.0:${at}}`, node: `{references.1:${at}}` }),
  removeMember: (at) => ({ group: `{memberships.0:${at}}`, member: `{memberships.1:${at}}` }),
  addComment: (at) => ({ commentReference: `{comments.0:${at}}`, node: `{comments.1:${at}}` }),
};

/** Values that go well with an operation, by the names of its parameters; those left out have none but by their schema. */
export function validParameters(operation: string, names: readonly string[]): fc.Arbitrary<Record<string, string>> {
  const own = ofOperation[operation] ?? {};
  const known = names.flatMap((name) => {
    const values = own[name] ?? common[name];
    return values === undefined ? [] : [[name, values] as const];
  });
  const record = fc.record(Object.fromEntries(known) as Record<string, Text>);
  const pair = together[operation];
  if (pair === undefined) return record;
  return fc.tuple(record, index).map(([values, at]) => ({ ...values, ...pair(at) }));
}

const properties = fc.record(
  {
    'cclom:title': fc.array(words, { maxLength: 2 }),
    'cclom:general_description': fc.array(fc.string({ maxLength: 30 }), { maxLength: 1 }),
    'cclom:general_keyword': fc.array(words, { maxLength: 5 }),
    'ccm:taxonid': fc.constant(['080']),
  },
  { requiredKeys: [] },
);

const acl = fc.record({
  inherited: fc.boolean(),
  permissions: fc.array(
    fc.record({
      authority: fc.record({ authorityName: fc.oneof(some('people'), some('groups'), one('GROUP_EVERYONE', 'carla')) }),
      permissions: fc.subarray(['Consumer', 'Collaborator', 'Coordinator'], { minLength: 1 }),
    }),
    { maxLength: 3 },
  ),
});

const collection = fc.record({
  title: one('Sammlung {fresh}'),
  collection: fc.record({ scope: one('MY', 'CUSTOM'), description: words }, { requiredKeys: [] }),
});

const profile = fc.record({ firstName: words, lastName: words, email: one('a@schule.example') }, { requiredKeys: [] });

const criteria = fc.record(
  {
    criteria: fc.array(fc.record({ property: one('ngsearchword', 'cclom:title'), values: fc.array(words) }), {
      maxLength: 2,
    }),
    facets: fc.subarray(['cclom:general_keyword', 'cm:creator']),
    returnSuggestions: fc.boolean(),
  },
  { requiredKeys: ['criteria'] },
);

/** JSON bodies that go well with their operation; all others are made by their schema. */
export const validJsonBodies: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  countBySet: criteria,
  createCollection: collection,
  createGroup: fc.record({ displayName: words }),
  createMetadataVersion: properties,
  createNode: properties.map((values) => ({ ...values, 'cm:name': ['{fresh}'] })),
  createPerson: profile,
  findImported: fc.constant({ 'ccm:replicationsourceid': ['imported'] }),
  getValues: fc.record({
    query: one('ngsearch'),
    property: one('cclom:general_keyword', 'ccm:taxonid'),
    pattern: words,
  }),
  getValuesForKeys: fc.array(words, { maxLength: 5 }),
  giveFeedback: fc.dictionary(one('Frage 1', 'Frage 2'), fc.array(words, { maxLength: 2 })),
  loginToScope: fc.constant({ scope: '' }),
  orderCollection: fc.array(some('references', 1), { maxLength: 3 }),
  pinCollections: fc.array(some('collections'), { maxLength: 2 }),
  searchBySet: criteria,
  searchBySetAsPOST1: criteria,
  setPermissions: acl,
  setPermissionsAsPOST1: acl,
  setPersonCredential: fc.constant({ newPassword: 'Passwort {fresh}' }),
  signInByApp: profile,
  syncImported: fc.record({
    'ccm:replicationsourceid': fc.constant(['imported']),
    'ccm:replicationsource': fc.array(words, { maxLength: 1 }),
    'cclom:title': fc.array(words, { minLength: 1, maxLength: 1 }),
  }),
  updateCollection: collection,
  updateMetadata: properties,
  updatePersonProfile: profile,
};

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
).toString('latin1');

const registration = [
  '<?xml version="1.0" encoding="UTF-8"?>',
  '<properties><entry key="appid">{fresh}</entry><entry key="type">LMS</entry></properties>',
].join('\n');

/** What a file of an upload holds, as letters of ISO 8859-1. */
export const validFiles: Readonly<Record<string, Text>> = {
  importMetadata: one('id: fuzz-set\nfields: [{ property: ccm:taxonid }]\n'),
  registerApplication: one(registration),
  setCollectionIcon: one(picture),
  uploadContent: fc.oneof(
    words.map((word) => Buffer.from(word).toString('latin1')),
    one(picture, '%PDF-1.4\nbroken'),
  ),
  uploadPreview: one(picture),
};

/** Forms, by the names of their fields. */
export const validForm = (): Readonly<Record<string, string>> => tokenForm();
