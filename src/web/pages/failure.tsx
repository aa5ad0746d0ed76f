import type { PageAnswer } from '../../contract/page.ts';
import { Layout } from '../parts/layout.tsx';
import { LinkButton } from '../parts/link-button.tsx';
import type { TextKey } from '../texts/texts.ts';
import { page } from '../visit/answers.ts';
import type { Visit } from '../visit/visit.ts';

type Kind = 'bad-request' | 'no-right' | 'not-found' | 'conflict' | 'busy' | 'internal';

const kinds: Readonly<Record<number, Kind>> = {
  401: 'no-right',
  403: 'no-right',
  404: 'not-found',
  409: 'conflict',
  429: 'busy',
  503: 'busy',
};

const kindOf = (status: number): Kind => kinds[status] ?? (status < 500 ? 'bad-request' : 'internal');

/** These say what is wrong with the input. The messages of the others have words of the interface. */
const saysWhy: ReadonlySet<Kind> = new Set(['bad-request', 'conflict']);

/** What failed, in one line. `message` is the one of the interface. */
export function reasonOf({ texts }: Visit, status: number, message: string): string {
  const kind = kindOf(status);
  return saysWhy.has(kind) && message !== '' ? message : texts.of(`failure.${kind}.title`);
}

/** A page that says in plain words what failed and what to do. `message` is the one of the interface. */
export function failurePage(visit: Visit, status: number, message = ''): PageAnswer {
  const { texts, base } = visit;
  const kind = kindOf(status);
  const text = (part: 'title' | 'text'): string => texts.of(`failure.${kind}.${part}` satisfies TextKey);
  const content = (
    <Layout visit={visit} title={text('title')}>
      <div class="message">
        <h1>{text('title')}</h1>
        <p>{text('text')}</p>
        {saysWhy.has(kind) && message !== '' && <p class="reason">{message}</p>}
        <p class="actions">
          <LinkButton visit={visit} to={`${base}/`} label={texts.of('failure.start')} />
        </p>
      </div>
    </Layout>
  );
  return page(visit, content, status);
}
