import { badRequest, RepositoryError } from '../../base/errors/errors.ts';
import type { PageAnswer } from '../../contract/page.ts';
import { redirect } from '../visit/answers.ts';
import { home, may, type Node, pathOf } from '../visit/nodes.ts';
import type { Visit } from '../visit/visit.ts';

/** Creates a folder in a folder, and shows the new one. */
export async function createFolder(visit: Visit): Promise<PageAnswer> {
  const { name = '' } = await visit.form();
  const body = { 'cm:name': [name.trim()] };
  const { node } = await visit.call.createNode({ ...home, node: visit.id, type: 'ccm:map', body });
  return redirect(visit, `${pathOf(node)}?notice=folder-created`);
}

/** Gives a node another name; a collection, which is shown by its title, another title. */
export async function renameNode(visit: Visit): Promise<PageAnswer> {
  const { name = '' } = await visit.form();
  const { collection } = (await visit.call.getNode({ ...home, node: visit.id })).node;
  const body = { [collection === null ? 'cm:name' : 'cm:title']: [name.trim()] };
  const { node } = await visit.call.updateMetadata({ ...home, node: visit.id, body });
  return redirect(visit, `${pathOf(node)}?notice=renamed`);
}

/** The page of the folder that a node is in; the start page if the visitor may not read the folder. */
async function pageAbove({ call }: Visit, { parent, collection }: Node): Promise<string> {
  if (collection !== null) return '/collections';
  if (parent === null) return '/';
  const folder = await call.getNode({ ...home, node: parent.id }).catch(() => undefined);
  return folder === undefined ? '/' : pathOf(folder.node);
}

/** Moves a node to the trash, and shows the folder that it was in. */
export async function deleteNode(visit: Visit): Promise<PageAnswer> {
  const { node } = await visit.call.getNode({ ...home, node: visit.id });
  const above = await pageAbove(visit, node);
  await visit.call.deleteNode({ ...home, node: visit.id });
  return redirect(visit, `${above}?notice=deleted`);
}

const backTo = (visit: Visit, notice: string, anchor = ''): PageAnswer =>
  redirect(visit, `/node/${encodeURIComponent(visit.id)}?notice=${notice}${anchor}`);

/**
 * Makes the content of an earlier version a new version; what is said about the node stays. Without any content, as of a link, the whole
 * version becomes the current one.
 */
export async function restoreVersion(visit: Visit): Promise<PageAnswer> {
  const { major, minor } = visit.params;
  const path = { ...home, node: visit.id };
  const { node } = await visit.call.getNode(path);
  const version = `${major}.${minor}`;
  // Checked before a content is opened that a refused upload would not read.
  if (!may(node, 'Write')) throw new RepositoryError('Forbidden', visit.texts.of('failure.no-right.text'));
  if (node.size === null) await visit.call.revertVersion({ ...path, major: Number(major), minor: Number(minor) });
  else {
    const { fileName: name = node.name, ...content } = await visit.call.downloadContent({ nodeId: visit.id, version });
    const versionComment = visit.texts.of('version.label', { version });
    await visit.call.uploadContent({ ...path, versionComment, mimetype: content.mimeType, body: { ...content, name } });
  }
  return backTo(visit, 'version-restored');
}

/** Makes a sent file the content of a node, as a new version. */
export async function addVersion(visit: Visit): Promise<PageAnswer> {
  const { file } = await visit.upload();
  if (file === undefined || file.name === '') throw badRequest(visit.texts.of('upload.no-file'));
  await visit.call.uploadContent({ ...home, node: visit.id, body: file });
  return backTo(visit, 'version-added');
}

export async function addComment(visit: Visit): Promise<PageAnswer> {
  const { comment = '' } = await visit.form();
  await visit.call.addComment({ ...home, node: visit.id, body: comment.trim() });
  return backTo(visit, 'commented', '#comments');
}

export async function deleteComment(visit: Visit): Promise<PageAnswer> {
  await visit.call.deleteComment({ ...home, node: visit.params['comment'] ?? '' });
  return backTo(visit, 'comment-deleted', '#comments');
}

/** Rates a node, or takes the own rating back (0). */
export async function rateNode(visit: Visit): Promise<PageAnswer> {
  const { rating = '' } = await visit.form();
  const path = { ...home, node: visit.id };
  if (rating === '0') await visit.call.deleteRating(path);
  else await visit.call.rateNode({ ...path, rating: Number(rating) });
  return backTo(visit, rating === '0' ? 'rating-removed' : 'rated');
}
