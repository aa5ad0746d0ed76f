import { expect } from 'vitest';
import { AnswerError } from '../../src/client/answer-error.ts';
import { batchFile, type NewEntry } from '../../src/client/batch-file.ts';
import type { Client } from '../../src/client/client.ts';
import type { OperationName } from '../../src/contract/index.ts';
import type { Secret } from './secrets.ts';
import { aFile, at, newName, type WireNode } from './trees.ts';

const repository = '-home-';
const administrators = 'GROUP_ALFRESCO_ADMINISTRATORS';

/** How outsiders try an operation. */
export interface OutsiderRow {
  /** Everything that an outsider can try with this operation to get at the secret. */
  readonly attempts: (outsider: Client, secret: Secret) => readonly Promise<unknown>[];
  /** Outsiders may get an answer, but one without a trace of the secret. Without this, every attempt is refused. */
  readonly answers?: true;
  /** Statuses that refuse besides those of everybody: where what is shown, and not who shows it, is looked at. */
  readonly alsoRefusedBy?: readonly number[];
  /** What a permitted answer has to show besides, such as a total of nothing. */
  readonly shows?: (answer: unknown) => void;
}

const inPlace = (collection: string) => ({ repository, collection });

/** An attempt for each of the secret nodes. */
const onEach = (secret: Secret, attempt: (node: WireNode) => Promise<unknown>): Promise<unknown>[] =>
  [secret.folder, secret.inner, secret.file].map(attempt);

const searches = ({ words, file }: Secret): string[] => [
  ...Object.values(words),
  ...Object.values(words).map((word) => word.slice(0, 12)),
  `cm:name:${words.name}`,
  `cclom:title:${words.title}`,
  `"${words.description}"`,
  `text:${words.text}`,
  'cm:creator:anna',
  file.ref.id,
  `sys\\:node-uuid:"${file.ref.id}"`,
  '*:*',
  'NOT unfindable',
];

/** What becomes of the only entry of a batch: as a call for it alone. */
async function sendEntry(outsider: Client, entry: Omit<NewEntry, 'id'>): Promise<unknown> {
  const content = { bytes: Buffer.from('mine') };
  const { results } = await outsider.createNodes({ body: batchFile([{ ...entry, id: newName(), content }]) });
  const [result] = results;
  if (result === undefined || result.error === null) return result;
  const { status, error: value } = result;
  throw new AnswerError('createNodes', { status, headers: {}, body: { kind: 'json', value } });
}

/** Properties whose values could give the secret away. */
export const tellingProperties = [
  'cm:name',
  'cclom:title',
  'cclom:general_keyword',
  'ccm:taxonid',
  'cm:creator',
  'sys:node-uuid',
];

const nothingFound = (answer: unknown): void => {
  const found = answer as Awaited<ReturnType<Client['searchNodes']>>;
  // Open to everybody who is signed in are the top folder and the own home.
  expect(found.pagination.total).toBeLessThanOrEqual(2);
  expect(found.pagination.total).toBe(found.nodes.length);
  for (const { values } of found.facets) {
    for (const { count } of values) expect(count).toBeLessThanOrEqual(found.nodes.length);
  }
};

const inSet = { repository, metadataset: '-default-', query: 'ngsearch' };

/** Everything that could find the secret. */
const setCriteria = ({ words, file, folder }: Secret) => [
  ...Object.values(words).map((word) => [{ property: 'ngsearchword', values: [word] }]),
  ...Object.values(words).map((word) => [{ property: 'ngsearchword', values: [`${word} unfindable`] }]),
  [{ property: 'ngsearchword', values: [''] }],
  [{ property: 'cclom:title', values: [words.title] }],
  [{ property: 'cm:name', values: [file.name] }],
  [{ property: 'ID', values: [file.ref.id] }],
  [{ property: 'sys:node-uuid', values: [file.ref.id] }],
  [{ property: 'PARENT', values: [folder.ref.id] }],
];

const nothingCounted = (answer: unknown): void => {
  const found = answer as Awaited<ReturnType<Client['countBySet']>>;
  // Open to everybody who is signed in are the top folder and the own home.
  for (const { values } of found.facets) for (const { count } of values) expect(count).toBeLessThanOrEqual(2);
};

