import type { Client } from '../../client/client.ts';
import { may, type Node, shownPath } from '../visit/nodes.ts';
import type { Visit } from '../visit/visit.ts';
import { ActionForm } from './form.tsx';
import { Icon } from './icon.tsx';

type Place = Awaited<ReturnType<Client['auditAccess']>>['places'][number];

type Authority = Place['permissions'][number]['authority'];

/** The name of a person or a group without the prefix of groups. */
export const bareName = (authorityName: string): string => authorityName.replace(/^GROUP_/, '');

const everyone = 'GROUP_EVERYONE';

function nameOf({ texts }: Visit, { authorityName, authorityType }: Authority): string {
  if (authorityName === everyone || authorityType === 'EVERYONE') return texts.of('sharing.everyone');
  return bareName(authorityName);
}

/** A role in the words of the page. */
export const roleOf = ({ texts }: Visit, permission: string): string => texts.named(`role.${permission}`, permission);

const Remove = ({ visit, node, authority }: { visit: Visit; node: Node; authority: Authority }) => (
  <ActionForm visit={visit} action={`/share/${node.ref.id}/remove`}>
    <input type="hidden" name="authority" value={authority.authorityName} />
    <button
      type="submit"
      class="quiet"
      aria-label={visit.texts.of('sharing.remove-of', { name: nameOf(visit, authority) })}
    >
      {visit.texts.of('sharing.remove')}
    </button>
  </ActionForm>
);

/** The people and groups of one place. Only those of the node itself can be removed. */
export const Granted = ({ visit, node, place }: { visit: Visit; node: Node; place: Place }) => (
  <ul class="granted">
    {place.permissions.map(({ authority, permissions }) => (
      <li key={authority.authorityName}>
        <Icon visit={visit} name={authority.authorityType === 'USER' ? 'person' : 'people'} />
        <bdi>{nameOf(visit, authority)}</bdi>
        <span class="soft">{permissions.map((each) => roleOf(visit, each)).join(', ')}</span>
        {!place.above && may(node, 'ChangePermissions') && <Remove visit={visit} node={node} authority={authority} />}
      </li>
    ))}
    {place.apps.map((app) => (
      <li key={app}>
        <Icon visit={visit} name="link" />
        <bdi>{app}</bdi>
        <span class="soft">{visit.texts.of('sharing.app')}</span>
      </li>
    ))}
  </ul>
);

/** What people have because of a folder above. */
export const Inherited = ({ visit, node, place }: { visit: Visit; node: Node; place: Place }) => (
  <section>
    <h2>
      {place.node === null ? (
        visit.texts.of('sharing.above-hidden')
      ) : (
        <>
          {visit.texts.of('sharing.above')}{' '}
          <a href={`${visit.base}/share/${place.node.id}`}>{shownPath(visit.texts, place.node.path)}</a>
        </>
      )}
    </h2>
    <Granted visit={visit} node={node} place={place} />
  </section>
);
