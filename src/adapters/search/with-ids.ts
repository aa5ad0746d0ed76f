import type { Segment } from './segment.ts';
import { createSegmentBuilder } from './segment-builder.ts';
import { readUuid, uuidSize } from './uuids.ts';
import { createVocabulary } from './vocabulary.ts';

const known = new WeakMap<Segment, Segment>();

/**
 * A segment with the same documents, of which the properties are their ids (`ID`) and those of their parents (`PARENT`). Few ask
 * for parts of ids: it is made when first asked for.
 */
export function withIdsOf(segment: Segment): Segment {
  const made = known.get(segment) ?? madeWithIds(segment);
  known.set(segment, made);
  return made;
}

function madeWithIds({ size, ids, parents, parentOf }: Segment): Segment {
  const builder = createSegmentBuilder(createVocabulary());
  for (let document = 0; document < size; document += 1) {
    const id = readUuid(ids, document * uuidSize);
    const number = parentOf[document] ?? 0;
    const parent = number === 0 ? null : readUuid(parents, (number - 1) * uuidSize);
    const properties = { ID: [id], PARENT: parent === null ? [] : [parent] };
    const nothing = { name: '', title: '', description: '', keywords: '', text: '' };
    builder.add({ id, anchor: '', parent, owner: '', ...nothing, properties });
  }
  return builder.finish();
}
