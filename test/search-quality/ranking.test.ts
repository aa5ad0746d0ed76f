import { readdir, readFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { afterAll, describe, expect, type TestContext, test } from 'vitest';
import type { Client } from '../../src/client/client.ts';
import { together } from '../bench/together.ts';
import { corpusDirectory } from '../support/corpus.ts';
import { makeFile } from '../support/trees.ts';
import { type Served, serveSearchable } from './serve-searchable.ts';

/** Sentences of a length as materials have them, none of whose words is asked for. */
const sentence = 'Ein Arbeitsblatt mit Aufgaben und Lösungen für zwei Stunden im Fach, auch zum Üben daheim';
const markdown = 'text/markdown';

interface Material {
  readonly title?: string;
  readonly keywords?: readonly string[];
  readonly description?: string;
  readonly text?: string;
}

interface Row {
  readonly name: string;
  readonly ask: string;
  /** The best first. */
  readonly order: Readonly<Record<string, Material>>;
}

const inEachPart = (word: string): Row['order'] => ({
  title: { title: `${word} im Unterricht`, description: sentence, text: sentence },
  keywords: { title: 'Für den Unterricht', keywords: ['Arbeitsblatt', word], description: sentence, text: sentence },
  description: { title: 'Für den Unterricht', description: `${sentence}: ${word}`, text: sentence },
  text: { title: 'Für den Unterricht', description: sentence, text: `${sentence}: ${word}` },
});

const nearness = (...words: readonly string[]): Row['order'] =>
  Object.fromEntries(words.map((word) => [word, { title: `${word} im Unterricht`, description: sentence }]));

const rows: readonly Row[] = [
  { name: 'title, keywords, description, text', ask: 'Ozonloch', order: inEachPart('Ozonloch') },
  { name: 'the same of an English word', ask: 'photosynthesis', order: inEachPart('Photosynthesis') },
  { name: 'the same of a word with umlauts', ask: 'Gletscherhöhle', order: inEachPart('Gletscherhöhle') },
  { name: 'the same of a word that the corpus is full of', ask: 'Datenbank', order: inEachPart('Datenbank') },
  {
    name: 'the same where the word is found by its beginning',
    ask: 'Mittelaltermar',
    order: inEachPart('Mittelaltermarkt'),
  },
  { name: 'the same where the word is found by a typo', ask: 'Klimadlagramm', order: inEachPart('Klimadiagramm') },
  {
    name: 'a title outweighs a text that is full of the word',
    ask: 'Sinfonie',
    order: {
      title: { title: 'Die Sinfonie', text: sentence },
      text: { title: 'Für den Unterricht', text: `${sentence}. ${'Sinfonie und wieder eine Sinfonie. '.repeat(20)}` },
    },
  },
  { name: 'German: as typed, by its stem, with a typo', ask: 'Vulkan', order: nearness('Vulkan', 'Vulkane', 'Vulkin') },
  {
    name: 'English: as typed, by its stem, with a typo',
    ask: 'glacier',
    order: nearness('Glacier', 'Glaciers', 'Glazier'),
  },
  {
    name: 'as typed in the text comes before a typo in the title',
    ask: 'Hebel',
    order: {
      exact: { title: 'Für den Unterricht', description: sentence, text: `${sentence}: Hebel` },
      typo: { title: 'Nebel im Unterricht', description: sentence, text: sentence },
    },
  },
  {
    name: 'both words in the title come before one of them there and one in the text',
    ask: 'Römer Gallien',
    order: {
      both: { title: 'Die Römer in Gallien', description: sentence, text: sentence },
      one: { title: 'Die Römer', description: sentence, text: `${sentence}: Gallien` },
      none: { title: 'Für den Unterricht', description: sentence, text: `Römer, ${sentence}: Gallien` },
    },
  },
];

const propertiesOf = ({ title, keywords, description }: Material): Record<string, string[]> => ({
  ...(title === undefined ? {} : { 'cclom:title': [title] }),
  ...(keywords === undefined ? {} : { 'cclom:general_keyword': [...keywords] }),
  ...(description === undefined ? {} : { 'cclom:general_description': [description] }),
});

const nameOf = (row: Row, part: string): string => `${rows.indexOf(row)} ${part}.md`;

/** The Markdown files of the corpus as they are, and the materials of all rows among them. */
async function fill(client: Client, corpus: string): Promise<void> {
  const entries = await readdir(corpus, { recursive: true });
  const paths = entries.filter((path) => extname(path) === '.md');
  await together(paths.length, async (at) => {
    const path = paths[at] ?? '';
    const bytes = await readFile(join(corpus, path));
    await makeFile(client, bytes, { parent: '-companyhome-', name: `${at} ${basename(path)}`, mimeType: markdown });
  });
  for (const row of rows) {
    for (const [part, material] of Object.entries(row.order)) {
      const options = { parent: '-companyhome-', name: nameOf(row, part), properties: propertiesOf(material) };
      await makeFile(client, material.text ?? sentence, { ...options, mimeType: markdown });
    }
  }
}

describe('among the real material the best comes first', { timeout: 120_000 }, () => {
  let served: Promise<Served> | undefined;

  const clientOf = async (context: TestContext): Promise<Client> => {
    const corpus = corpusDirectory(context);
    served ??= serveSearchable((client) => fill(client, corpus));
    return (await served).client;
  };

  afterAll(async () => (await served)?.close());

  test.for(rows)('$name', async (row, context) => {
    const client = await clientOf(context);
    const { nodes } = await client.searchNodes({
      repository: '-home-',
      query: `WORDS:"${row.ask.replaceAll(/["\\]/g, '\\$&')}"`,
      maxItems: 1000,
    });
    const wanted = Object.keys(row.order).map((part) => nameOf(row, part));
    expect(nodes.map(({ name }) => name).filter((name) => wanted.includes(name))).toEqual(wanted);
  });
});
