import { readForeignFiles } from '../../src/adapters/metadata-import/metadata-import.ts';
import { createMetadataTexts } from '../../src/adapters/metadata-sets/metadata-texts.ts';
import { createNameIndex } from '../../src/adapters/names/name-index.ts';
import { systemClock } from '../../src/adapters/system/clock.ts';
import { createCronScheduler } from '../../src/adapters/system/cron-scheduler.ts';
import { systemRandomness } from '../../src/adapters/system/randomness.ts';
import { createScryptPasswords } from '../../src/adapters/system/scrypt-passwords.ts';
import { plainTextReader } from '../../src/adapters/texts/plain-text.ts';
import type { NodeId } from '../../src/base/ids.ts';
import { DataProtectionSettings, exportOptionsOf } from '../../src/daemon/configuration/data-protection.ts';
import { loadDictionary } from '../../src/daemon/configuration/load-dictionary.ts';
import type { Caller } from '../../src/domain/access/caller.ts';
import { defaultPropertyLimits } from '../../src/domain/nodes/property-limits.ts';
import type { NodeRecord, SystemFolders } from '../../src/domain/nodes/records.ts';
import type { ExportOptions } from '../../src/domain/privacy/export-options.ts';
import type { Seams } from '../../src/ports/seams.ts';
import { bootstrap, readSystemFolders } from '../../src/services/identity/bootstrap.ts';
import { createFileFieldService } from '../../src/services/renditions/file-fields.ts';
import { createServices, type Services } from '../../src/services/services.ts';
import { parseOnce } from './memory/collection.ts';
import { createMemoryContentStore } from './memory/content-store.ts';
import { createMemoryMetadataSets } from './memory/metadata-sets.ts';
import { createMemorySearchIndex } from './memory/search-index.ts';
import { createMemoryStore } from './memory/store.ts';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

const noPictures: Seams['thumbnailMaker'] = {
  make: async () => ({ made: null, why: 'none inside' }),
  limits: { time: 1000, memory: 1_000_000 },
  resize: (open) => open(),
  stop: async () => undefined,
};

const noTexts: Seams['textReader'] = {
  read: async () => ({ text: null, why: 'none inside' }),
  limits: { time: 1000, memory: 1_000_000 },
  stop: async () => undefined,
};

const emptyTexts: Seams['textCache'] = {
  prepare: async () => ({ wasGone: false }),
  read: async () => undefined,
  write: async (_, text) => Buffer.byteLength(text),
  remove: async () => undefined,
  async *hashes() {},
};

const emptyCache: Seams['thumbnailCache'] = {
  read: async () => undefined,
  write: async () => undefined,
  remove: async () => undefined,
  async *hashes() {},
};

const noImports: Pick<Seams, 'importRunner' | 'importUploads' | 'inboxFolders'> = {
  importRunner: {
    harvestSource: async (source) => source,
    run: () => Promise.reject(new Error('There are no other processes in memory.')),
    forget: async () => undefined,
  },
  importUploads: {
    clear: async () => undefined,
    keep: () => Promise.reject(new Error('There are no files of imports in memory.')),
    run: () => Promise.reject(new Error('There are no other processes in memory.')),
    items: async function* () {},
    remove: async () => undefined,
  },
  inboxFolders: { watch: () => async () => undefined },
};

const noExports: Pick<Seams, 'archiveWriter' | 'backups' | 'reportWriter' | 'mailer' | 'mailTemplates' | 'scheduler'> =
  {
    archiveWriter: {
      open: () => Promise.reject(new Error('There are no archives in memory.')),
      stop: async () => undefined,
    },
    reportWriter: {
      check: async () => undefined,
      write: async () => Buffer.from('%PDF-1.7 report'),
      stop: async () => undefined,
    },
    backups: {
      open: () => Promise.reject(new Error('A repository in memory has no folder to back up.')),
      last: async () => undefined,
    },
    mailer: { send: async () => undefined, stop: async () => undefined },
    mailTemplates: { fill: async () => ({ subject: '', text: '', html: '' }) },
    scheduler: createCronScheduler(),
  };

