import { createHash, randomUUID } from 'node:crypto';
import { anna } from './people.ts';
import type { School } from './transports.ts';
import { aFile, at, makeFile, makeFolder, type WireNode } from './trees.ts';

/** Material of Anna's that she shares with nobody. */
export interface Secret {
  readonly folder: WireNode;
  readonly inner: WireNode;
  readonly file: WireNode;
  /** The id of a comment on the file. */
  readonly comment: string;
  /** The ids of a collection, and of the reference to the file in it. */
  readonly collection: string;
  readonly reference: string;
  /** A word of its own for each place that could tell something: name, title, description, keyword, text, comment … */
  readonly words: Readonly<Record<SecretPlace, string>>;
  /** Whatever must not stand in any answer to anybody else. */
  readonly traces: readonly string[];
  /** Node ids, which only whoever already knows them may hear again. */
  readonly ids: readonly string[];
}

const repository = '-home-';

type SecretPlace =
  | 'folder'
  | 'name'
  | 'title'
  | 'description'
  | 'keyword'
  | 'subject'
  | 'text'
  | 'comment'
  | 'oldText'
  | 'said'
  | 'feedback'
  | 'collection';

const places: readonly SecretPlace[] = [
  'folder',
  'name',
  'title',
  'description',
  'keyword',
  'subject',
  'text',
  'comment',
  'oldText',
  'said',
  'feedback',
  'collection',
];

const newWords = (): Secret['words'] =>
  // `places` names every key.
  Object.fromEntries(places.map((place) => [place, `x${randomUUID().replaceAll('-', '')}`])) as Secret['words'];

/** Makes a folder in a folder with a file of three versions, full of words that occur nowhere else. */
export async function makeSecret(school: School): Promise<Secret> {
  const words = newWords();
  const folder = await makeFolder(school.anna, { name: words.folder });
  const inner = await makeFolder(school.anna, { parent: folder });
  const made = await makeFile(school.anna, `Alt: ${words.oldText}`, {
    parent: inner,
    name: `${words.name}.txt`,
    properties: {
      'cclom:title': words.title,
      'cclom:general_description': words.description,
      'cclom:general_keyword': ['x', words.keyword],
      'ccm:taxonid': words.subject,
    },
  });
  const comment = await school.anna.addComment({ ...at(made), body: `Hinweis: ${words.said}` });
  await school.anna.rateNode({ ...at(made), rating: 4, body: words.said });
  await school.anna.giveFeedback({ ...at(made), body: { [words.feedback]: [words.feedback] } });
  const bytes = `Text: ${words.text}`;
  const { node: file } = await school.anna.uploadContent({
    ...at(made),
    versionComment: words.comment,
    body: aFile(bytes),
  });
  const hashes = [bytes, `Alt: ${words.oldText}`].map((text) => createHash('sha256').update(text).digest('hex'));
  const traces = [...Object.values(words), inner.name, ...hashes, anna.lastName, anna.email, file.createdAt];
  const { collection } = await school.anna.createCollection({
    ...{ repository, collection: '-root-' },
    body: { title: words.collection, collection: { description: words.collection, scope: 'MY' } },
  });
  const place = { repository, collection: collection.ref.id };
  const { node: reference } = await school.anna.addReference({ ...place, node: file.ref.id });
  const shown = [folder, inner, file, collection, reference];
  const ids = [...shown.map(({ ref }) => ref.id), comment.ref.id];
  const more = { comment: comment.ref.id, collection: collection.ref.id, reference: reference.ref.id };
  return { folder, inner, file, ...more, words, traces, ids };
}
