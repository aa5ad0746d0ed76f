import type { PageAnswer } from '../../contract/page.ts';
import { Empty, Entries } from '../parts/entries.tsx';
import { Layout } from '../parts/layout.tsx';
import type { TextKey } from '../texts/texts.ts';
import { page } from '../visit/answers.ts';
import { home, listFilter, type Node } from '../visit/nodes.ts';
import type { Visit } from '../visit/visit.ts';

/** The number of entries of each list. */
const maxItems = 6;

interface SectionProps {
  readonly visit: Visit;
  readonly title: TextKey;
  readonly nodes: readonly Node[];
  /** The page with all of them. */
  readonly all?: string;
  readonly empty: TextKey;
  readonly as?: 'list' | 'tiles';
}

const Section = ({ visit, title, nodes, all, empty, as = 'list' }: SectionProps) => (
  <section>
    <div class="heading">
      <h2>{visit.texts.of(title)}</h2>
      {all !== undefined && nodes.length > 0 && (
        <a href={`${visit.base}${all}`} aria-label={visit.texts.of('start.all-of', { list: visit.texts.of(title) })}>
          {visit.texts.of('start.all')}
        </a>
      )}
    </div>
    {nodes.length === 0 ? <p class="soft">{visit.texts.of(empty)}</p> : <Entries visit={visit} nodes={nodes} as={as} />}
  </section>
);

const recentlyChanged = ({ call }: Visit) =>
  call.searchByProperties({
    ...home,
    property: ['cm:name'],
    value: [''],
    comparator: ['!='],
    contentType: 'FILES',
    sortProperties: ['cm:modified'],
    sortAscending: [false],
    maxItems,
    ...listFilter,
  });

async function ownStart(visit: Visit) {
  const { call } = visit;
  const [recent, own, shared] = await Promise.all([
    recentlyChanged(visit),
    call.listChildren({ ...home, node: '-userhome-', maxItems, ...listFilter }),
    call.listChildren({ ...home, node: '-to_me_shared_files-', maxItems, ...listFilter }),
  ]);
  const isEmpty = recent.nodes.length + own.nodes.length + shared.nodes.length === 0;
  if (isEmpty) {
    return (
      <Empty visit={visit} icon="folder" title={visit.texts.of('start.empty')}>
        {visit.texts.of('start.empty.text')}
      </Empty>
    );
  }
  return (
    <>
      <Section visit={visit} title="start.recent" nodes={recent.nodes} as="tiles" empty="start.recent.empty" />
      <div class="columns">
        <Section visit={visit} title="nav.files" nodes={own.nodes} all="/folder/-userhome-" empty="folder.empty" />
        <Section visit={visit} title="nav.shared" nodes={shared.nodes} all="/shared" empty="shared.empty" />
      </div>
    </>
  );
}

async function guestStart(visit: Visit) {
  const recent = await recentlyChanged(visit);
  return <Section visit={visit} title="start.recent" nodes={recent.nodes} as="tiles" empty="start.recent.empty" />;
}

/** What a visitor needs most: what changed last, the own folder, and what others have shared. */
export async function showStart(visit: Visit): Promise<PageAnswer> {
  const content = visit.isSignedIn ? await ownStart(visit) : await guestStart(visit);
  return page(
    visit,
    <Layout visit={visit} title={visit.title}>
      <h1 class="hidden">{visit.texts.of('nav.start')}</h1>
      {content}
    </Layout>,
  );
}
