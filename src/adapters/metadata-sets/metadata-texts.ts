import { badRequest, messageOf, RepositoryError } from '../../base/errors/errors.ts';
import { yieldToEventLoop } from '../../base/scheduling/event-loop.ts';
import type { MaybePromise } from '../../base/scheduling/maybe-promise.ts';
import type { MetadataSet } from '../../domain/metadata/metadata-set.ts';
import type { ValueList } from '../../domain/metadata/value-list.ts';
import type { MetadataTexts } from '../../ports/metadata-texts.ts';
import { documentsOf } from './documents.ts';
import { parseSetText } from './parse-set.ts';
import { parseValueListText } from './parse-value-list.ts';
import { writeSetText, writeValueListText } from './write-text.ts';
import type { Mistake, ParseResult } from './yaml-text.ts';

/** Maximum number of mistakes reported for one file. */
const maxReported = 20;

/** Maximum number of sets and value lists in one file. */
const maxDocuments = 2_000;

function refuseTooMany(file: string, count: number): void {
  if (count <= maxDocuments) return;
  throw badRequest(
    `${file} cannot be read: it has ${count} parts between lines of ---; the maximum is ${maxDocuments}. Nothing was imported.`,
  );
}

/** The value in a list; empty if there are mistakes, which are added to `mistakes`. */
function valueOrMistakes<T>(reading: ParseResult<T>, mistakes: Mistake[]): T[] {
  if ('value' in reading) return [reading.value];
  mistakes.push(...reading.mistakes);
  return [];
}

function refuseMistakes(file: string, mistakes: readonly Mistake[]): void {
  if (mistakes.length === 0) return;
  const reported = mistakes.slice(0, maxReported).map(({ place, message }) => `${place}: ${message}`);
  const more = mistakes.length > reported.length ? `; and ${mistakes.length - reported.length} more` : '';
  throw badRequest(`${file} cannot be read: ${reported.join('; ')}${more}. Nothing was imported.`, {
    mistakes: mistakes.slice(0, maxReported),
  });
}

const unwritable = (what: string, error: unknown): RepositoryError =>
  new RepositoryError('BadRequest', `The ${what} cannot be saved: ${messageOf(error)}`, { cause: error });

async function written(kind: string, id: string, write: () => MaybePromise<string>): Promise<string> {
  try {
    return await write();
  } catch (error) {
    throw unwritable(`${kind} ${id}`, error);
  }
}

export function createMetadataTexts(): MetadataTexts {
  return {
    async read(text, file, ownId) {
      const sets: MetadataSet[] = [];
      const valueLists: ValueList[] = [];
      const texts = new Map<MetadataSet | ValueList, string>();
      const mistakes: Mistake[] = [];
      const documents = documentsOf(text);
      refuseTooMany(file, documents.length);
      for (const { kind, text: document, firstLine } of documents) {
        await yieldToEventLoop();
        if (kind === 'set') sets.push(...valueOrMistakes(parseSetText(document, file, ownId, firstLine), mistakes));
        else valueLists.push(...valueOrMistakes(await parseValueListText(document, file, ownId, firstLine), mistakes));
        const read = (kind === 'set' ? sets : valueLists).at(-1);
        // After a mistake, nothing that was read is used.
        if (read !== undefined) texts.set(read, document);
      }
      refuseMistakes(file, mistakes);
      return { sets, valueLists, texts };
    },
    async *write({ sets, valueLists }) {
      let first = true;
      const separator = (name: string): string => {
        const line = first ? '' : `--- # ${name}\n`;
        first = false;
        return line;
      };
      for (const set of sets) {
        yield separator(`${set.id}.yaml`) + (await written('metadata set', set.id, () => writeSetText(set)));
      }
      for (const list of valueLists) {
        yield separator(`values/${list.id}.yaml`) +
          (await written('value list', list.id, () => writeValueListText(list)));
      }
    },
  };
}
