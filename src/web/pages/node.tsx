import { AnswerError } from '../../client/answer-error.ts';
import type { PageAnswer } from '../../contract/page.ts';
import { Breadcrumbs, crumbsOf } from '../parts/breadcrumbs.tsx';
import { Facts, type FactTable } from '../parts/facts.tsx';
import { Layout } from '../parts/layout.tsx';
import { LinkButton, linkToDownload } from '../parts/link-button.tsx';
import { AddToCollection, ChangeLinks, ChangeMenu } from '../parts/node-actions.tsx';
import { Comments } from '../parts/node-comments.tsx';
import { Content } from '../parts/node-content.tsx';
import { Fields } from '../parts/node-fields.tsx';
import { Rating } from '../parts/node-rating.tsx';
import { Uses } from '../parts/node-uses.tsx';
import { Versions } from '../parts/node-versions.tsx';
import { page, redirect } from '../visit/answers.ts';
import { type Metadata, metadataOfNode } from '../visit/metadata.ts';
import { home, may, type Node, pathOf, personOf, titleOf } from '../visit/nodes.ts';
import type { Visit } from '../visit/visit.ts';

/** What a visitor may not read is left out of the page. */
async function ifAllowed<T>(result: Promise<T>): Promise<T | undefined> {
  try {
    return await result;
  } catch (error) {
    if (error instanceof AnswerError && (error.status === 401 || error.status === 403)) return undefined;
    throw error;
  }
}

/** Whether the text stands for the content: of plain text, and of what has no picture, such as most Word files. */
const showsText = ({ mimetype, preview }: Node): boolean =>
  preview.isIcon || /^(?:text\/(?:plain|markdown|csv|x-)|application\/json)/.test(mimetype ?? '');

/** The collections that the visitor can add a node to. */
async function ownCollections({ call }: Visit): Promise<readonly Node[]> {
  const { collections } = await call.listCollections({
    ...{ ...home, collection: '-root-', scope: 'MY', maxItems: 200, propertyFilter: ['cm:title'] },
  });
  return collections.filter((collection) => may(collection, 'AddChildren'));
}

/** The own collections that a node is not in yet. */
const without = ({ own, collections = [] }: Awaited<ReturnType<typeof readNode>>): readonly Node[] =>
  own.filter(({ ref }) => !collections.some(({ collection }) => collection.ref.id === ref.id));

/** All that the page shows of a node. */
async function readNode(visit: Visit, node: Node) {
  const { call } = visit;
  const path = { ...home, node: node.ref.id };
  const mayRead = may(node, 'ReadAll');
  const [crumbs, metadata, versions, comments, collections, usages, text, own] = await Promise.all([
    crumbsOf(visit, node),
    metadataOfNode(visit, node),
    ifAllowed(call.describeVersions(path)),
    may(node, 'Comment') ? ifAllowed(call.listComments(path)) : undefined,
    ifAllowed(call.listCollectionUsages({ nodeId: node.ref.id })),
    visit.isSignedIn ? ifAllowed(call.listNodeUsages({ nodeId: node.ref.id })) : undefined,
    mayRead && showsText(node) ? ifAllowed(call.getTextContent(path)) : undefined,
    visit.isSignedIn ? ownCollections(visit) : [],
  ]);
  return { crumbs, metadata, versions, comments, collections, usages, text, own };
}

/** The main thing to do with a node: download it, or open the page that it leads to. */
const Take = ({ visit, node }: { readonly visit: Visit; readonly node: Node }) => {
  const [address] = node.properties['ccm:wwwurl'] ?? [];
  if (node.size === null && address !== undefined && /^https?:\/\//i.test(address)) {
    return <LinkButton visit={visit} to={address} label={visit.texts.of('node.open-link')} icon="link" main />;
  }
  if (node.size === null || !may(node, 'ReadAll')) return null;
  return <LinkButton {...linkToDownload(visit, node)} main />;
};

function factsOf({ texts }: Visit, node: Node, metadata: Metadata): FactTable {
  // What others need to know before they use material.
  const missing = ['ccm:taxonid', 'ccm:commonlicense_key'].filter(
    (name) => metadata.widgetOf(name) !== undefined && (node.properties[name] ?? []).join('').trim() === '',
  );
  const facts: FactTable = [
    [texts.of('upload.file'), node.name],
    [texts.of('node.changed'), [texts.time(node.modifiedAt), personOf(node.modifiedBy)].filter(Boolean).join(', ')],
    [texts.of('node.owner'), personOf(node.owner)],
    ...missing.map((name) => [metadata.captionOf(name), texts.of('node.not-stated')] as const),
  ];
  return facts.filter(([, value]) => value !== '');
}

/** The page of a file or a link: its content, what is said about it, its versions, and where it is used. */
export async function showNode(visit: Visit): Promise<PageAnswer> {
  const { node } = await visit.call.getNode({ ...home, node: visit.id });
  if (pathOf(node) !== `/node/${node.ref.id}`) return redirect(visit, pathOf(node));
  const read = await readNode(visit, node);
  const title = titleOf(node);
  return page(
    visit,
    <Layout visit={visit} title={title}>
      <Breadcrumbs visit={visit} crumbs={read.crumbs} />
      <div class="heading">
        <h1 dir="auto">{title}</h1>
        <div class="actions">
          <Take visit={visit} node={node} />
          {visit.isSignedIn && <AddToCollection visit={visit} node={node} collections={without(read)} />}
          <ChangeLinks visit={visit} node={node} />
          <ChangeMenu visit={visit} node={node} />
        </div>
      </div>
      <div class="node">
        <Content visit={visit} node={node} text={read.text?.text} />
        <aside aria-label={visit.texts.of('node.about')}>
          <Facts facts={factsOf(visit, node, read.metadata)} />
          <Rating visit={visit} node={node} />
          <Fields visit={visit} node={node} metadata={read.metadata} />
        </aside>
      </div>
      <div class="columns">
        {read.comments !== undefined && <Comments visit={visit} node={node} comments={read.comments.comments} />}
        <Versions visit={visit} node={node} versions={read.versions?.versions ?? []} />
        <Uses visit={visit} collections={read.collections ?? []} usages={read.usages?.usages ?? []} />
      </div>
    </Layout>,
  );
}
