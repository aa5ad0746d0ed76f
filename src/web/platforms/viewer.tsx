import { AnswerError } from '../../client/answer-error.ts';
import type { PageAnswer } from '../../contract/page.ts';
import { home, titleOf } from '../visit/nodes.ts';
import type { Visit } from '../visit/visit.ts';
import { Framed, framedFailure, framedPage } from './framed-page.tsx';

/** What a platform signs for the browser of a person: the app, the time and the node (17.2 of the compatibility notes). */
interface SignedLink {
  readonly node: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly version: string | undefined;
}

/** Undefined if the address lacks a part, or if the signed text is not exactly app, time and node. */
function signedLinkOf({ query }: Visit): SignedLink | undefined {
  const of = (name: string): string => query.get(name) ?? '';
  const [app, node, time, signed] = [of('app_id'), of('obj_id'), of('ts'), of('signed')];
  if (app === '' || node === '' || signed !== app + time + node) return undefined;
  const headers = {
    'x-edu-app-id': app,
    'x-edu-app-ts': time,
    'x-edu-app-signed': signed,
    'x-edu-app-sig': of('sig'),
    'x-edu-usage-node-id': node,
    'x-edu-usage-course-id': of('course_id'),
    'x-edu-usage-resource-id': of('resource_id'),
  };
  return { node, headers, version: query.get('version') ?? undefined };
}

/**
 * The node that a course of a learning platform uses, for a person whom the platform knows. The signature of the app and the usage
 * open it, not the session of the browser: the page shows nothing more to a person who is signed in.
 */
export async function showUsedNode(visit: Visit): Promise<PageAnswer> {
  const link = signedLinkOf(visit);
  if (link === undefined) return framedFailure(visit, 400, 'link');
  try {
    const { detailsSnippet, node } = await visit.as(link.headers, 'any host').getRenderingDetails({
      ...home,
      node: link.node,
      ...(link.version === undefined ? {} : { version: link.version }),
    });
    return framedPage(
      visit,
      <Framed visit={visit} title={titleOf(node)}>
        <h1 class="hidden">{titleOf(node)}</h1>
        {/* The interface makes this HTML, and escapes all texts in it. */}
        <div class="rendered" dangerouslySetInnerHTML={{ __html: detailsSnippet }} />
      </Framed>,
    );
  } catch (error) {
    if (!(error instanceof AnswerError) || error.status >= 500) throw error;
    const isOpen = error.status === 403 || error.status === 404;
    return framedFailure(visit, error.status, isOpen ? 'usage' : 'link');
  }
}
