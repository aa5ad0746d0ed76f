import { badRequest, notFound, RepositoryError } from '../../base/errors/errors.ts';
import { asNodeId, type NodeId } from '../../base/ids.ts';
import { isSpecialList } from '../../contract/special-lists.ts';
import type { Caller } from '../../domain/access/caller.ts';
import type { SystemFolders } from '../../domain/nodes/records.ts';

/**
 * The node that a path segment names: an ID, `-companyhome-`, `-collectionhome-`, `-userhome-`, or `-inbox-`, which is the
 * home folder, too.
 */
export function nodeAt(text: string, caller: Caller, systemFolders: SystemFolders): NodeId {
  if (text === '-companyhome-') return systemFolders.companyHome;
  if (text === '-collectionhome-') return systemFolders.collections;
  if (text === '-userhome-' || text === '-inbox-') {
    if (caller.home === null) throw new RepositoryError('Unauthorized', 'Sign in first: guests have no home folder.');
    return caller.home;
  }
  if (isSpecialList(text)) {
    throw badRequest(`${text} is a list of nodes, not a folder. Request its children instead.`);
  }
  const id = asNodeId(text);
  if (id === undefined) throw notFound('Node', text.slice(0, 100));
  return id;
}
