import fc from 'fast-check';

export type Text = fc.Arbitrary<string>;

/** Counts the entries of a pool. */
export const index = fc.nat({ max: 999 });

/** Some thing of a pool, by the id that stands at `part`. */
export const some = (pool: string, part = 0): Text => index.map((at) => `{${pool}.${part}:${at}}`);

/** One of these texts. */
export const one = (...values: string[]): Text => fc.constantFrom(...values);

export const words = one('Bruch', 'Blatt', 'kürzen', 'Mathematik', 'a', '*');

/** What goes for a parameter of this name in every operation, unless the operation has its own. */
export const common: Readonly<Record<string, Text>> = {
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

export const properties = fc.record(
  {
    'cclom:title': fc.array(words, { maxLength: 2 }),
    'cclom:general_description': fc.array(fc.string({ maxLength: 30 }), { maxLength: 1 }),
    'cclom:general_keyword': fc.array(words, { maxLength: 5 }),
    'ccm:taxonid': fc.constant(['080']),
  },
  { requiredKeys: [] },
);

export const acl = fc.record({
  inherited: fc.boolean(),
  permissions: fc.array(
    fc.record({
      authority: fc.record({ authorityName: fc.oneof(some('people'), some('groups'), one('GROUP_EVERYONE', 'carla')) }),
      permissions: fc.subarray(['Consumer', 'Collaborator', 'Coordinator'], { minLength: 1 }),
    }),
    { maxLength: 3 },
  ),
});

export const collection = fc.record({
  title: one('Sammlung {fresh}'),
  collection: fc.record({ scope: one('MY', 'CUSTOM'), description: words }, { requiredKeys: [] }),
});

export const profile = fc.record(
  { firstName: words, lastName: words, email: one('a@schule.example') },
  { requiredKeys: [] },
);

export const criteria = fc.record(
  {
    criteria: fc.array(fc.record({ property: one('ngsearchword', 'cclom:title'), values: fc.array(words) }), {
      maxLength: 2,
    }),
    facets: fc.subarray(['cclom:general_keyword', 'cm:creator']),
    returnSuggestions: fc.boolean(),
  },
  { requiredKeys: ['criteria'] },
);

/** Files, as letters of ISO 8859-1. */
export const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
).toString('latin1');

export const registration = [
  '<?xml version="1.0" encoding="UTF-8"?>',
  '<properties><entry key="appid">{fresh}</entry><entry key="type">LMS</entry></properties>',
].join('\n');
