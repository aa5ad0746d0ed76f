import type { ComponentChildren } from 'preact';
import { hereOf } from '../visit/answers.ts';
import { languages } from '../visit/language.ts';
import type { Visit } from '../visit/visit.ts';
import { ActionForm } from './form.tsx';
import { Head } from './head.tsx';
import { Icon } from './icon.tsx';
import { SearchForm } from './search-form.tsx';
import { SuggestionList, suggesting } from './suggestions.tsx';

interface LayoutProps {
  readonly visit: Visit;
  /** The name of the page. */
  readonly title: string;
  /** Whether the page begins with its name. */
  readonly hasHeading?: boolean;
  /** The text of the search field. */
  readonly sought?: string | undefined;
  /** Whether the page has results that follow the search field. */
  readonly findsWhileTyping?: boolean | undefined;
  readonly children: ComponentChildren;
}

const doors = [
  { path: '/', icon: 'home', text: 'nav.start' },
  { path: '/folder/-userhome-', icon: 'folder', text: 'nav.files' },
  { path: '/shared', icon: 'share', text: 'nav.shared' },
  { path: '/collections', icon: 'collection', text: 'nav.collections' },
  { path: '/trash', icon: 'trash', text: 'nav.trash' },
] as const;

/** What a guest can open. */
const guestPaths: ReadonlySet<string> = new Set(['/', '/collections']);

/** The search of every page. Where the results follow it, it asks for them when typing pauses, and keeps the words in the address. */
const Search = ({ visit, sought, findsWhileTyping }: Pick<LayoutProps, 'visit' | 'sought' | 'findsWhileTyping'>) => {
  const whileTyping = {
    'hx-get': `${visit.base}/search`,
    'hx-trigger': 'input changed delay:80ms',
    'hx-target': '#results',
    'hx-swap': 'outerHTML',
    'hx-sync': 'this:replace',
    'hx-replace-url': 'true',
  };
  const suggests = suggesting('q', { visit, source: '/suggest/material' });
  return (
    <SearchForm
      visit={visit}
      action="/search"
      sought={sought}
      attributes={{ autocomplete: 'off', spellcheck: false, ...(findsWhileTyping === true ? whileTyping : suggests) }}
    >
      {findsWhileTyping !== true && <SuggestionList visit={visit} field="q" />}
    </SearchForm>
  );
};

const LanguageSwitch = ({ visit }: { readonly visit: Visit }) => (
  <ActionForm visit={visit} action="/language" class="languages" label={visit.texts.of('language.label')}>
    <input type="hidden" name="to" value={hereOf(visit)} />
    {languages.map((language) => (
      <button
        key={language}
        type="submit"
        name="language"
        value={language}
        lang={language}
        aria-pressed={language === visit.texts.language}
      >
        {visit.texts.of(`language.${language}`)}
      </button>
    ))}
  </ActionForm>
);

const Account = ({ visit }: { readonly visit: Visit }) => {
  const { texts, base } = visit;
  if (!visit.isSignedIn) {
    return (
      <a class="button quiet" href={`${base}/sign-in`}>
        {texts.of('sign-in.title')}
      </a>
    );
  }
  return (
    <details class="menu">
      <summary aria-label={texts.of('account.label', { name: visit.userName })}>
        <Icon visit={visit} name="person" />
        <span class="name" dir="auto">
          {visit.userName}
        </span>
      </summary>
      <div class="panel">
        <a href={`${base}/my-data`}>{texts.of('my-data.title')}</a>
        {visit.isAdmin && <a href={`${base}/admin`}>{texts.of('admin.title')}</a>}
        <ActionForm visit={visit} action="/sign-out">
          <button type="submit" class="plain">
            {texts.of('sign-out.button')}
          </button>
        </ActionForm>
      </div>
    </details>
  );
};

const Navigation = ({ visit }: { readonly visit: Visit }) => {
  const shown = doors.filter(({ path }) => visit.isSignedIn || guestPaths.has(path));
  return (
    <nav class="doors" aria-label={visit.texts.of('nav.label')}>
      <ul>
        {shown.map(({ path, icon, text }) => (
          <li key={path}>
            <a href={`${visit.base}${path}`} aria-current={visit.path === path ? 'page' : undefined}>
              <Icon visit={visit} name={icon} />
              <span>{visit.texts.of(text)}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
};

/** What an action has done. The address has only its key, so that no other site can put words on a page. */
const Notice = ({ visit }: { readonly visit: Visit }) => {
  const text = visit.texts.named(`notice.${visit.query.get('notice') ?? ''}`, '');
  if (text === '') return null;
  return (
    <p class="notice" role="status">
      {text}
    </p>
  );
};

/** The frame of all pages: head, navigation, content. Without a visitor whom the repository knows, only the content. */
export const Layout = ({ visit, title, hasHeading, sought, findsWhileTyping, children }: LayoutProps) => {
  const { texts, base, assets } = visit;
  const isKnown = visit.isSignedIn || visit.isGuest;
  return (
    <html lang={texts.language}>
      <Head visit={visit} title={title === visit.title ? title : `${title} · ${visit.title}`}>
        <meta name="htmx-config" content='{"allowEval":false,"includeIndicatorStyles":false,"selfRequestsOnly":true}' />
        <script src={`${base}${assets.path('htmx.js')}`} defer />
        <script src={`${base}${assets.path('enhance.js')}`} defer />
      </Head>
      <body class={isKnown ? 'inside' : 'outside'}>
        <a class="skip" href="#content">
          {texts.of('layout.skip')}
        </a>
        <header class="top">
          <a class="brand" href={`${base}/`} dir="auto">
            {visit.title}
          </a>
          {isKnown && <Search visit={visit} sought={sought} findsWhileTyping={findsWhileTyping} />}
          {isKnown && <Account visit={visit} />}
        </header>
        {isKnown && <Navigation visit={visit} />}
        <main id="content" tabindex={-1}>
          <Notice visit={visit} />
          {hasHeading === true && <h1 dir="auto">{title}</h1>}
          {children}
        </main>
        <footer>
          <LanguageSwitch visit={visit} />
          <span>{texts.of('layout.version', { version: visit.version })}</span>
        </footer>
      </body>
    </html>
  );
};
