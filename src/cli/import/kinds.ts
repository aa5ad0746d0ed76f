import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type NodeAddress, writeLocatedAddress } from '../node-arguments/address.ts';
import { shellWord } from '../print/shell-word.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { Failure, usageFailure } from '../program/failure.ts';
import { type AddressOptions, getBeginning, parseAddress } from './address/get.ts';
import { localCopy } from './address/local-copy.ts';
import type { SourceInput, SourceKind } from './source.ts';
import { beginningBytes, isArchive, lookAtFile } from './source-input.ts';
import { webAddress } from './web-address.ts';

/** A kind that is loaded when a source may be of it. */
interface ListedKind {
  readonly name: string;
  load(): Promise<SourceKind>;
}

/** The kinds that `--kind` takes, in the order in which a source is compared with them: the most special first. */
const listed: readonly ListedKind[] = [
  { name: 'oai', load: async () => (await import('./sources/oai.ts')).oai },
  { name: 'repository', load: async () => (await import('./sources/repository.ts')).repositorySource },
  { name: 'amb', load: async () => (await import('./sources/amb.ts')).amb },
  { name: 'oai_dc', load: async () => (await import('./sources/oai-dc.ts')).oaiDc },
  { name: 'lom', load: async () => (await import('./sources/lom.ts')).lomSource },
  { name: 'scorm', load: async () => (await import('./sources/learning-packages.ts')).scormSource },
  {
    name: 'common-cartridge',
    load: async () => (await import('./sources/learning-packages.ts')).commonCartridgeSource,
  },
  { name: 'ims', load: async () => (await import('./sources/learning-packages.ts')).imsSource },
  { name: 'h5p', load: async () => (await import('./sources/h5p.ts')).h5pSource },
  { name: 'epub', load: async () => (await import('./sources/epub.ts')).epubSource },
  { name: 'moodle', load: async () => (await import('./sources/moodle.ts')).moodleSource },
  { name: 'bagit', load: async () => (await import('./sources/bagit.ts')).bagitSource },
  { name: 'list', load: async () => (await import('./sources/list.ts')).list },
  // Also accepts what the kinds above have not recognised.
  { name: 'zip', load: async () => (await import('./sources/zip.ts')).zipSource },
];

/** A folder is imported as it is, by its own way. */
const folderKind = 'folder';

/** The names of all kinds, for `--kind`. */
export const kindNames: readonly string[] = [folderKind, ...listed.map(({ name }) => name)];

async function kindList(): Promise<string> {
  const kinds = await Promise.all(listed.map(({ load }) => load()));
  return [`${folderKind}: folder with files`, ...kinds.map(({ name, title }) => `${name}: ${title}`)].join('; ');
}

async function unknownKind({ text, kind }: SourceInput, target: NodeAddress): Promise<Failure> {
  const [from, to] = [shellWord(text), shellWord(writeLocatedAddress(target))];
  const asFile = kind === 'address' ? '' : `. To store the file itself: edu-repo cp ${from} ${to}`;
  return new Failure(exitCodes.error, {
    what: `${text} is of no kind that import recognises.`,
    why: `The kinds are: ${await kindList()}.`,
    next: `To say what it is: --kind KIND${asFile}`,
  });
}

/** Addresses that show by themselves what they are. */
const telling = /\.(?:csv|tsv|xlsx|jsonld|html?)(?:[?#]|$)|\.amb\.|[?&]verb=/i;

/** Adds the first bytes of an address that does not show what it is. */
async function lookedAt(input: SourceInput, options: AddressOptions): Promise<SourceInput> {
  if (input.kind !== 'address' || telling.test(input.text) || webAddress(input.text) === undefined) return input;
  const beginning = await getBeginning(parseAddress(input.text), { ...options, maxBytes: beginningBytes });
  return { ...input, beginning };
}

const isNot = ({ text, kind }: SourceInput, title: string): Failure =>
  usageFailure(
    `${text} is a ${kind}.`,
    `--kind says that it is a ${title}.`,
    kind === 'folder' ? 'Name the files in it, or leave out --kind' : 'Leave out --kind',
  );

/** Whether the content of an address is an archive or XML: such kinds are recognised in a file. */
const isOfFiles = ({ kind, beginning }: SourceInput): boolean =>
  kind === 'address' && (isArchive(beginning) || /^\s*<\?xml/.test(beginning.toString('utf8')));

/** A source whose kind is known. */
export interface Recognised {
  /** For a kind that reads files, the copy of an address. */
  readonly input: SourceInput;
  /** Undefined for a folder. */
  readonly kind: SourceKind | undefined;
  /** Removes what was copied for it. */
  close(): Promise<void>;
}

/**
 * Recognises a source: as the user says, or as its content shows. Rejects with a failure if it shows no kind. `target` is the
 * folder in the repository, for its advice. Rejects as `getBeginning` and `localCopy` do for an address that has to be looked at.
 */
export async function recognise(
  input: SourceInput,
  as: string | undefined,
  target: NodeAddress,
  options: AddressOptions,
): Promise<Recognised> {
  const looked = as === undefined ? await lookedAt(input, options) : input;
  const kind = await kindOf(looked, as);
  const isUnknown = kind === undefined && input.kind !== 'folder' && !isOfFiles(looked);
  if (isUnknown) throw await unknownKind(input, target);
  if (input.kind !== 'address' || kind?.readsAddresses === true) return { input, kind, close: async () => undefined };
  const copy = await localCopy(input.text, options);
  try {
    const file = await lookAtFile(input.text, copy.path);
    const known = kind ?? (await kindOf(file, as));
    if (known === undefined) throw await unknownKind(input, target);
    return { input: file, kind: known, close: copy.remove };
  } catch (error) {
    await copy.remove();
    throw error;
  }
}

/** The kind of a source; undefined for a folder that is imported as it is, and if its content shows none. */
async function kindOf(input: SourceInput, as: string | undefined): Promise<SourceKind | undefined> {
  if (as === folderKind && input.kind !== 'folder') throw isNot(input, 'folder');
  if (as === folderKind) return undefined;
  const chosen = await listed.find(({ name }) => name === as)?.load();
  if (chosen !== undefined && input.kind === 'folder' && !(await chosen.recognises(input))) {
    throw isNot(input, chosen.title);
  }
  if (chosen !== undefined) return chosen;
  // The readers of other kinds are not loaded for a folder.
  if (input.kind === 'folder' && !existsSync(join(input.text, 'bagit.txt'))) return undefined;
  for (const { load } of listed) {
    const kind = await load();
    if (await kind.recognises(input)) return kind;
  }
  return undefined;
}
