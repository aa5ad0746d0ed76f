import { randomUUID } from 'node:crypto';
import { exactBytes } from '../../base/byte-streams.ts';
import { badRequest } from '../../base/errors/errors.ts';
import { normalized } from '../../base/normalized.ts';
import { AnswerError } from '../../client/answer-error.ts';
import { createOne, streamedEntry } from '../../client/batch-file.ts';
import type { UploadedFile } from '../../contract/file-body.ts';
import type { PageAnswer } from '../../contract/page.ts';
import { nameChoices } from '../parts/upload.tsx';
import { json, redirect } from '../visit/answers.ts';
import { home, type Node } from '../visit/nodes.ts';
import type { Visit } from '../visit/visit.ts';
import { failurePage, reasonOf } from './failure.tsx';

type NameChoice = (typeof nameChoices)[number];

/** What became of a file. `ready`: the request had no file, and it can be sent now. */
interface Outcome {
  readonly result: 'ready' | 'stored' | 'skipped' | 'exists' | 'failed';
  /** Why it failed, in plain words. */
  readonly message?: string;
}

const maxFolders = 50;

const choiceOf = (text: string | undefined): NameChoice => nameChoices.find((each) => each === text) ?? 'ask';

/** The node with this name in a folder; undefined if there is none that the visitor may read. */
async function childNamed({ call }: Visit, folder: string, name: string): Promise<Node | undefined> {
  try {
    return (await call.resolvePath({ ...home, node: folder, path: name })).node;
  } catch (error) {
    if (error instanceof AnswerError && (error.status === 404 || error.status === 400)) return undefined;
    throw error;
  }
}

/** The ID of the folder at a path below another one. Creates the folders that are missing. */
async function folderAt(visit: Visit, folder: string, names: readonly string[]): Promise<string> {
  let id = folder;
  for (const name of names) {
    const known = await childNamed(visit, id, name);
    const body = { 'cm:name': [name] };
    id = (known ?? (await visit.call.createNode({ ...home, node: id, type: 'ccm:map', body })).node).ref.id;
  }
  return id;
}

interface NewFile {
  readonly folder: string;
  readonly name: string;
  readonly file: UploadedFile;
  readonly keepBoth: boolean;
}

/** Creates a file together with its content, so that its first version has it. */
async function createFilled({ call }: Visit, { folder, name, file, keepBoth }: NewFile, size: number): Promise<void> {
  const entry = { id: randomUUID(), parent: folder, properties: { 'cm:name': [name] }, renameIfExists: keepBoth };
  const differs = () => badRequest(`The file does not have the ${size} bytes that were stated. Send it again.`);
  const bytes = exactBytes(file.bytes, size, differs);
  const { mimeType: mimetype } = file;
  const content = { size, bytes, fileName: name, ...(mimetype === undefined ? {} : { mimetype }) };
  await createOne(call, streamedEntry(entry, content));
}

/** Creates a file, and uploads its content then, whose size is not known. Without the content, the file is deleted again. */
async function createThenFill({ call }: Visit, { folder, name, file, keepBoth }: NewFile): Promise<void> {
  const body = { 'cm:name': [name] };
  const { node } = await call.createNode({ ...home, node: folder, type: 'ccm:io', renameIfExists: keepBoth, body });
  const path = { ...home, node: node.ref.id };
  try {
    await call.uploadContent({ ...path, body: file });
  } catch (error) {
    await call.deleteNode({ ...path, recycle: false }).catch(() => undefined);
    throw error;
  }
}

/** A form of a browser without scripts does not state the size before the file. */
const createFile = (visit: Visit, file: NewFile, size: number | undefined): Promise<void> =>
  size === undefined ? createThenFill(visit, file) : createFilled(visit, file, size);

interface Sent {
  /** The names of the folders below the folder, and of the file. */
  readonly path: readonly string[];
  readonly file: UploadedFile | undefined;
  readonly size: number | undefined;
  readonly choice: NameChoice;
}

async function store(visit: Visit, folder: string, { path, file, size, choice }: Sent): Promise<Outcome> {
  const name = path.at(-1) ?? '';
  const parent = await folderAt(visit, folder, path.slice(0, -1));
  const known = await childNamed(visit, parent, name);
  if (known !== undefined && choice === 'skip') return { result: 'skipped' };
  if (known !== undefined && (choice === 'ask' || (choice === 'version' && known.isDirectory)))
    return { result: 'exists' };
  if (file === undefined) return { result: 'ready' };
  if (known !== undefined && choice === 'version')
    await visit.call.uploadContent({ ...home, node: known.ref.id, body: file });
  else await createFile(visit, { folder: parent, name, file, keepBoth: choice === 'both' }, size);
  return { result: 'stored' };
}

/** The names of a path. A path that leads up, or that is too deep, has none. */
function namesOf(path: string): readonly string[] {
  const names = normalized(path, 'NFC').split('/');
  const isPlain = names.every((name) => name.trim() !== '' && name !== '.' && name !== '..');
  return isPlain && names.length <= maxFolders ? names : [];
}

async function outcomeOf(visit: Visit, folder: string): Promise<Outcome & { readonly status: number }> {
  const { file } = await visit.upload();
  const { path = '', 'if-exists': choice, size: stated = '' } = await visit.form();
  const size = /^\d{1,15}$/.test(stated) ? Number(stated) : undefined;
  const names = namesOf(path === '' ? (file?.name.split(/[/\\]/).at(-1) ?? '') : path);
  if (names.length === 0) return { status: 400, result: 'failed', message: visit.texts.of('upload.no-file') };
  try {
    const outcome = await store(visit, folder, { path: names, file, size, choice: choiceOf(choice) });
    return { status: outcome.result === 'exists' ? 409 : 200, ...outcome };
  } catch (error) {
    if (!(error instanceof AnswerError)) throw error;
    return { status: error.status, result: 'failed', message: reasonOf(visit, error.status, error.message) };
  }
}

/**
 * Stores a file in a folder. A form of a browser without scripts sends one file and gets a page; the script sends one request
 * after another, first without the file to find out whether it can be stored, and gets JSON.
 */
export async function uploadFile(visit: Visit): Promise<PageAnswer> {
  const folder = visit.id;
  const { status, ...outcome } = await outcomeOf(visit, folder);
  if (visit.wantsJson) return json(visit, status, outcome);
  const to = (notice: string) => redirect(visit, `/folder/${encodeURIComponent(folder)}?notice=${notice}`);
  switch (outcome.result) {
    case 'stored':
      return to('uploaded');
    case 'skipped':
      return to('upload-skipped');
    case 'exists':
      return failurePage(visit, status, visit.texts.of('upload.exists.form'));
    case 'ready':
      return failurePage(visit, 400, visit.texts.of('upload.no-file'));
    case 'failed':
      return failurePage(visit, status, outcome.message ?? '');
  }
}
