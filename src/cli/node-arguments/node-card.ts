import type { Client } from '../../client/client.ts';
import { accessRows } from '../permission/views.ts';
import { type Field, timeField } from '../print/table.ts';
import { counted } from '../print/units.ts';
import { collectionTitle, isFolder, propertiesOf, type RepositoryNode, repository, rightsOf } from './node.ts';
import { type PathFinder, unlessRefused } from './node-paths.ts';
import { shownPerson, shownSize, shownType } from './views.ts';

/** The authorities with their roles, or else the rights of the caller. */
async function accessTo(node: RepositoryNode, client: Client): Promise<string> {
  const answer = await unlessRefused(client.getPermissions({ repository, node: node.ref.id }));
  if (answer === undefined) return `you: ${rightsOf(node).join(', ')}`;
  const roles = new Map<string, Set<string>>();
  for (const { entry } of accessRows(answer.permissions)) {
    const { authorityName } = entry.authority;
    const known = roles.get(authorityName) ?? new Set();
    for (const role of entry.permissions ?? [entry.permission]) known.add(role);
    roles.set(authorityName, known);
  }
  const owner = shownPerson(node.owner);
  const entries = [...roles].map(
    ([name, names]) => `${name.replace('GROUP_EVERYONE', 'everyone')} (${[...names].join(', ')})`,
  );
  return [...(owner === '' ? [] : [`${owner} (owner)`]), ...entries].join(', ');
}

async function versionsOf(node: RepositoryNode, client: Client): Promise<string> {
  if (isFolder(node)) return '';
  const answer = await unlessRefused(client.listVersions({ repository, node: node.ref.id }));
  const count = answer?.versions.length ?? 0;
  return count === 0 ? (node.contentVersion ?? '') : `${count}, the current one is ${node.contentVersion}`;
}

function ratingOf({ rating }: RepositoryNode): string {
  const count = rating?.overall.count ?? 0;
  if (rating === null || rating === undefined || count === 0) return '';
  const own = rating.user > 0 ? `, yours is ${rating.user}` : '';
  return `${rating.overall.rating.toFixed(1)} of 5 (${counted(count, 'rating')}${own})`;
}

function byPerson(person: RepositoryNode['createdBy']): string {
  const name = shownPerson(person);
  return name === '' ? '' : `by ${name}`;
}

/** The fields of a node that people look for, without the empty ones. */
export async function cardOf(node: RepositoryNode, client: Client, paths: PathFinder): Promise<readonly Field[]> {
  const properties = new Map(propertiesOf(node));
  const captions = (...names: readonly string[]): string => {
    const shown = names.flatMap((name) => properties.get(`${name}_DISPLAYNAME`) ?? properties.get(name) ?? []);
    return [...new Set(shown)].join(', ');
  };
  const licence = captions('ccm:commonlicense_key');
  const title = collectionTitle(node) ?? node.title ?? '';
  const fields: readonly Field[] = [
    ['title', title === '' ? node.name : title],
    ['name', title === '' ? '' : node.name],
    ['folder', paths.folderOf(node)],
    ['type', shownType(node)],
    ['size', isFolder(node) ? '' : shownSize(node)],
    ['author', captions('ccm:author_freetext', 'ccm:lifecyclecontributer_author')],
    ['description', node.description ?? ''],
    ['link', captions('ccm:wwwurl')],
    ['subject', captions('ccm:taxonid')],
    ['level', captions('ccm:educationalcontext')],
    ['keywords', captions('cclom:general_keyword')],
    ['licence', licence === '' ? '' : `${licence} ${captions('ccm:commonlicense_cc_version')}`.trim()],
    ['access', await accessTo(node, client)],
    ['versions', await versionsOf(node, client)],
    ['rating', ratingOf(node)],
    timeField('created', node.createdAt, byPerson(node.createdBy)),
    timeField('modified', node.modifiedAt, byPerson(node.modifiedBy)),
  ];
  return fields.filter(([, value]) => value !== '');
}