/** One row for every operation of the table: a new operation is a type error, and a failing test, until it has one. */
export const outsiderRows: { readonly [K in OperationName]: OutsiderRow } = {
  getAbout: { answers: true, attempts: (outsider) => [outsider.getAbout()] },
  getReadiness: { answers: true, attempts: (outsider) => [outsider.getReadiness({ mode: 'SERVICE' })] },
  getOpenApi: { answers: true, attempts: (outsider) => [outsider.getOpenApi()] },
  validateSession: { answers: true, attempts: (outsider) => [outsider.validateSession()] },
  destroySession: { answers: true, attempts: (outsider) => [outsider.destroySession()] },
  loginToScope: {
    answers: true,
    attempts: (outsider) => [
      outsider.loginToScope({ body: { userName: 'anna', password: 'x', scope: 'safe' } }),
      outsider.loginToScope({ body: { userName: 'anna', scope: '' } }),
    ],
  },
  hasAccessToScope: { answers: true, attempts: (outsider) => [outsider.hasAccessToScope({ scope: 'safe' })] },
  signInByApp: {
    alsoRefusedBy: [400],
    attempts: (outsider) => [
      outsider.signInByApp({ userId: 'anna' }),
      outsider.signInByApp({ userId: 'anna', body: { firstName: 'Mine' } }),
    ],
  },
  createToken: {
    alsoRefusedBy: [401],
    attempts: (outsider) => [
      outsider.createToken({ body: { grant_type: 'password', username: 'anna', password: 'x' } }),
      outsider.createToken({ body: { grant_type: 'client_credentials' } }),
    ],
  },
  registerApplication: { attempts: (outsider) => [outsider.registerApplication({ body: aFile('<properties/>') })] },
  listApplications: { attempts: (outsider) => [outsider.listApplications()] },
  removeApplication: { attempts: (outsider) => [outsider.removeApplication({ application: 'any' })] },
  addOAuthClient: { attempts: (outsider) => [outsider.addOAuthClient({ client: 'mine' })] },
  listOAuthClients: { attempts: (outsider) => [outsider.listOAuthClients()] },
  removeOAuthClient: { attempts: (outsider) => [outsider.removeOAuthClient({ client: 'any' })] },
  listRepositories: { answers: true, attempts: (outsider) => [outsider.listRepositories()] },
  getRepositoryMetadata: { answers: true, attempts: (outsider) => [outsider.getRepositoryMetadata({ format: 'lms' })] },
  listConnectedRepositories: { attempts: (outsider) => [outsider.listConnectedRepositories()] },
  addConnectedRepository: {
    attempts: (outsider) => [outsider.addConnectedRepository({ body: { url: 'http://127.0.0.1:9' } })],
  },
  removeConnectedRepository: { attempts: (outsider) => [outsider.removeConnectedRepository({ connection: 'any' })] },
  testConnectedRepository: { attempts: (outsider) => [outsider.testConnectedRepository({ connection: 'any' })] },
  getIcon: {
    answers: true,
    attempts: (outsider, { file }) => [
      outsider.getIcon({ icon: file.iconURL.split('/').at(-1) ?? '' }),
      outsider.getIcon({ icon: `${file.ref.id}.svg` }),
    ],
  },
  getFrontendValues: { answers: true, attempts: (outsider) => [outsider.getFrontendValues()] },
  getFrontendVariables: { answers: true, attempts: (outsider) => [outsider.getFrontendVariables()] },
  getFrontendLanguage: { answers: true, attempts: (outsider) => [outsider.getFrontendLanguage()] },
  getDefaultLanguage: { answers: true, attempts: (outsider) => [outsider.getDefaultLanguage()] },
  getStatus: { attempts: (outsider) => [outsider.getStatus()] },
  verifyRepository: { attempts: (outsider) => [outsider.verifyRepository({})] },
  backUpRepository: { attempts: (outsider) => [outsider.backUpRepository({ body: { folder: '/nowhere/backup' } })] },
  generatePasswords: { attempts: (outsider) => [outsider.generatePasswords({ repository })] },
  createPerson: {
    attempts: (outsider) => [
      outsider.createPerson({ repository, person: 'anna', password: 'x', body: {} }),
      outsider.createPerson({ repository, person: newName('friend'), password: 'x', body: {} }),
    ],
  },
  getPerson: {
    attempts: (outsider) => [
      outsider.getPerson({ repository, person: 'anna' }),
      outsider.getPerson({ repository, person: 'admin' }),
    ],
  },
  searchPeople: { attempts: (outsider) => [outsider.searchPeople({ repository, pattern: 'anna' })] },
  searchAuthorities: { attempts: (outsider) => [outsider.searchAuthorities({ repository, pattern: 'anna' })] },
  getPreferences: { attempts: (outsider) => [outsider.getPreferences({ repository, person: 'anna' })] },
  setPreferences: { attempts: (outsider) => [outsider.setPreferences({ repository, person: 'anna', body: '{}' })] },
  getProfileSettings: { attempts: (outsider) => [outsider.getProfileSettings({ repository, person: 'anna' })] },
  setProfileSettings: {
    attempts: (outsider) => [outsider.setProfileSettings({ repository, person: 'anna', body: { showEmail: false } })],
  },
  setPersonStatus: {
    attempts: (outsider) => [outsider.setPersonStatus({ repository, person: 'anna', status: 'blocked' })],
  },
  getNodeList: {
    attempts: (outsider) => [outsider.getNodeList({ repository, person: 'anna', list: 'favorites' })],
  },
  addToNodeList: {
    attempts: (outsider, secret) =>
      onEach(secret, (node) => outsider.addToNodeList({ ...at(node), person: '-me-', list: 'favorites' })),
  },
  removeFromNodeList: {
    attempts: (outsider, secret) =>
      onEach(secret, (node) => outsider.removeFromNodeList({ ...at(node), person: '-me-', list: 'favorites' })),
  },
  updatePersonProfile: {
    attempts: (outsider) => [
      outsider.updatePersonProfile({ repository, person: 'anna', body: { email: 'mine@schule.example' } }),
    ],
  },
  setPersonCredential: {
    attempts: (outsider) => [
      outsider.setPersonCredential({ repository, person: 'anna', body: { newPassword: 'x' } }),
      outsider.setPersonCredential({ repository, person: 'anna', body: { oldPassword: '', newPassword: 'x' } }),
      outsider.setPersonCredential({ repository, person: 'admin', body: { newPassword: 'x' } }),
    ],
  },
  requestDataExport: { attempts: (outsider) => [outsider.requestDataExport({ repository, person: 'anna' })] },
  getDataExport: { attempts: (outsider) => [outsider.getDataExport({ repository, person: 'anna' })] },
  listDataExports: { attempts: (outsider) => [outsider.listDataExports()] },
  cancelDataExport: { attempts: (outsider) => [outsider.cancelDataExport({ person: 'anna' })] },
  runDataExports: { attempts: (outsider) => [outsider.runDataExports()] },
  listHarvests: { attempts: (outsider) => [outsider.listHarvests()] },
  addHarvest: {
    attempts: (outsider) => [
      outsider.addHarvest({ body: { source: 'https://harvest.invalid/', target: '~', schedule: '0 3 * * *' } }),
    ],
  },
  getHarvest: { attempts: (outsider) => [outsider.getHarvest({ harvest: 'a' })] },
  removeHarvest: { attempts: (outsider) => [outsider.removeHarvest({ harvest: 'a' })] },
  runHarvest: { attempts: (outsider) => [outsider.runHarvest({ harvest: 'a' })] },
  deletePerson: {
    attempts: (outsider) => [
      outsider.deletePerson({ repository, person: 'anna', owner: 'bert' }),
      outsider.deletePerson({ repository, person: 'anna' }),
    ],
  },
  listMemberships: { attempts: (outsider) => [outsider.listMemberships({ repository, person: 'anna' })] },
  createGroup: {
    attempts: (outsider) => [
      outsider.createGroup({ repository, group: newName('friends'), parent: administrators, body: {} }),
    ],
  },
  getGroup: { attempts: (outsider) => [outsider.getGroup({ repository, group: administrators })] },
  searchGroups: { attempts: (outsider) => [outsider.searchGroups({ repository, pattern: '' })] },
  updateGroupProfile: {
    attempts: (outsider) => [
      outsider.updateGroupProfile({ repository, group: administrators, body: { displayName: 'Mine' } }),
    ],
  },
  deleteGroup: { attempts: (outsider) => [outsider.deleteGroup({ repository, group: administrators })] },
  listMembers: { attempts: (outsider) => [outsider.listMembers({ repository, group: administrators })] },
  addMember: {
    attempts: (outsider) => [outsider.addMember({ repository, group: administrators, member: 'bert' })],
  },
  removeMember: {
    attempts: (outsider) => [outsider.removeMember({ repository, group: administrators, member: 'admin' })],
  },
  putOrganization: {
    attempts: (outsider, secret) => [
      ...onEach(secret, ({ ref }) =>
        outsider.putOrganization({ repository, organization: administrators, folder: ref.id }),
      ),
      outsider.putOrganization({ repository, organization: newName('mine'), body: {} }),
    ],
  },
  deleteOrganization: {
    attempts: (outsider) => [outsider.deleteOrganization({ repository, organization: administrators })],
  },
  getOrganization: {
    attempts: (outsider) => [outsider.getOrganization({ repository, organization: administrators })],
  },
  removeOrganizationMember: {
    attempts: (outsider) => [
      outsider.removeOrganizationMember({ repository, organization: administrators, member: 'admin' }),
    ],
  },
  listOrganizations: {
    answers: true,
    shows: (answer) => expect(answer).toMatchObject({ organizations: [], pagination: { total: 0 }, canCreate: false }),
    attempts: (outsider) => [outsider.listOrganizations({ repository })],
  },
  listMediaCenters: { answers: true, attempts: (outsider) => [outsider.listMediaCenters({ repository })] },
  getMediaCenter: { attempts: (outsider) => [outsider.getMediaCenter({ repository, mediacenter: administrators })] },
  createMediaCenter: {
    attempts: (outsider) => [outsider.createMediaCenter({ repository, mediacenter: newName('mine') })],
  },
  updateMediaCenter: {
    attempts: (outsider) => [outsider.updateMediaCenter({ repository, mediacenter: administrators, body: {} })],
  },
  deleteMediaCenter: {
    attempts: (outsider) => [outsider.deleteMediaCenter({ repository, mediacenter: administrators })],
  },
  listManagedGroups: {
    attempts: (outsider) => [outsider.listManagedGroups({ repository, mediacenter: administrators })],
  },
  addManagedGroup: {
    attempts: (outsider) => [
      outsider.addManagedGroup({ repository, mediacenter: administrators, group: administrators }),
    ],
  },
  removeManagedGroup: {
    attempts: (outsider) => [
      outsider.removeManagedGroup({ repository, mediacenter: administrators, group: administrators }),
    ],
  },
  listMediaCenterNodes: {
    attempts: (outsider) => [outsider.listMediaCenterNodes({ repository, mediacenter: administrators })],
  },
  createNode: {
    attempts: (outsider, secret) =>
      onEach(secret, (node) =>
        outsider.createNode({ ...at(node), type: 'ccm:io', renameIfExists: true, body: { 'cm:name': ['mine'] } }),
      ),
  },
  getNode: { attempts: (outsider, secret) => onEach(secret, (node) => outsider.getNode(at(node))) },
  updateMetadata: {
    attempts: (outsider, secret) =>
      onEach(secret, (node) => outsider.updateMetadata({ ...at(node), body: { 'cclom:title': ['mine'] } })),
  },
  createMetadataVersion: {
    attempts: (outsider, secret) =>
      onEach(secret, (node) =>
        outsider.createMetadataVersion({ ...at(node), versionComment: '', body: { 'cclom:title': ['mine'] } }),
      ),
  },
  setAspects: {
    attempts: (outsider, secret) =>
      onEach(secret, (node) => outsider.setAspects({ ...at(node), body: ['ccm:published'] })),
  },
  getWorkflow: { attempts: (outsider, secret) => onEach(secret, (node) => outsider.getWorkflow(at(node))) },
  addWorkflowEntry: {
    attempts: (outsider, secret) =>
      onEach(secret, (node) => outsider.addWorkflowEntry({ ...at(node), body: { status: 'mine' } })),
  },
  setProperty: {
    attempts: (outsider, secret) =>
      onEach(secret, (node) => outsider.setProperty({ ...at(node), property: 'cclom:title', value: ['mine'] })),
  },
  copyMetadata: {
    attempts: (outsider, secret) => [
      ...onEach(secret, (node) => outsider.copyMetadata({ ...at(node), from: '-userhome-' })),
      ...onEach(secret, ({ ref }) => outsider.copyMetadata({ ...at('-userhome-'), from: ref.id })),
    ],
  },
  listParents: { attempts: (outsider, secret) => onEach(secret, (node) => outsider.listParents(at(node))) },
  getPermissionsOfPerson: {
    attempts: (outsider, secret) => [
      ...onEach(secret, (node) => outsider.getPermissionsOfPerson({ ...at(node), user: '-me-' })),
      ...onEach(secret, (node) => outsider.getPermissionsOfPerson({ ...at(node), user: 'anna' })),
    ],
  },
  checkAccess: {
    attempts: (outsider, secret) => [
      ...onEach(secret, ({ ref }) => outsider.checkAccess({ node: ref.id, user: '-me-' })),
      ...onEach(secret, ({ ref }) => outsider.checkAccess({ node: ref.id, user: 'anna' })),
    ],
  },
  auditAccess: {
    attempts: (outsider, secret) => onEach(secret, ({ ref }) => outsider.auditAccess({ node: ref.id })),
  },
  listSharedWithPerson: { attempts: (outsider) => [outsider.listSharedWithPerson({ person: 'anna' })] },
  findAuthorities: {
    attempts: (outsider, secret) =>
      onEach(secret, ({ ref }) => outsider.findAuthorities({ node: ref.id, name: ['anna'] })),
  },
  prepareImport: {
    attempts: (outsider, secret) =>
      onEach(secret, (node) => outsider.prepareImport({ parent: node.ref.id, body: aFile('Titel;URL') })),
  },
  getImport: { attempts: (outsider) => [outsider.getImport({ import: 'a' })] },
  runImport: { attempts: (outsider) => [outsider.runImport({ import: 'a' })] },
  getImportReport: { attempts: (outsider) => [outsider.getImportReport({ import: 'a' })] },
  findImported: {
    attempts: (outsider, { words }) => [outsider.findImported({ body: { 'cclom:title': [words.title] } })],
  },
  syncImported: {
    attempts: (outsider, { words }) => [
      outsider.syncImported({ group: 'mine', match: ['cclom:title'], body: { 'cclom:title': [words.title] } }),
    ],
  },
  createNodes: {
    attempts: (outsider, secret) =>
      onEach(secret, (node) => sendEntry(outsider, { parent: node.ref.id, properties: { 'cm:name': 'mine' } })),
  },
  uploadContent: {
    attempts: (outsider, secret) =>
      onEach(secret, (node) => outsider.uploadContent({ ...at(node), body: aFile('mine') })),
  },
  listChildren: { attempts: (outsider, secret) => onEach(secret, (node) => outsider.listChildren(at(node))) },
  resolvePath: {
    attempts: (outsider, { folder, inner, file, words }) => [
      outsider.resolvePath({ ...at(folder), path: '' }),
      outsider.resolvePath({ ...at(folder), path: inner.name }),
      outsider.resolvePath({ ...at(inner), path: file.name }),
      outsider.resolvePath({ ...at('-companyhome-'), path: `User Homes/anna/${words.folder}` }),
      outsider.resolvePath({ ...at('-companyhome-'), path: 'User Homes/anna' }),
    ],
  },
  deleteNode: {
    attempts: (outsider, secret) =>
      onEach(secret, (node) => outsider.deleteNode({ ...at(node), recycle: node === secret.file })),
  },
  copyNode: {
    attempts: (outsider, secret) => [
      ...onEach(secret, ({ ref }) =>
        outsider.copyNode({ ...at('-companyhome-'), source: ref.id, withChildren: true, name: newName('mine') }),
      ),
      ...onEach(secret, ({ ref }) => outsider.copyNode({ ...at('-userhome-'), source: ref.id, withChildren: false })),
      ...onEach(secret, (node) => outsider.copyNode({ ...at(node), source: '-companyhome-', withChildren: false })),
    ],
  },
  moveNode: {
    attempts: (outsider, secret) => [
      ...onEach(secret, ({ ref }) => outsider.moveNode({ ...at('-userhome-'), source: ref.id, name: newName('mine') })),
      ...onEach(secret, (node) => outsider.moveNode({ ...at(node), source: '-userhome-' })),
    ],
  },
  searchArchive: {
    answers: true,
    shows: (answer) => expect(answer).toMatchObject({ nodes: [], pagination: { total: 0 } }),
    attempts: (outsider, { words }) => [
      outsider.searchArchive({ repository, pattern: '*' }),
      outsider.searchArchive({ repository, pattern: words.name }),
    ],
  },
  searchArchiveOfPerson: {
    attempts: (outsider) => [outsider.searchArchiveOfPerson({ repository, pattern: '*', person: 'anna' })],
  },
  restoreArchived: {
    attempts: (outsider, secret) => [
      ...onEach(secret, ({ ref }) => outsider.restoreArchived({ repository, archivedNodeIds: [ref.id] })),
      ...onEach(secret, ({ ref }) =>
        outsider.restoreArchived({ repository, archivedNodeIds: [ref.id], target: '-userhome-' }),
      ),
    ],
  },
  purgeArchived: {
    attempts: (outsider, secret) =>
      onEach(secret, ({ ref }) => outsider.purgeArchived({ repository, archivedNodeIds: [ref.id] })),
  },
  listVersions: { attempts: (outsider, secret) => onEach(secret, (node) => outsider.listVersions(at(node))) },
  getVersion: {
    attempts: (outsider, { file }) =>
      [0, 1, 2, 3].map((minor) => outsider.getVersion({ ...at(file), major: 1, minor })),
  },
  describeVersions: { attempts: (outsider, secret) => onEach(secret, (node) => outsider.describeVersions(at(node))) },
  revertVersion: {
    attempts: (outsider, secret) => [
      ...onEach(secret, (node) => outsider.revertVersion({ ...at(node), major: 1, minor: 0 })),
      outsider.revertVersion({ ...at(secret.file), major: 9, minor: 9 }),
    ],
  },
  getMetadataSets: { answers: true, attempts: (outsider) => [outsider.getMetadataSets({ repository })] },
  getMetadataSet: {
    answers: true,
    attempts: (outsider) => [outsider.getMetadataSet({ repository, metadataset: '-default-' })],
  },
  getValues: {
    answers: true,
    attempts: (outsider, { words }) =>
      ['', ...Object.values(words)].map((pattern) =>
        outsider.getValues({
          ...{ repository, metadataset: '-default-' },
          body: { property: 'cclom:general_keyword', pattern },
        }),
      ),
  },
  getValuesForKeys: {
    answers: true,
    attempts: (outsider, { words }) => [
      outsider.getValuesForKeys({
        ...{ repository, metadataset: '-default-', property: 'cclom:general_keyword' },
        body: Object.values(words),
      }),
    ],
  },
  suggestValue: {
    alsoRefusedBy: [400],
    attempts: (outsider, { words }) =>
      Object.values(words).map((caption) =>
        outsider.suggestValue({ repository, metadataset: '-default-', widget: 'cclom:general_keyword', caption }),
      ),
  },
  importMetadata: {
    attempts: (outsider) => [
      outsider.importMetadata({ repository, body: aFile('id: mine\n', { name: 'mine.yaml' }) }),
      outsider.importMetadata({ repository, dryRun: true, body: aFile('id: mine\n', { name: 'mine.yaml' }) }),
    ],
  },
  exportMetadata: { attempts: (outsider) => [outsider.exportMetadata({ repository, metadataset: '-default-' })] },
  getDictionary: { answers: true, attempts: (outsider) => [outsider.getDictionary({ repository })] },
  searchNodes: {
    answers: true,
    shows: nothingFound,
    attempts: (outsider, secret) =>
      searches(secret).map((query) =>
        outsider.searchNodes({ repository, query, facettes: tellingProperties, maxItems: 1000 }),
      ),
  },
  searchBySet: {
    answers: true,
    shows: nothingFound,
    attempts: (outsider, secret) => [
      ...setCriteria(secret).map((criteria) =>
        outsider.searchBySet({
          ...inSet,
          explain: true,
          maxItems: 1000,
          body: { criteria, facets: tellingProperties, returnSuggestions: true },
        }),
      ),
      ...tellingProperties.map((property) =>
        outsider.searchBySet({ ...inSet, sortProperties: [property], maxItems: 1000, body: {} }),
      ),
      outsider.searchBySet({ ...inSet, maxItems: 1000, body: { permissions: ['Write'] } }),
    ],
  },
  saveSearch: {
    answers: true,
    attempts: (outsider) => [
      outsider.saveSearch({ ...inSet, name: newName(), body: [] }).then(async (saved) => {
        // Later searches of the outsider find nothing of their own.
        await outsider.deleteNode({ repository, node: saved.node.ref.id, recycle: false });
        return saved;
      }),
    ],
  },
  loadSearch: { attempts: (outsider, secret) => onEach(secret, ({ ref }) => outsider.loadSearch({ nodeId: ref.id })) },
  countBySet: {
    answers: true,
    shows: nothingCounted,
    attempts: (outsider, secret) =>
      setCriteria(secret).flatMap((criteria) => [
        outsider.countBySet({ ...inSet, body: { criteria, facets: tellingProperties } }),
        outsider.countBySet({ ...inSet, body: { facets: tellingProperties, facetSuggest: secret.words.title } }),
      ]),
  },
  suggestNames: {
    answers: true,
    // Whether the names are all read yet depends on the machine, and tells nothing.
    shows: (answer) => expect(answer).toEqual({ suggestions: [], complete: expect.any(Boolean) }),
    attempts: (outsider, { words }) => Object.values(words).map((q) => outsider.suggestNames({ q })),
  },
  searchByProperties: {
    answers: true,
    shows: nothingFound,
    attempts: (outsider, { file, words }) =>
      (['=', '!=', '>='] as const).flatMap((comparator) => [
        outsider.searchByProperties({
          ...{ repository, maxItems: 1000 },
          ...{ property: ['cclom:title'], value: [words.title], comparator: [comparator] },
        }),
        outsider.searchByProperties({
          ...{ repository, maxItems: 1000 },
          ...{ property: ['cm:name'], value: [file.name], comparator: [comparator] },
        }),
      ]),
  },
  getNodesById: {
    answers: true,
    attempts: (outsider, secret) => [
      ...onEach(secret, ({ ref }) => outsider.getNodesById({ repository, nodeIds: [ref.id] })),
    ],
  },
  getPermissions: { attempts: (outsider, secret) => onEach(secret, (node) => outsider.getPermissions(at(node))) },
  setPermissions: {
    attempts: (outsider, secret) =>
      onEach(secret, (node) =>
        outsider.setPermissions({
          ...at(node),
          body: { permissions: [{ authority: { authorityName: 'GROUP_EVERYONE' }, permission: 'Coordinator' }] },
        }),
      ),
  },
  setOwner: {
    attempts: (outsider, secret) => onEach(secret, (node) => outsider.setOwner({ ...at(node), username: '-me-' })),
  },
  downloadContent: {
    attempts: (outsider, { file }) => [
      outsider.downloadContent({ nodeId: file.ref.id }),
      outsider.downloadContent({ nodeId: file.ref.id, version: '1.1' }),
      outsider.downloadContent({ nodeId: file.ref.id, version: '9.9' }),
    ],
  },
  uploadPreview: {
    attempts: (outsider, secret) =>
      onEach(secret, (node) => outsider.uploadPreview({ ...at(node), body: aFile('<svg width="9" height="9"/>') })),
  },
  deletePreview: { attempts: (outsider, secret) => onEach(secret, (node) => outsider.deletePreview(at(node))) },
  getPreview: { attempts: (outsider, secret) => onEach(secret, ({ ref }) => outsider.getPreview({ nodeId: ref.id })) },
  getTextContent: { attempts: (outsider, secret) => onEach(secret, (node) => outsider.getTextContent(at(node))) },
  setTextContent: {
    attempts: (outsider, secret) => onEach(secret, (node) => outsider.setTextContent({ ...at(node), body: 'mine' })),
  },
  listComments: { attempts: (outsider, secret) => onEach(secret, (node) => outsider.listComments(at(node))) },
  addComment: {
    attempts: (outsider, secret) => [
      ...onEach(secret, (node) => outsider.addComment({ ...at(node), body: 'mine' })),
      outsider.addComment({ ...at(secret.file), commentReference: secret.comment, body: 'mine' }),
    ],
  },
  editComment: { attempts: (outsider, { comment }) => [outsider.editComment({ ...at(comment), body: 'mine' })] },
  deleteComment: { attempts: (outsider, { comment }) => [outsider.deleteComment(at(comment))] },
  rateNode: { attempts: (outsider, secret) => onEach(secret, (node) => outsider.rateNode({ ...at(node), rating: 1 })) },
  deleteRating: { attempts: (outsider, secret) => onEach(secret, (node) => outsider.deleteRating(at(node))) },
  giveFeedback: {
    attempts: (outsider, secret) =>
      onEach(secret, (node) => outsider.giveFeedback({ ...at(node), body: { mine: ['mine'] } })),
  },
  listFeedback: { attempts: (outsider, secret) => onEach(secret, (node) => outsider.listFeedback(at(node))) },
  listAppUsages: { answers: true, attempts: (outsider) => [outsider.listAppUsages({ appId: '-home-' })] },
  listCourseUsages: {
    answers: true,
    attempts: (outsider) => [outsider.listCourseUsages({ appId: '-home-', courseId: 'secret course' })],
  },
  listNodeUsages: {
    attempts: (outsider, secret) => onEach(secret, ({ ref }) => outsider.listNodeUsages({ nodeId: ref.id })),
  },
  listCollectionUsages: {
    attempts: (outsider, secret) => onEach(secret, ({ ref }) => outsider.listCollectionUsages({ nodeId: ref.id })),
  },
  listRepositoryUsages: {
    attempts: (outsider, secret) => [
      outsider.listRepositoryUsages({ repository, nodeId: '-all-' }),
      ...onEach(secret, ({ ref }) => outsider.listRepositoryUsages({ repository, nodeId: ref.id })),
    ],
  },
  recordUsage: {
    alsoRefusedBy: [400],
    attempts: (outsider, secret) =>
      onEach(secret, ({ ref }) =>
        outsider.recordUsage({
          repository,
          body: { appId: '-home-', courseId: 'c', resourceId: 'r', nodeId: ref.id },
        }),
      ),
  },
  deleteUsage: {
    attempts: (outsider, secret) =>
      onEach(secret, ({ ref }) => outsider.deleteUsage({ nodeId: ref.id, usageId: ref.id })),
  },
  getRenderingDetails: {
    attempts: (outsider, secret) => onEach(secret, (node) => outsider.getRenderingDetails(at(node))),
  },
  createCollection: {
    attempts: (outsider, secret) => [
      outsider.createCollection({ ...inPlace(secret.collection), body: { title: 'mine', collection: {} } }),
      ...onEach(secret, ({ ref }) => outsider.createCollection({ ...inPlace(ref.id), body: { title: 'mine' } })),
    ],
  },
  getCollection: { attempts: (outsider, { collection }) => [outsider.getCollection(inPlace(collection))] },
  updateCollection: {
    attempts: (outsider, { collection }) => [
      outsider.updateCollection({ ...inPlace(collection), body: { title: 'mine', collection: { scope: 'EDU_ALL' } } }),
    ],
  },
  deleteCollection: { attempts: (outsider, { collection }) => [outsider.deleteCollection(inPlace(collection))] },
  setCollectionIcon: {
    attempts: (outsider, { collection, folder }) => [
      outsider.setCollectionIcon({ ...inPlace(collection), body: aFile('<svg width="9" height="9"/>') }),
      outsider.setCollectionIcon({ ...inPlace(folder.ref.id), body: aFile('<svg width="9" height="9"/>') }),
    ],
  },
  removeCollectionIcon: {
    attempts: (outsider, { collection }) => [outsider.removeCollectionIcon(inPlace(collection))],
  },
  listCollectionChildren: {
    attempts: (outsider, { collection }) => [outsider.listCollectionChildren(inPlace(collection))],
  },
  listCollections: { attempts: (outsider, { collection }) => [outsider.listCollections(inPlace(collection))] },
  listReferences: { attempts: (outsider, { collection }) => [outsider.listReferences(inPlace(collection))] },
  addReference: {
    attempts: (outsider, secret) =>
      onEach(secret, (node) => outsider.addReference({ ...inPlace(secret.collection), node: node.ref.id })),
  },
  removeReference: {
    attempts: (outsider, { collection, file, reference }) =>
      [file.ref.id, reference].map((node) => outsider.removeReference({ ...inPlace(collection), node })),
  },
  orderCollection: {
    attempts: (outsider, { collection, reference }) => [
      outsider.orderCollection({ ...inPlace(collection), body: [reference] }),
    ],
  },
  pinCollections: {
    attempts: (outsider, { collection }) => [outsider.pinCollections({ repository, body: [collection] })],
  },
  searchCollections: {
    answers: true,
    shows: (answer) => expect(answer).toMatchObject({ collections: [], pagination: { total: 0 } }),
    attempts: (outsider, { words }) =>
      ['', '*', words.collection, words.title].map((query) => outsider.searchCollections({ repository, query })),
  },
};
