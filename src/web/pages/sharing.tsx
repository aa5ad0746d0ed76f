import type { PageAnswer } from '../../contract/page.ts';
import { ActionForm, Choice, Field, Problem, Submit } from '../parts/form.tsx';
import { bareName, Granted, Inherited, roleOf } from '../parts/granted.tsx';
import { Icon } from '../parts/icon.tsx';
import { Layout } from '../parts/layout.tsx';
import { page, redirect } from '../visit/answers.ts';
import { home, may, type Node, pathOf, shownPath, shownTitle } from '../visit/nodes.ts';
import type { Visit } from '../visit/visit.ts';
import { suggestedAuthorities } from './suggest.tsx';

/** The roles that the page offers, from the fewest rights to the most. */
const roles = ['Consumer', 'Contributor', 'Collaborator', 'Coordinator'] as const;

const maxPlaces = 100;

interface AddState {
  readonly name?: string;
  readonly role?: string;
  readonly problem?: string;
  /** What an administrator may choose from. */
  readonly found?: readonly string[];
}

const Add = ({ visit, node, state }: { visit: Visit; node: Node; state: AddState }) => {
  const { texts } = visit;
  const { name = '', problem, found = [] } = state;
  return (
    <ActionForm visit={visit} action={`/share/${node.ref.id}/add`} class="card share" label={texts.of('sharing.add')}>
      <Problem text={problem} id="share-problem" />
      <Field
        id="name"
        label={texts.of('sharing.name')}
        value={name}
        required
        autocomplete="off"
        suggestions={visit.isAdmin ? { visit, source: '/suggest/authorities' } : undefined}
        {...(problem === undefined ? {} : { describedBy: 'share-problem' })}
      />
      {found.length > 0 && (
        <p class="actions">
          {found.map((each) => (
            <button key={each} type="submit" name="chosen" value={each}>
              <Icon visit={visit} name={bareName(each) === each ? 'person' : 'people'} />
              {bareName(each)}
            </button>
          ))}
        </p>
      )}
      <Choice
        id="role"
        label={texts.of('sharing.role')}
        value={state.role}
        options={roles.map((role) => [role, roleOf(visit, role)])}
      />
      <Submit>{texts.of('sharing.add')}</Submit>
    </ActionForm>
  );
};

async function sharingPage(visit: Visit, node: Node, state: AddState = {}): Promise<PageAnswer> {
  const { texts } = visit;
  const { places } = await visit.call.auditAccess({ node: node.ref.id, maxItems: maxPlaces });
  const own = places.find(({ node: place }) => place?.id === node.ref.id);
  const above = places.filter((place) => place.above && place.permissions.length > 0);
  const below = places.filter((place) => !place.above && place !== own);
  const title = texts.of('sharing.of', { name: shownTitle(texts, node) });
  const content = (
    <Layout visit={visit} title={title} hasHeading>
      <p>
        <a href={`${visit.base}${pathOf(node)}`}>{texts.of('button.back')}</a>
      </p>
      {may(node, 'ChangePermissions') && <Add visit={visit} node={node} state={state} />}
      <section>
        <h2>{texts.of('sharing.own')}</h2>
        {own?.owner != null && <p>{texts.of('sharing.owner', { name: own.owner })}</p>}
        {own !== undefined && own.permissions.length + own.apps.length > 0 ? (
          <Granted visit={visit} node={node} place={own} />
        ) : (
          <p class="soft">{texts.of('sharing.none')}</p>
        )}
      </section>
      {above.map((place) => (
        <Inherited key={place.node?.id ?? 'hidden'} visit={visit} node={node} place={place} />
      ))}
      {below.length > 0 && (
        <section>
          <h2>{texts.of('sharing.below')}</h2>
          <ul>
            {below.map(({ node: place }) => (
              <li key={place?.id}>
                <a href={`${visit.base}/share/${place?.id}`}>
                  {place?.path == null ? null : shownPath(texts, place.path)}
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
    </Layout>
  );
  return page(visit, content, state.problem === undefined ? 200 : 400);
}

/** Who has access to a node, and because of which folder. */
export async function showSharing(visit: Visit): Promise<PageAnswer> {
  const { node } = await visit.call.getNode({ ...home, node: visit.id });
  return sharingPage(visit, node);
}

/** Sets the own permissions of a node but for one authority, which gets a role or, without one, nothing. */
async function setRole(visit: Visit, authorityName: string, role: string | undefined): Promise<void> {
  const path = { ...home, node: visit.id };
  const { permissions } = await visit.call.getPermissions(path);
  const others = permissions.localPermissions.permissions
    .filter(({ authority }) => authority.authorityName !== authorityName)
    .map(({ authority, permissions: kept }) => ({
      authority: { authorityName: authority.authorityName },
      permissions: kept,
    }));
  const added = role === undefined ? [] : [{ authority: { authorityName }, permissions: [role] }];
  await visit.call.setPermissions({ ...path, body: { permissions: [...others, ...added] } });
}

/** Shares a node with the person or group whose name was typed. */
export async function addShare(visit: Visit): Promise<PageAnswer> {
  const { name: typed = '', chosen, role: stated } = await visit.form();
  const name = (chosen ?? typed).trim();
  const role = roles.find((each) => each === stated) ?? 'Consumer';
  const { node } = await visit.call.getNode({ ...home, node: visit.id });
  if (name === '') return sharingPage(visit, node, { problem: visit.texts.of('sharing.unknown', { name }) });
  const { names } = await visit.call.findAuthorities({ node: visit.id, name: [name] });
  const meant = names[0]?.authorities ?? [];
  // A person and a group may have the same name.
  const only = meant.length === 1 ? meant[0] : meant.find(({ authorityName }) => authorityName === chosen);
  if (only !== undefined) {
    await setRole(visit, only.authorityName, role);
    return redirect(visit, `/share/${encodeURIComponent(visit.id)}?notice=shared`);
  }
  const found =
    meant.length > 0
      ? meant.map(({ authorityName }) => authorityName)
      : (await suggestedAuthorities(visit, name)).map(({ id }) => id);
  const problem = visit.texts.of(found.length > 0 ? 'sharing.choose' : 'sharing.unknown', { name });
  return sharingPage(visit, node, { name, role, problem, found });
}

/** Takes the own permissions of a person or group away. */
export async function removeShare(visit: Visit): Promise<PageAnswer> {
  const { authority = '' } = await visit.form();
  await setRole(visit, authority, undefined);
  return redirect(visit, `/share/${encodeURIComponent(visit.id)}?notice=unshared`);
}
