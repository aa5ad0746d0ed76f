import type { Client } from '../../client/client.ts';
import { pathOf, titleOf } from '../visit/nodes.ts';
import type { Visit } from '../visit/visit.ts';
import { Icon } from './icon.tsx';

interface UsesProps {
  readonly visit: Visit;
  readonly collections: Awaited<ReturnType<Client['listCollectionUsages']>>;
  readonly usages: Awaited<ReturnType<Client['listNodeUsages']>>['usages'];
}

/** The collections that a node is in, and the platforms that use it. */
export const Uses = ({ visit, collections, usages }: UsesProps) => {
  const { texts } = visit;
  if (collections.length === 0 && usages.length === 0) return null;
  return (
    <section>
      <h2>{texts.of('uses.title')}</h2>
      <ul class="rows">
        {collections.map(({ collection }) => (
          <li key={collection.ref.id}>
            <Icon visit={visit} name="collection" />
            <a class="about" href={`${visit.base}${pathOf(collection)}`} dir="auto">
              {titleOf(collection)}
            </a>
          </li>
        ))}
        {usages.map((usage) => (
          <li key={usage.guid}>
            <Icon visit={visit} name="link" />
            <div class="about">
              <span dir="auto">{texts.of('uses.course', { app: usage.appId, course: usage.courseId })}</span>
              <span class="soft">{texts.of('uses.since', { date: texts.date(usage.fromUsed) })}</span>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
};
