import { contentOf, may, type Node, previewOf, titleOf } from '../visit/nodes.ts';
import type { Visit } from '../visit/visit.ts';
import { Icon, iconOf } from './icon.tsx';
import { LinkButton } from './link-button.tsx';

interface ContentProps {
  readonly visit: Visit;
  readonly node: Node;
  /** The text of the content; undefined for contents that are no plain text. */
  readonly text: string | undefined;
}

const previewSide = 1200;

/** Texts are shown up to this number of characters; the download has all of them. */
const maxCharacters = 100_000;

/** Formats that every browser shows as an image. */
const shownImages = /^image\/(?:png|jpeg|gif|webp|avif)$/;

const Text = ({ visit, text }: { readonly visit: Visit; readonly text: string }) => (
  // A region that scrolls must take the focus, so that keys can scroll it.
  <section class="text" tabindex={0} aria-label={visit.texts.of('node.text')}>
    <pre dir="auto">
      {text.slice(0, maxCharacters)}
      {text.length > maxCharacters && '…'}
    </pre>
  </section>
);

const Preview = ({ visit, node }: Omit<ContentProps, 'text'>) => {
  if (node.preview.isIcon) {
    return (
      <div class="no-preview">
        <Icon visit={visit} name={iconOf(node)} />
        <p class="soft">{visit.texts.of('node.no-preview')}</p>
      </div>
    );
  }
  return (
    <img src={previewOf(visit, node, previewSide)} alt={visit.texts.of('node.preview-of', { name: titleOf(node) })} />
  );
};

const Media = ({ visit, node, text }: ContentProps) => {
  const type = node.mimetype ?? '';
  const address = contentOf(visit, node);
  const mayRead = may(node, 'ReadAll') && node.size !== null;
  if (mayRead && text !== undefined && text !== '') return <Text visit={visit} text={text} />;
  if (mayRead && shownImages.test(type)) return <img src={address} alt={titleOf(node)} />;
  const [kind] = type.split('/');
  if (mayRead && (kind === 'audio' || kind === 'video')) {
    const Player = kind;
    return <Player controls preload="metadata" src={address} aria-label={titleOf(node)} />;
  }
  return <Preview visit={visit} node={node} />;
};

/**
 * The content as large as it fits. Browsers get contents only from the address of the interface, whose policy lets none of them run
 * anything. They open a PDF from there in their own viewer.
 */
export const Content = (props: ContentProps) => {
  const { visit, node } = props;
  const isPdf = node.mimetype === 'application/pdf' && may(node, 'ReadAll') && node.size !== null;
  return (
    <div class="content">
      <Media {...props} />
      {isPdf && (
        <p class="actions">
          <LinkButton visit={visit} to={contentOf(visit, node)} label={visit.texts.of('node.open-pdf')} icon="pdf" />
        </p>
      )}
    </div>
  );
};
