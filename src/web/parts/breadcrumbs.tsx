import { home, type Node, pathOf, shownTitle } from '../visit/nodes.ts';
import type { Visit } from '../visit/visit.ts';

/** A page above another one. */
export interface Crumb {
  /** A path of the web view. */
  readonly path: string;
  readonly title: string;
}

/** The folders above a node as far as the visitor may read them, the outermost first. */
export async function crumbsOf(visit: Visit, { ref }: Pick<Node, 'ref'>): Promise<readonly Crumb[]> {
  const { texts } = visit;
  const { nodes, scope } = await visit.call.listParents({ ...home, node: ref.id, propertyFilter: ['cm:title'] });
  const above = nodes.filter((node) => node.ref.id !== ref.id && node.ref.id !== visit.homeFolder).reverse();
  const start: Crumb[] = [];
  if (scope === 'MY_FILES') start.push({ path: '/folder/-userhome-', title: texts.of('nav.files') });
  if (scope === 'SHARED_FILES' && visit.isSignedIn) start.push({ path: '/shared', title: texts.of('nav.shared') });
  return [...start, ...above.map((node) => ({ path: pathOf(node), title: shownTitle(texts, node) }))];
}

/** The way from the outermost page to this one, which is not listed. */
export const Breadcrumbs = ({ visit, crumbs }: { readonly visit: Visit; readonly crumbs: readonly Crumb[] }) => {
  if (crumbs.length === 0) return null;
  return (
    <nav class="crumbs" aria-label={visit.texts.of('crumbs.label')}>
      <ol>
        {crumbs.map(({ path, title }) => (
          <li key={path}>
            <a href={`${visit.base}${path}`} dir="auto">
              {title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
};
