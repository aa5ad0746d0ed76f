import fc from 'fast-check';
import type { Hint } from './hints.ts';
import { one, some, words } from './valid-values.ts';

/** A list that the teacher has. */
const ownList = { person: one('-me-'), list: one('favourites') };

/** Calls on a media centre. It may have been deleted by an earlier call, so each valid one is preceded by a call that creates it. */
const onMediaCenter = { after: 'createMediaCenter', parameters: { mediacenter: some('mediaCenters') } };

/** Hints about usages, imports, media centres, connected repositories, and the settings of people. */
export const laterHints: Readonly<Record<string, Hint>> = {
  addConnectedRepository: {
    json: fc.constant({ url: '{origins.0:0}/{fresh}/rest' }),
    effect: (world, _, { id }) => world.add('connections', id),
  },
  addManagedGroup: {
    after: onMediaCenter.after,
    parameters: { ...onMediaCenter.parameters, group: some('groups') },
    effect: (world, param) => world.add('managed', param('mediacenter'), param('group')),
  },
  addToNodeList: {
    as: 'teacher',
    parameters: { ...ownList, node: some('files') },
    effect: (world, param) => world.add('listed', param('node')),
  },
  copyMetadata: { parameters: { node: some('files') } },
  createNodes: {
    as: 'teacher',
    file: one(
      '{"id":"{fresh}","parent":"-userhome-","properties":{"cm:name":"{fresh}"},"content":{"size":4}}\nText',
      '{"id":"a","parent":"-userhome-","properties":{"cm:name":"a"},"renameIfExists":true}\n{"id":"b"}\n',
      '{"id":"{fresh}","parent":"-userhome-","properties":{"cm:name":"x"},"content":{"size":9}}\nText',
    ),
  },
  createMediaCenter: {
    parameters: { mediacenter: one('{fresh}') },
    json: fc.record({ displayName: words }),
    effect: (world, _, { authorityName }) => world.add('mediaCenters', authorityName),
  },
  deleteMediaCenter: {
    ...onMediaCenter,
    effect: (world, param) => {
      world.remove('mediaCenters', param('mediacenter'));
      world.remove('managed', param('mediacenter'));
    },
  },
  deleteUsage: {
    after: 'recordUsage',
    as: 'teacher by application',
    together: (at) => ({ usageId: `{usages.0:${at}}`, nodeId: `{usages.1:${at}}` }),
    effect: (world, param) => world.remove('usages', param('usageId')),
  },
  findImported: { json: fc.constant({ 'ccm:replicationsourceid': ['imported'] }) },
  getMediaCenter: onMediaCenter,
  getNodeList: { as: 'teacher', parameters: ownList },
  getRepositoryMetadata: { parameters: { format: one('lms') } },
  listAppUsages: { as: 'admin', parameters: { appId: some('signers') } },
  listCourseUsages: { as: 'admin', parameters: { appId: some('signers'), courseId: one('5b') } },
  listManagedGroups: onMediaCenter,
  listMediaCenterNodes: onMediaCenter,
  listNodeUsages: { as: 'admin' },
  listSharedWithPerson: { as: 'admin' },
  listRepositoryUsages: { as: 'admin', parameters: { from: one('0') } },
  recordUsage: {
    as: 'teacher by application',
    json: fc.record({
      appId: some('signers'),
      courseId: one('5b', '6a'),
      resourceId: one('{fresh}'),
      nodeId: some('files'),
      nodeVersion: fc.constant(null),
    }),
    effect: (world, _, { nodeId, parentNodeId }) => world.add('usages', nodeId, parentNodeId),
  },
  removeConnectedRepository: {
    after: 'addConnectedRepository',
    parameters: { connection: some('connections') },
    effect: (world, param) => world.remove('connections', param('connection')),
  },
  getHarvest: { after: 'addHarvest', parameters: { harvest: some('harvests') } },
  removeHarvest: {
    after: 'addHarvest',
    parameters: { harvest: some('harvests') },
    effect: (world, param) => world.remove('harvests', param('harvest')),
  },
  // A run in progress answers 409, so that each has its own.
  runHarvest: { after: 'addHarvest', parameters: { harvest: some('harvests') }, weight: 2 },
  getImport: { after: 'prepareImport', as: 'teacher', parameters: { import: one('{imports.0:newest}') } },
  getImportReport: { after: 'prepareImport', as: 'teacher', parameters: { import: one('{imports.0:newest}') } },
  runImport: {
    after: 'prepareImport',
    as: 'teacher',
    parameters: { import: one('{imports.0:newest}') },
    mayWait: true,
    weight: 2,
  },
  removeFromNodeList: {
    after: 'addToNodeList',
    as: 'teacher',
    parameters: { ...ownList, node: some('listed') },
    effect: (world, param) => world.remove('listed', param('node')),
  },
  removeManagedGroup: {
    after: 'addManagedGroup',
    together: (at) => ({ mediacenter: `{managed.0:${at}}`, group: `{managed.1:${at}}` }),
    effect: (world, param) => world.remove('managed', param('mediacenter'), param('group')),
  },
  setPersonStatus: { after: 'createPerson', parameters: { person: some('people') } },
  setPreferences: { as: 'teacher', parameters: { person: one('-me-') }, text: one('{"theme":"dark"}', '[]') },
  syncImported: {
    parameters: {
      group: one('fuzz'),
      match: one('ccm:replicationsourceid'),
      groupBy: one('ccm:replicationsource'),
    },
    json: fc.record({
      'ccm:replicationsourceid': fc.constant(['imported']),
      'ccm:replicationsource': fc.array(words, { maxLength: 1 }),
      'cclom:title': fc.array(words, { minLength: 1, maxLength: 1 }),
    }),
  },
  testConnectedRepository: { after: 'addConnectedRepository', parameters: { connection: some('connections') } },
  updateMediaCenter: onMediaCenter,
};
