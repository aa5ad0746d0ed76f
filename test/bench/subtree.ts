import { systemRandomness } from '../../src/adapters/system/randomness.ts';
import type { NodeId } from '../../src/base/ids.ts';
import { initialize } from '../../src/daemon/data-directory/initialize.ts';
import { openSeams } from '../../src/daemon/open-seams.ts';
import { newNode } from '../../src/domain/nodes/new-node.ts';
import type { NodeRecord } from '../../src/domain/nodes/records.ts';
import type { Seams } from '../../src/ports/seams.ts';
import { readSystemFolders } from '../../src/services/identity/bootstrap.ts';
import { putNodeVersion } from '../../src/services/records/version-records.ts';
import { materialProperties } from './material.ts';
import { documentBatches, facetFields, facetValue, type SearchDocument } from './processes/search-documents.mjs';
import { admin } from './repository.ts';

/** A folder with very much in it, and a leaf beside it. */
export interface Subtree {
  readonly folder: string;
  /** Lies somewhere below the folder. */
  readonly inside: string;
  /** Has nothing below it, and lies in another folder. */
  readonly leaf: string;
}

const perFolder = 100;
const perChange = 1_000;
/** A log for stores that are opened here. */
export const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** A node of the administrator in its first version. */
export const newNodeIn = (parent: NodeId, type: 'ccm:map' | 'ccm:io', name: string): NodeRecord =>
  newNode({
    id: systemRandomness.nodeId(),
    parent,
    type,
    folder: type === 'ccm:map',
    name,
    at: new Date().toISOString(),
    by: admin.userName,
  });

/** The folder, folders of 100 in it, and in each of these 100 folders or leaves, until there are so many. */
function* subtreeBelow(folder: NodeRecord, descendants: number): Generator<NodeRecord> {
  const open = [folder];
  let made = 0;
  for (let parent = open.shift(); parent !== undefined && made < descendants; parent = open.shift()) {
    for (let at = 0; at < perFolder && made < descendants; at += 1) {
      const isFolder = made < descendants / perFolder;
      const child = newNodeIn(parent.id, isFolder ? 'ccm:map' : 'ccm:io', `Stück ${at + 1}`);
      if (isFolder) open.push(child);
      made += 1;
      yield child;
    }
  }
}

/** Writes nodes in one change. */
export async function writeNodes(seams: Seams, nodes: readonly NodeRecord[]): Promise<void> {
  await seams.store.change(async (change) => {
    for (const record of nodes) putNodeVersion(change, record, '');
  });
}

async function writeAll(seams: Seams, nodes: Iterable<NodeRecord>): Promise<void> {
  let batch: NodeRecord[] = [];
  for (const record of nodes) {
    batch.push(record);
    if (batch.length < perChange) continue;
    await writeNodes(seams, batch);
    batch = [];
  }
  await writeNodes(seams, batch);
}

/** Makes a data directory without the way through the interface: that would take minutes. */
export async function filled<T>(
  dataDirectory: string,
  fill: (seams: Seams, companyHome: NodeId) => Promise<T>,
): Promise<T> {
  await initialize({ dataDirectory, adminPassword: admin.password });
  const seams = await openSeams(dataDirectory, false, silent);
  try {
    const landmarks = await readSystemFolders(seams.store);
    if (landmarks === undefined) throw new Error(`The data directory ${dataDirectory} is empty.`);
    return await fill(seams, landmarks.companyHome);
  } finally {
    await seams.store.close();
  }
}

function described(child: NodeRecord): NodeRecord {
  const { 'cm:name': _, ...properties } = materialProperties(child.name);
  return { ...child, properties };
}

/** Makes a data directory with such a folder. Nodes have no properties unless they are asked for. */
export const createSubtree = (
  dataDirectory: string,
  descendants: number,
  { withProperties = false }: { readonly withProperties?: boolean } = {},
): Promise<Subtree> =>
  filled(dataDirectory, async (seams, companyHome) => {
    const folder = newNodeIn(companyHome, 'ccm:map', 'Alles');
    const beside = newNodeIn(companyHome, 'ccm:map', 'Daneben');
    const leaf = newNodeIn(beside.id, 'ccm:io', 'Blatt');
    await writeNodes(seams, [folder, beside, leaf]);
    const below = [...subtreeBelow(folder, descendants)].map((child) => (withProperties ? described(child) : child));
    await writeAll(seams, below);
    return { folder: folder.id, inside: below.at(-1)?.id ?? folder.id, leaf: leaf.id };
  });

/** A folder with folders of 100 materials in it, whose words occur as often as words do (`search-documents.mjs`). */
export interface Library {
  readonly folder: string;
  readonly materials: readonly string[];
}

/** The properties of such a material. */
export function libraryProperties({ title, description, facets }: SearchDocument): Record<string, string[]> {
  const values = Object.keys(facetFields).map((field, at) => [field, [facetValue(field, facets[at] ?? 0)]]);
  return {
    'cclom:title': [title],
    'cclom:general_description': [description],
    ...Object.fromEntries(values),
  };
}

function inFolder(parent: NodeId, documents: readonly SearchDocument[]): [NodeRecord, ...NodeRecord[]] {
  const folder = newNodeIn(parent, 'ccm:map', `Fach ${(documents[0]?.number ?? 0) / perFolder + 1}`);
  const materials = documents.map((document) => ({
    ...newNodeIn(folder.id, 'ccm:io', `Arbeitsblatt ${document.number + 1}.pdf`),
    properties: libraryProperties(document),
  }));
  return [folder, ...materials];
}

/** Makes a data directory with such a library. */
export const createLibrary = (dataDirectory: string, count: number): Promise<Library> =>
  filled(dataDirectory, async (seams, companyHome) => {
    const top = newNodeIn(companyHome, 'ccm:map', 'Bibliothek');
    const ids: string[] = [];
    await writeNodes(seams, [top]);
    for (const batch of documentBatches(count)) {
      for (let from = 0; from < batch.length; from += perFolder) {
        const [folder, ...materials] = inFolder(top.id, batch.slice(from, from + perFolder));
        await writeNodes(seams, [folder, ...materials]);
        ids.push(...materials.map(({ id }) => id));
      }
    }
    return { folder: top.id, materials: ids };
  });

/** Makes a data directory with a folder that has so many materials in it, and gives its id. */
export const createWideFolder = (dataDirectory: string, children: number): Promise<string> =>
  filled(dataDirectory, async (seams, companyHome) => {
    const folder = newNodeIn(companyHome, 'ccm:map', 'Alles');
    await writeNodes(seams, [folder]);
    const materials = Array.from({ length: children }, (_, at): NodeRecord => {
      const { 'cm:name': names = [], ...properties } = materialProperties(`Arbeitsblatt ${at + 1}.pdf`);
      return { ...newNodeIn(folder.id, 'ccm:io', names[0] ?? ''), properties };
    });
    await writeAll(seams, materials);
    return folder.id;
  });
