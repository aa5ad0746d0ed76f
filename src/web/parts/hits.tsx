import type { Client } from '../../client/client.ts';
import { type Node, pathOf, shownPath, titleOf } from '../visit/nodes.ts';
import type { Visit } from '../visit/visit.ts';
import { detailsOf, Thumbnail } from './entries.tsx';

type Found = Pick<Awaited<ReturnType<Client['searchBySet']>>, 'nodes' | 'highlights'>;

type Highlight = NonNullable<Found['highlights']>[number];

interface HitProps {
  readonly visit: Visit;
  readonly node: Node;
  readonly highlight: Highlight | undefined;
}

const Passage = ({ pieces }: { readonly pieces: Highlight['passages'][number] }) => (
  <p class="passage" dir="auto">
    {pieces.map(({ text, found }) => (found ? <mark>{text}</mark> : text))}
  </p>
);

/** The folder of a hit, whose path ends in its name. */
const Place = ({ visit, node, highlight }: HitProps) => {
  if (highlight?.folder === undefined || highlight.folder === null) return null;
  const path = shownPath(visit.texts, highlight.folder);
  if (node.parent === null) return <span class="soft">{path}</span>;
  return (
    <a class="place soft" href={`${visit.base}/folder/${node.parent.id}`} dir="auto">
      {path}
    </a>
  );
};

const Hit = ({ visit, node, highlight }: HitProps) => (
  <li class="entry hit">
    <Thumbnail visit={visit} node={node} />
    <div class="about">
      <a class="title" href={`${visit.base}${pathOf(node)}`} dir="auto">
        {titleOf(node)}
      </a>
      {highlight?.passages.slice(0, 2).map((pieces) => (
        <Passage key={pieces.map(({ text }) => text).join('')} pieces={pieces} />
      ))}
      {highlight?.textWaiting === true && <p class="soft">{visit.texts.of('search.text-waiting')}</p>}
      <span class="facts">
        <Place visit={visit} node={node} highlight={highlight} />
        <span class="soft">{detailsOf(visit, node)}</span>
      </span>
    </div>
  </li>
);

interface HitsProps {
  readonly visit: Visit;
  readonly found: Found;
  /** How many hits of this page have all words. */
  readonly withAllWords: number;
}

/** The hits with passages and folders. A line separates those that have only some of the words. */
export const Hits = ({ visit, found, withAllWords }: HitsProps) => {
  const highlights = new Map((found.highlights ?? []).map((highlight) => [highlight.id, highlight]));
  const list = (nodes: readonly Node[]) => (
    <ul class="entries list">
      {nodes.map((node) => (
        <Hit key={node.ref.id} visit={visit} node={node} highlight={highlights.get(node.ref.id)} />
      ))}
    </ul>
  );
  if (withAllWords <= 0 || withAllWords >= found.nodes.length) return list(found.nodes);
  return (
    <>
      {list(found.nodes.slice(0, withAllWords))}
      <h2 class="divider">{visit.texts.of('search.some-words')}</h2>
      {list(found.nodes.slice(withAllWords))}
    </>
  );
};
