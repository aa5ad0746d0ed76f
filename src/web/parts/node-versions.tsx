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

/** What a person should know before a version is restored. A link has no content in any version. */
function questionOf({ texts }: Visit, node: Node, { contentUrl }: Version, label: string): string {
  const empties = contentUrl === undefined && node.size !== null;
  return texts.of(empties ? 'version.restore.confirm.empty' : 'version.restore.confirm', { version: label });
}

/** What the repository writes about the version that it makes before a restore. */
const savedBefore = /^Saved before version (\d+\.\d+) was restored$/;

/** The comment of a version, in the language of the page where the repository itself has written it. */
function commentOf({ texts }: Visit, { comment }: Version): string {
  const version = savedBefore.exec(comment)?.[1];
  return version === undefined ? comment : texts.of('version.saved-before', { version });
}

const Row = ({ visit, node, version }: Omit<VersionsProps, 'versions'> & { readonly version: Version }) => {
  const { texts } = visit;
  const { major, minor } = version.version;
  const label = `${major}.${minor}`;
  const isCurrent = label === node.contentVersion;
  return (
    <li>
      <div class="about">
        <span>
          {texts.of('version.label', { version: label })}
          {isCurrent && <span class="badge">{texts.of('version.current')}</span>}
        </span>
        {version.comment !== '' && <span dir="auto">{commentOf(visit, version)}</span>}
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
      {!isCurrent && may(node, 'Write') && visit.isSignedIn && (
        <ActionForm
          visit={visit}
          class="inline"
          action={`/node/${node.ref.id}/restore/${major}/${minor}`}
          confirm={questionOf(visit, node, version, label)}
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
