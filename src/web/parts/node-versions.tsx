import type { Client } from '../../client/client.ts';
import { contentOf, may, type Node, personOf } from '../visit/nodes.ts';
import type { Visit } from '../visit/visit.ts';
import { ActionForm } from './form.tsx';

type Version = Awaited<ReturnType<Client['describeVersions']>>['versions'][number];

interface VersionsProps {
  readonly visit: Visit;
  readonly node: Node;
  /** The oldest first. */
  readonly versions: readonly Version[];
}

const Row = ({ visit, node, version }: Omit<VersionsProps, 'versions'> & { readonly version: Version }) => {
  const { texts } = visit;
  const { major, minor } = version.version;
  const label = `${major}.${minor}`;
  const isCurrent = label === node.contentVersion;
  const question = node.size === null ? 'version.restore.confirm.details' : 'version.restore.confirm';
  return (
    <li>
      <div class="about">
        <span>
          {texts.of('version.label', { version: label })}
          {isCurrent && <span class="badge">{texts.of('version.current')}</span>}
        </span>
        {version.comment !== '' && <span dir="auto">{version.comment}</span>}
        <span class="soft">
          {[texts.time(version.modifiedAt), personOf(version.modifiedBy)].filter(Boolean).join(', ')}
        </span>
      </div>
      {!isCurrent && version.contentUrl !== undefined && may(node, 'ReadAll') && (
        <a
          class="button"
          href={contentOf(visit, node, label)}
          download
          aria-label={texts.of('version.download-of', { version: label })}
        >
          {texts.of('version.download')}
        </a>
      )}
      {!isCurrent &&
        may(node, 'Write') &&
        visit.isSignedIn &&
        (version.contentUrl !== undefined || node.size === null) && (
          <ActionForm
            visit={visit}
            class="inline"
            action={`/node/${node.ref.id}/restore/${major}/${minor}`}
            confirm={texts.of(question, { version: label })}
          >
            <button type="submit" aria-label={texts.of('version.restore-of', { version: label })}>
              {texts.of('button.restore')}
            </button>
          </ActionForm>
        )}
    </li>
  );
};

/** The versions of a node, the newest first. A single one is nothing to choose from. */
export const Versions = ({ visit, node, versions }: VersionsProps) => {
  if (versions.length < 2) return null;
  return (
    <section>
      <h2>{visit.texts.of('version.title')}</h2>
      <ul class="rows">
        {versions.toReversed().map((version) => (
          <Row key={`${version.version.major}.${version.version.minor}`} visit={visit} node={node} version={version} />
        ))}
      </ul>
    </section>
  );
};
