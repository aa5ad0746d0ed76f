import fc from 'fast-check';
import { type FuzzIdentity, tokenForm } from './identities.ts';
import { laterHints } from './later-hints.ts';
import {
  acl,
  collection,
  criteria,
  one,
  picture,
  profile,
  properties,
  registration,
  some,
  type Text,
  words,
} from './valid-values.ts';
import type { World } from './world.ts';

/** The parts of answers that name what was made. */
export interface Made {
  readonly node: { readonly ref: { readonly id: string } };
  readonly collection: { readonly ref: { readonly id: string } };
  readonly ref: { readonly id: string };
  readonly authorityName: string;
  readonly appid: string;
  /** Of a connected repository. */
  readonly id: string;
  /** Of a usage. */
  readonly nodeId: string;
  readonly parentNodeId: string;
}

/** What of an operation cannot be read in the document. All of it can be left out. */
export interface Hint {
  /** As whom it succeeds. Else: administrators where the document says so, and a teacher. */
  readonly as?: FuzzIdentity;
  /** Values of its parameters, where they are others than those in `common`. */
  readonly parameters?: Readonly<Record<string, Text>>;
  /** Parameters that name the parts of one thing: all are taken from the same entry of a pool. */
  readonly together?: (at: number) => Readonly<Record<string, string>>;
  /** The operation that makes what this one uses up: valid calls of this one alone would soon find nothing. */
  readonly after?: string;
  /** Whether its refusals (409) can ask to wait for the end of what is running. Then it is sent again. */
  readonly mayWait?: true;
  /** Parameters that it needs, though the document does not require them. */
  readonly needs?: readonly string[];
  /** Its body in JSON. Else: by its schema. */
  readonly json?: fc.Arbitrary<unknown>;
  /** The fields of its form. */
  readonly form?: Readonly<Record<string, string>>;
  /** Its body, where that is a text. */
  readonly text?: Text;
  /** What the file of its upload holds, as letters of ISO 8859-1. */
  readonly file?: Text;
  /** Milliseconds in which it answers, where that takes longer on purpose. */
  readonly patience?: number;
  /** Send its calls, valid and hostile, after all others, because each takes much memory. */
  readonly comesLast?: true;
  /** How often it comes, where 10 is usual: what is slow on purpose comes less. */
  readonly weight?: number;
  /** What a success makes or takes away. `param` is the value of a parameter of the call. */
  readonly effect?: (world: World, param: (name: string) => string, made: Made) => void;
}

const place = (pool: string, ...others: string[]): Text => fc.oneof(some(pool), one(...others));

const taxonomies = { widget: one('ccm:educationalcontext'), caption: one('Schule') };
const inSet = { query: one('ngsearch') };

