import { expect, test } from 'vitest';
import { writeVarint } from '../../../../../src/adapters/search/codec/varints.ts';
import {
  createDecodedPostings,
  decodePostings,
  PostingsWriter,
} from '../../../../../src/adapters/search/segment/postings.ts';

test('entries are read as they were written, however many places, documents and times there are', () => {
  const written = [
    [0, 0, 1],
    [0, 70_000, 4],
    [3, 65_536, 3],
    [100_000, 1, 300],
  ] as const;
  const writer = new PostingsWriter();
  writer.begin('wort');
  for (const [document, place, frequency] of written) {
    writer.add(document, place, frequency);
    for (let time = 0; time < frequency; time += 1) writeVarint(writer.positions, 1);
  }
  writer.end();
  const entries = createDecodedPostings();
  decodePostings(writer.finish(), 0, entries);
  const read = written.map((_, at) => [entries.documents[at], entries.places[at], entries.frequencies[at]]);
  expect(read).toEqual(written);
  expect(entries.count).toBe(written.length);
});
