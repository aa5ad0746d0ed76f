import type { ComponentChildren } from 'preact';
import type { Visit } from '../visit/visit.ts';
import { Icon, type IconName } from './icon.tsx';

interface MenuProps {
  readonly visit: Visit;
  readonly icon: IconName;
  readonly label: string;
  readonly children: ComponentChildren;
}

/** A button that opens a panel with forms. It works without scripts. */
export const Menu = ({ visit, icon, label, children }: MenuProps) => (
  <details class="menu">
    <summary class="button">
      <Icon visit={visit} name={icon} />
      {label}
    </summary>
    <div class="panel wide">{children}</div>
  </details>
);
