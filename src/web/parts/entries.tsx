import type { ComponentChildren } from 'preact';
import type { TextKey } from '../texts/texts.ts';
import { type Node, pathOf, personOf, previewOf, shownTitle } from '../visit/nodes.ts';
import type { Visit } from '../visit/visit.ts';
import { Icon, iconOf } from './icon.tsx';

interface EntriesProps {
  readonly visit: Visit;
  readonly nodes: readonly Node[];
  /** What can be done with an entry, at its end. */
  readonly actions?: ((node: Node) => ComponentChildren) | undefined;
}

/** What is not a plain file, by its media type. */
const kinds: ReadonlyMap<string, TextKey> = new Map([
  ['link', 'kind.link'],
  ['file-h5p', 'kind.h5p'],
  ['file-scorm', 'kind.package'],
  ['file-imscp', 'kind.package'],
  ['file-imscc', 'kind.package'],
]);

/** The second line of an entry: what it is, when it was changed, and who else has made it. */
export function detailsOf({ texts, userName }: Visit, node: Node): string {
  const changed = texts.date(node.modifiedAt);
  if (node.collection !== null) return texts.count('collection.items', node.collection.childReferencesCount);
  const [creator = userName] = node.properties['cm:creator'] ?? [];
  const by = creator === userName ? '' : personOf(node.createdBy);
  const size = node.size === null ? undefined : texts.size(Number(node.size));
  const kind = kinds.get(node.mediatype);
  return [kind && texts.of(kind), size, changed, by].filter((each) => each !== undefined && each !== '').join(' · ');
}

/** The image of an entry: a thumbnail if the repository has made one, or the icon of its kind. */
export const Thumbnail = ({ visit, node }: { readonly visit: Visit; readonly node: Node }) => {
  if (node.isDirectory || node.preview.isIcon) {
    return (
      <span class={`thumbnail kind-${iconOf(node)}`}>
        <Icon visit={visit} name={iconOf(node)} />
      </span>
    );
  }
  return (
    <span class="thumbnail">
      <img src={previewOf(visit, node, 400)} alt="" loading="lazy" decoding="async" width="400" height="300" />
    </span>
  );
};

const Entry = ({ visit, node, actions }: Omit<EntriesProps, 'nodes'> & { readonly node: Node }) => {
  const title = shownTitle(visit.texts, node);
  return (
    <li class="entry">
      <Thumbnail visit={visit} node={node} />
      <div class="about">
        <a class="title" href={`${visit.base}${pathOf(node)}`} dir="auto">
          {title}
        </a>
        {title !== node.name && !node.isDirectory && (
          <span class="soft name" dir="auto">
            {node.name}
          </span>
        )}
        <span class="soft">{detailsOf(visit, node)}</span>
      </div>
      {actions !== undefined && <div class="entry-actions">{actions(node)}</div>}
    </li>
  );
};

/** Nodes as a list, or as tiles with larger images. */
export const Entries = ({ as = 'list', ...props }: EntriesProps & { readonly as?: 'list' | 'tiles' }) => (
  <ul class={`entries ${as}`}>
    {props.nodes.map((node) => (
      <Entry key={node.ref.id} visit={props.visit} node={node} actions={props.actions} />
    ))}
  </ul>
);

/** What stands in place of an empty list, and what to do. */
export const Empty = ({ visit, icon, title, children }: EmptyProps) => (
  <div class="empty">
    <Icon visit={visit} name={icon} />
    <p class="title">{title}</p>
    {children !== undefined && <p class="soft">{children}</p>}
  </div>
);

interface EmptyProps {
  readonly visit: Visit;
  readonly icon: Parameters<typeof Icon>[0]['name'];
  readonly title: string;
  readonly children?: ComponentChildren;
}