/** By the names of operations: see "Fuzzing" in docs/testing.md. */
const hints: Readonly<Record<string, Hint>> = {
  addComment: {
    as: 'teacher',
    // Every second one can be a reply.
    together: (at) => (at % 2 === 0 ? {} : { commentReference: `{comments.0:${at}}`, node: `{comments.1:${at}}` }),
    effect: (world, param, { ref }) => world.add('comments', ref.id, param('node')),
  },
  addMember: {
    after: 'putOrganization',
    parameters: { group: fc.oneof(some('groups'), some('organizations'), some('organizations')) },
    effect: (world, param) => {
      world.add('memberships', param('group'), param('member'));
      if (world.has('organizations', param('group'))) {
        world.add('organizationMembers', param('group'), param('member'));
      }
    },
  },
  addOAuthClient: {
    parameters: { client: one('{fresh}') },
    effect: (world, param) => world.add('clients', param('client')),
  },
  addWorkflowEntry: { as: 'teacher', json: fc.record({ status: one('200_tocheck'), comment: words }) },
  addHarvest: {
    json: fc.record(
      {
        source: one('https://harvest.invalid/{fresh}'),
        target: one('/{fresh}', '~'),
        schedule: one('0 0 3 1 1 ?', '0 3 1 1 *'),
        kind: one('oai', 'list'),
      },
      { requiredKeys: ['source', 'target', 'schedule'] },
    ),
    weight: 3,
    effect: (world, _, { id }) => world.add('harvests', id),
  },
  addReference: {
    parameters: { node: some('files') },
    effect: (world, param, { node }) => world.add('references', param('collection'), node.ref.id),
  },
  backUpRepository: {
    as: 'operator',
    json: fc.record(
      { folder: one('{backups.0:0}/{fresh}'), previous: one('{backups.1:0}') },
      { requiredKeys: ['folder'] },
    ),
    // The server makes one backup at a time, which may take some seconds.
    comesLast: true,
    weight: 1,
    patience: 60_000,
  },
  auditAccess: { as: 'admin' },
  checkAccess: { as: 'admin', parameters: { right: one('Write', 'ReadAll', 'Consumer') } },
  cancelDataExport: {
    after: 'requestDataExport',
    parameters: { person: some('exports') },
    effect: (world, param) => world.remove('exports', param('person')),
  },
  copyNode: {
    parameters: { node: place('folders', '-userhome-'), source: some('files') },
    effect: (world, _, { node }) => world.add('unused', node.ref.id),
  },
  countBySet: { parameters: inSet, json: criteria },
  createCollection: {
    parameters: { collection: place('collections', '-root-') },
    json: collection,
    effect: (world, _, made) => world.add('unusedCollections', made.collection.ref.id),
  },
  createGroup: {
    parameters: { group: one('{fresh}') },
    json: fc.record({ displayName: words }),
    effect: (world, _, { authorityName }) => world.add('unusedGroups', authorityName),
  },
  createMetadataVersion: { json: properties },
  createNode: {
    parameters: { node: place('folders', '-userhome-') },
    json: properties.map((values) => ({ ...values, 'cm:name': ['{fresh}'] })),
    effect: (world, _, { node }) => world.add('unused', node.ref.id),
  },
  createPerson: {
    parameters: { person: one('{fresh}') },
    json: profile,
    weight: 5,
    effect: (world, _, { authorityName }) => world.add('people', authorityName),
  },
  createToken: { form: tokenForm() },
  deleteCollection: {
    after: 'createCollection',
    parameters: { collection: some('unusedCollections') },
    effect: (world, param) => world.remove('unusedCollections', param('collection')),
  },
  deleteComment: {
    after: 'addComment',
    parameters: { node: some('comments') },
    effect: (world, param) => world.remove('comments', param('node')),
  },
  deleteGroup: {
    after: 'createGroup',
    parameters: { group: some('unusedGroups') },
    effect: (world, param) => world.remove('unusedGroups', param('group')),
  },
  deleteNode: {
    after: 'createNode',
    parameters: { node: some('unused') },
    effect: (world, param) => {
      world.remove('unused', param('node'));
      world.add('archived', param('node'));
    },
  },
  deleteOrganization: {
    after: 'putOrganization',
    effect: (world, param) => {
      world.remove('organizations', param('organization'));
      world.remove('organizationMembers', param('organization'));
    },
  },
  deletePerson: {
    after: 'createPerson',
    parameters: { person: some('people') },
    effect: (world, param) => world.remove('people', param('person')),
  },
  deleteRating: {
    after: 'rateNode',
    as: 'teacher',
    parameters: { node: some('ratings') },
    effect: (world, param) => world.remove('ratings', param('node')),
  },
  editComment: { after: 'addComment', as: 'teacher', parameters: { node: some('comments') } },
  // The only person whose export is finished.
  findAuthorities: { as: 'admin', parameters: { name: some('people') } },
  getDataExport: { parameters: { person: one('carla') } },
  getOpenApi: { weight: 3 },
  // Others than members do not learn that it exists.
  getOrganization: { as: 'admin', after: 'putOrganization' },
  getValues: {
    json: fc.record({
      query: one('ngsearch'),
      property: one('cclom:general_keyword', 'ccm:taxonid'),
      pattern: words,
    }),
  },
  getValuesForKeys: { parameters: inSet, json: fc.array(words, { maxLength: 5 }) },
  getVersion: { parameters: { node: some('files') } },
  giveFeedback: { json: fc.dictionary(one('Frage 1', 'Frage 2'), fc.array(words, { maxLength: 2 })) },
  hasAccessToScope: { parameters: { scope: one('safe') } },
  prepareImport: {
    as: 'teacher',
    parameters: { parent: place('folders', '-userhome-'), kind: one('list') },
    // Its name, a.yaml, says nothing of a list.
    needs: ['kind'],
    mayWait: true,
    file: one('Titel;URL\nKreis;https://www.example.org/kreis\n'),
    weight: 3,
    effect: (world, _, { id }) => world.add('imports', id),
  },
  importMetadata: { file: one('id: fuzz-set\nfields: [{ property: ccm:taxonid }]\n'), weight: 3 },
  listChildren: { parameters: { node: place('folders', '-userhome-', '-root-') } },
  listCollectionChildren: { parameters: { collection: place('collections', '-root-') } },
  listCollections: { parameters: { collection: place('collections', '-root-') } },
  listReferences: { parameters: { collection: place('collections', '-root-') } },
  loginToScope: { json: fc.constant({ scope: '' }) },
  moveNode: { parameters: { node: place('folders', '-userhome-'), source: some('unused') } },
  orderCollection: { json: fc.array(some('references', 1), { maxLength: 3 }) },
  pinCollections: { as: 'admin', json: fc.array(some('collections'), { maxLength: 2 }) },
  purgeArchived: { after: 'deleteNode', effect: (world, param) => world.remove('archived', param('archivedNodeIds')) },
  putOrganization: {
    // Binds a group: a new organization would go without the folder, which the document requires.
    parameters: { organization: some('groups'), folder: some('folders') },
    effect: (world, _, { authorityName }) => world.add('organizations', authorityName),
  },
  rateNode: { as: 'teacher', effect: (world, param) => world.add('ratings', param('node')) },
  registerApplication: {
    file: one(registration),
    effect: (world, _, { appid }) => world.add('applications', appid),
  },
  removeApplication: {
    after: 'registerApplication',
    effect: (world, param) => world.remove('applications', param('application')),
  },
  removeMember: {
    after: 'addMember',
    together: (at) => ({ group: `{memberships.0:${at}}`, member: `{memberships.1:${at}}` }),
    effect: (world, param) => world.remove('memberships', param('group'), param('member')),
  },
  removeOAuthClient: { after: 'addOAuthClient', effect: (world, param) => world.remove('clients', param('client')) },
  removeOrganizationMember: {
    after: 'addMember',
    together: (at) => ({
      organization: `{organizationMembers.0:${at}}`,
      member: `{organizationMembers.1:${at}}`,
    }),
    effect: (world, param) => world.remove('organizationMembers', param('organization'), param('member')),
  },
  removeReference: {
    after: 'addReference',
    together: (at) => ({ collection: `{references.0:${at}}`, node: `{references.1:${at}}` }),
    effect: (world, param) => world.remove('references', param('node')),
  },
  requestDataExport: {
    after: 'createPerson',
    parameters: { person: some('people') },
    effect: (world, param) => world.add('exports', param('person')),
  },
  resolvePath: { parameters: { node: one('{folders.0:0}') } },
  restoreArchived: {
    after: 'deleteNode',
    effect: (world, param) => {
      world.remove('archived', param('archivedNodeIds'));
      world.add('unused', param('archivedNodeIds'));
    },
  },
  revertVersion: { parameters: { node: some('files'), minor: one('1') } },
  // It waits until all requested exports are created.
  runDataExports: { weight: 5, patience: 60_000 },
  searchByProperties: { needs: ['value'] },
  loadSearch: { after: 'saveSearch', parameters: { nodeId: some('searches') } },
  saveSearch: {
    as: 'teacher',
    parameters: { ...inSet, name: one('{fresh}') },
    json: fc.array(fc.record({ property: one('ngsearchword'), values: fc.array(words) }), { maxLength: 3 }),
    effect: (world, _, { node }) => world.add('searches', node.ref.id),
  },
  searchBySet: { parameters: inSet, json: criteria },
  setCollectionIcon: { parameters: { mimetype: one('image/png') }, file: one(picture) },
  setOwner: { parameters: { node: some('unused'), username: one('-me-') } },
  setPermissions: { json: acl },
  setPersonCredential: {
    after: 'createPerson',
    parameters: { person: some('people') },
    json: fc.constant({ newPassword: 'Passwort {fresh}' }),
    // Passwords are slow to hash, on purpose.
    weight: 1,
  },
  setTextContent: { parameters: { node: some('files'), mimetype: one('text/plain') } },
  signInByApp: { as: 'application', json: profile },
  suggestValue: { parameters: taxonomies },
  updateCollection: { json: collection },
  updateGroupProfile: { parameters: { group: some('groups') } },
  updateMetadata: { json: properties },
  updatePersonProfile: { after: 'createPerson', parameters: { person: some('people') }, json: profile },
  uploadContent: {
    parameters: { node: some('files'), mimetype: one('text/plain') },
    file: fc.oneof(
      words.map((word) => Buffer.from(word).toString('latin1')),
      one(picture, '%PDF-1.4\nbroken'),
    ),
  },
  uploadPreview: { parameters: { node: some('files'), mimetype: one('image/png') }, file: one(picture) },
};

/** The hint of an operation. Its other forms are described under names such as `searchBySetAsPOST1`. */
export function hintOf(operation: string): Hint {
  const name = operation.replace(/As(?:GET|PUT|POST|DELETE)\d+$/, '');
  return hints[name] ?? laterHints[name] ?? {};
}