/** Seams that are gone with the process; those given take the place of the ones in memory. */
export function memorySeams(given: Partial<Seams> = {}): Seams {
  const index = createMemorySearchIndex();
  return {
    store: createMemoryStore(undefined, parseOnce),
    content: createMemoryContentStore(),
    openIndex: () => Promise.resolve(index),
    createNameIndex,
    metadataSets: createMemoryMetadataSets(),
    metadataTexts: createMetadataTexts(),
    readForeignFiles,
    plainText: plainTextReader,
    clock: systemClock,
    randomness: systemRandomness,
    passwords: createScryptPasswords({ cost: 2 ** 4 }),
    hosts: { of: async (host) => [host] },
    thumbnailMaker: noPictures,
    thumbnailCache: emptyCache,
    textReader: noTexts,
    textCache: emptyTexts,
    ...noExports,
    ...noImports,
    log: silent,
    ...given,
  };
}

/** The use cases of a new repository over these seams, without anything that listens or runs behind the answers. */
export async function bareRepository(seams: Seams, dataExports: Partial<ExportOptions> = {}): Promise<Services> {
  await bootstrap(seams, await seams.passwords.hash('admin-password'));
  const landmarks = await readSystemFolders(seams.store);
  if (landmarks === undefined) throw new Error('The repository was not founded.');
  return servicesOver(seams, landmarks, dataExports);
}

/** The words of the program alone. */
export const programDictionary = await loadDictionary('/nothing/here');

/** Fills the fields of nodes as the program does. */
export const fileFields = createFileFieldService({
  fieldsFromFiles: true,
  contentModel: programDictionary,
  propertyLimits: defaultPropertyLimits,
});

/** The same over a store that was filled in another way. */
export const servicesOver = (
  seams: Seams,
  landmarks: SystemFolders,
  dataExports: Partial<ExportOptions> = {},
): Services =>
  createServices(seams, landmarks, {
    repositoryId: 'local',
    contentModel: programDictionary,
    propertyLimits: defaultPropertyLimits,
    fieldsFromFiles: true,
    guest: { enabled: true, username: 'esguest', groups: [] },
    unknownAuthorities: 'refuse',
    personAttributes: {
      role: 'primaryAffiliation',
      school: null,
      schoolNumber: null,
      mediaCenter: null,
      secondaryId: null,
    },
    sessionIdleTimeout: 60_000,
    ticketIdleTimeout: 3_600_000,
    oauth: { expiresIn: 3_600, clients: new Map(), publicClient: true },
    inboxes: [],
    trash: { keptFor: 90 * 24 * 3_600_000 },
    appSignature: { tolerance: 10_000, allowSha1: true },
    dataExports: {
      ...exportOptionsOf(DataProtectionSettings.parse({}), () => 'http://repo.example/edu-sharing'),
      ...dataExports,
    },
  });

/** Somebody without a password, and the caller that they are. */
export async function addPerson(services: Services, userName: string): Promise<Caller> {
  await services.people.create({ userName, firstName: '', lastName: '', email: '', password: undefined });
  return callerOf(services, userName);
}

export async function callerOf(services: Services, userName: string): Promise<Caller> {
  const caller = await services.callers.of(userName);
  if (caller === undefined) throw new Error(`There is no ${userName}.`);
  return caller;
}

export function homeOf({ home, userName }: Caller): NodeId {
  if (home === null) throw new Error(`${userName} has no home folder.`);
  return home;
}

/** Makes a node of this type and name with one keyword. */
export const makeBareNode = (
  services: Services,
  caller: Caller,
  parent: NodeId,
  node: { readonly type: string; readonly name: string; readonly keyword?: string },
): Promise<NodeRecord> =>
  services.nodes.create(caller, parent, {
    type: node.type,
    aspects: [],
    properties: new Map([
      ['cm:name', [node.name]],
      ['cclom:general_keyword', [node.keyword ?? 'keyword']],
    ]),
    onNameClash: 'fail',
    versionComment: '',
  });

/** Sets the local list of a node: pairs of an authority and a permission. */
export const setList = async (
  services: Services,
  caller: Caller,
  node: NodeId,
  inherits: boolean,
  ...entries: readonly (readonly [authority: string, permission: string])[]
): Promise<void> => {
  await services.permissions.set(caller, node, {
    inherits,
    entries: entries.map(([authority, permission]) => ({ authority, type: undefined, permissions: [permission] })),
  });
};
