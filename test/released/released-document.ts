import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { programVersion } from '../../src/daemon/process/version.ts';
import { generatedDocuments } from '../support/documents.ts';
import { type Document, type ReducedDocument, reducedDocument } from './reduced-document.ts';

/** Where the document of the last release is kept. */
export const releasedFile = fileURLToPath(new URL('openapi.json', import.meta.url));

/** The document of this program. */
export function currentDocument(): ReducedDocument {
  const generated = generatedDocuments.find(({ file }) => file.endsWith('openapi.json'));
  if (generated === undefined) throw new Error('No document is generated under the name openapi.json.');
  return reducedDocument(JSON.parse(generated.text()) as Document, programVersion());
}

/** One operation and one component per line: the differences between two releases can be read. */
export function writtenDocument({ release, operations, components }: ReducedDocument): string {
  const lines = (record: object): string =>
    Object.entries(record)
      .map(([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)}`)
      .join(',\n');
  return [
    '{',
    `  "release": ${JSON.stringify(release)},`,
    `  "operations": {\n${lines(operations)}\n  },`,
    `  "components": {\n${lines(components)}\n  }`,
    '}\n',
  ].join('\n');
}

/** The document of the last release. */
export const releasedDocument = (): ReducedDocument =>
  JSON.parse(readFileSync(releasedFile, 'utf8')) as ReducedDocument;
