import { createRequire } from 'node:module';
import MiniSearch from 'minisearch';

/** A file as all peers get it: what our server says of it, and the text that it found in it. */
export interface PeerDocument {
  readonly path: string;
  /** Its title, if it states one, and the words of its name. */
  readonly title: string;
  readonly keywords: string;
  readonly folder: string;
  readonly text: string;
}

/** The paths of the best ten, the best first. */
type Search = (question: string) => readonly string[];

/** What of better-sqlite3 is used here: it is installed for the bench alone. */
interface Database {
  exec(sql: string): void;
  prepare(sql: string): {
    run(...values: unknown[]): void;
    pluck(): { all(value: string): number[] };
  };
}

const german = `aber als am an auch auf aus bei bin bis da damit das dass dein dem den der des die dies diese dieser doch du durch
  ein eine einem einen einer eines er es etwas euch für gibt habe haben hat ich ihr im in ist ja kann kein keine man mein mich mir
  mit muss nach nicht noch nur ob oder ohne sein seine sich sie sind so über um und uns unter vom von vor wann war warum was
  welche welcher welches wenn wer werden wie wir wird wo woran zu zum zur zwischen`;
const english = `a about an and are as at be been by can do does for from has have how i if in into is it its me my not of on or our
  should that the their there this to was we what when where which who why will with you your`;
const stopWords: ReadonlySet<string> = new Set(`${german} ${english}`.split(/\s+/));

const endings: Readonly<Record<string, string>> = { word: 'docx', excel: 'xlsx', powerpoint: 'pptx' };

/** The words of a question. Signs that only we know are left out; for a kind of file, the ending of its name is asked for. */
const wordsOf = (question: string): readonly string[] =>
  question
    .split(/\s+/)
    .filter((word) => word !== 'ohne' && !word.startsWith('-'))
    .map((word) => (word.startsWith('typ:') ? (endings[word.slice(4)] ?? word.slice(4)) : word));

/** Full-text search of SQLite (FTS5). Any word is enough; title, keywords and folder are columns of their own. */
export function fts5(documents: readonly PeerDocument[]): Search {
  const peers = createRequire(new URL('../bench/package.json', import.meta.url));
  const Sqlite = peers('better-sqlite3') as new (file: string) => Database;
  const database = new Sqlite(':memory:');
  database.exec("CREATE VIRTUAL TABLE words USING fts5(title, keywords, folder, text, tokenize = 'porter unicode61')");
  database.exec("INSERT INTO words(words, rank) VALUES('rank', 'bm25(10.0, 6.0, 5.0, 1.0)')");
  const put = database.prepare('INSERT INTO words(rowid, title, keywords, folder, text) VALUES(?, ?, ?, ?, ?)');
  for (const [at, { title, keywords, folder, text }] of documents.entries())
    put.run(at + 1, title, keywords, folder, text);
  const best = database.prepare('SELECT rowid FROM words WHERE words MATCH ? ORDER BY rank LIMIT 10').pluck();
  return (question) => {
    const words = wordsOf(question).flatMap((word) => word.match(/[\p{L}\p{N}]+/gu) ?? []);
    return best.all(words.map((word) => `"${word}"`).join(' OR ')).map((row) => documents[row - 1]?.path ?? '');
  };
}

/** MiniSearch as a careful user sets it up: beginnings, typing errors, stop words and weights. */
export function miniSearch(documents: readonly PeerDocument[]): Search {
  const processTerm = (term: string): string | null => (stopWords.has(term.toLowerCase()) ? null : term.toLowerCase());
  const fields = ['title', 'keywords', 'folder', 'text'];
  const index = new MiniSearch<PeerDocument>({ idField: 'path', fields, processTerm });
  index.addAll([...documents]);
  const options = { boost: { title: 3, keywords: 2, folder: 2 }, prefix: true, fuzzy: 0.2, combineWith: 'OR' } as const;
  return (question) => index.search(wordsOf(question).join(' '), options).map(({ id }) => String(id));
}
