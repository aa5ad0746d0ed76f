import type { ComponentChildren } from 'preact';
import type { Visit } from '../visit/visit.ts';

interface HeadProps {
  readonly visit: Visit;
  /** What the browser shows of the page in its tabs. */
  readonly title: string;
  readonly children?: ComponentChildren;
}

/** The head of a page: its title and its style. Its children follow. */
export const Head = ({ visit: { base, assets }, title, children }: HeadProps) => (
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>{title}</title>
    <link rel="icon" type="image/svg+xml" href={`${base}${assets.path('favicon.svg')}`} />
    <link rel="stylesheet" href={`${base}${assets.path('style.css')}`} />
    {children}
  </head>
);
