import { contentOf, type Node } from '../visit/nodes.ts';
import type { Visit } from '../visit/visit.ts';
import { Icon, type IconName } from './icon.tsx';

interface LinkButtonProps {
  readonly visit: Visit;
  readonly to: string;
  readonly label: string;
  readonly icon?: IconName;
  /** Whether it is the main thing to do on the page. */
  readonly main?: boolean;
  /** Whether the browser saves what is there instead of showing it. */
  readonly download?: boolean;
}

/** What a button that downloads a file has. */
export const linkToDownload = (visit: Visit, node: Node): LinkButtonProps => ({
  ...{ visit, icon: 'download', download: true, to: contentOf(visit, node) },
  label: visit.texts.of('node.download', { size: visit.texts.size(Number(node.size)) }),
});

/** A link that looks like a button: it leads to a page or a file, and changes nothing. */
export const LinkButton = ({ visit, to, label, icon, main, download }: LinkButtonProps) => (
  <a class={main === true ? 'button main' : 'button'} href={to} download={download} rel="noreferrer">
    {icon && <Icon visit={visit} name={icon} />}
    {label}
  </a>
);
