import type { ComponentChildren } from 'preact';
import type { PageAnswer } from '../../contract/page.ts';
import { Head } from '../parts/head.tsx';
import type { TextKey } from '../texts/texts.ts';
import { page } from '../visit/answers.ts';
import type { Visit } from '../visit/visit.ts';

interface FrameProps {
  readonly visit: Visit;
  readonly title: string;
  readonly children: ComponentChildren;
}

/** A page without navigation, for a window or a frame of a learning platform. */
export const Framed = ({ visit, title, children }: FrameProps) => (
  <html lang={visit.texts.language}>
    <Head visit={visit} title={title} />
    <body class="framed">
      <main id="content" tabindex={-1}>
        {children}
      </main>
    </body>
  </html>
);

/**
 * A page that any site may show in a frame. That is safe because it uses no cookie: it shows only what its address opens, and
 * the site that shows it has this address.
 */
export function framedPage(visit: Visit, content: Parameters<typeof page>[1], status = 200): PageAnswer {
  const { headers, ...answer } = page(visit, content, status);
  const { 'x-frame-options': _, 'set-cookie': _cookie, ...kept } = headers;
  const policy = String(kept['content-security-policy']).replace("frame-ancestors 'none'", 'frame-ancestors *');
  return { ...answer, headers: { ...kept, 'content-security-policy': policy } };
}

/** Why a platform's page cannot be shown, and what to do. */
export function framedFailure(visit: Visit, status: number, reason: 'link' | 'place' | 'usage' | 'ticket'): PageAnswer {
  const title = visit.texts.of(`platform.${reason}.title` satisfies TextKey);
  return framedPage(
    visit,
    <Framed visit={visit} title={title}>
      <div class="message">
        <h1>{title}</h1>
        <p>{visit.texts.of(`platform.${reason}.text` satisfies TextKey)}</p>
      </div>
    </Framed>,
    status,
  );
}
