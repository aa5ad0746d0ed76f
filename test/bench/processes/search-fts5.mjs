// The peer of the search lines: full-text search of SQLite (FTS5), by better-sqlite3, as one would put it beside a program.
// Says what it measured in JSON on its last line.
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { documentBatches, facetFields, filteredField, queries, warmUp } from './search-documents.mjs';
import { createStopwatch, timeEach } from './timing.mjs';

const [job, folder, documents, perKind] = process.argv.slice(2);
const file = join(folder, 'fts5.sqlite');
const columns = Object.keys(facetFields).map((_, at) => `facet${at}`);

async function build(count) {
  const database = new Database(file);
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = NORMAL');
  database.exec('CREATE VIRTUAL TABLE words USING fts5(title, description)');
  database.exec(
    `CREATE TABLE facets(id INTEGER PRIMARY KEY, ${columns.map((column) => `${column} INTEGER`).join(', ')})`,
  );
  // The weights of our own fields.
  database.exec("INSERT INTO words(words, rank) VALUES('rank', 'bm25(6.0, 2.0)')");
  const putWords = database.prepare('INSERT INTO words(rowid, title, description) VALUES(?, ?, ?)');
  const putFacets = database.prepare(`INSERT INTO facets VALUES(?, ${columns.map(() => '?').join(', ')})`);
  const watch = createStopwatch();
  const putAll = database.transaction((batch) => {
    for (const { number, title, description, facets } of batch) {
      putWords.run(number + 1, title, description);
      putFacets.run(number + 1, ...facets);
    }
  });
  // As with ours, a thousand can be found as soon as they are put.
  for (const batch of documentBatches(count)) await watch.time(() => putAll(batch));
  // As ours, it is asked when its parts are merged: so it answers as fast as it can.
  await watch.time(() => {
    database.exec("INSERT INTO words(words) VALUES('optimize')");
    database.pragma('wal_checkpoint(TRUNCATE)');
  });
  database.close();
  return watch.each(count);
}

function openQueries() {
  const database = new Database(file, { readonly: true });
  // Whatever it is given, it keeps in memory.
  database.pragma('cache_size = -1000000');
  database.pragma('mmap_size = 4000000000');
  const best = database.prepare('SELECT rowid FROM words WHERE words MATCH ? ORDER BY rank LIMIT 10').pluck();
  const filtered = `words JOIN facets ON facets.id = words.rowid WHERE words MATCH ? AND facet${filteredField} = ?`;
  const bestFiltered = database.prepare(`SELECT words.rowid FROM ${filtered} ORDER BY rank LIMIT 10`).pluck();
  const counted = (from) => {
    const hits = `WITH hits AS MATERIALIZED (SELECT ${columns.join(', ')} FROM ${from})`;
    const counts = columns.map((column, at) => `SELECT ${at}, ${column}, count(*) FROM hits GROUP BY ${column}`);
    return database.prepare(`${hits} ${counts.join(' UNION ALL ')}`).raw();
  };
  const counts = counted('words JOIN facets ON facets.id = words.rowid WHERE words MATCH ?');
  const countsFiltered = counted(filtered);
  const notation = (words) => words.map((word) => `"${word}"`).join(' AND ');
  return {
    single: ({ words }) => best.all(notation(words)),
    and: ({ words }) => best.all(notation(words)),
    prefix: ({ words }) => best.all(`"${words[0]}" *`),
    facets: ({ words }) => [best.all(notation(words)), counts.all(notation(words))],
    'facets and filter': ({ words, filter }) => [
      bestFiltered.all(notation(words), filter),
      countsFiltered.all(notation(words), filter),
    ],
  };
}

async function measure(count) {
  const engine = openQueries();
  const [warming, measured] = [queries(Math.min(warmUp, count), 1), queries(count, 2)];
  const told = {};
  for (const [kind, ask] of Object.entries(engine)) for (const query of warming[kind]) ask(query);
  for (const [kind, ask] of Object.entries(engine)) told[kind] = await timeEach(measured[kind], ask);
  return told;
}

const jobs = { build: () => build(Number(documents)), query: () => measure(Number(perKind)) };
console.log(JSON.stringify(await jobs[job]()));
