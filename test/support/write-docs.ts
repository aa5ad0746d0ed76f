import { writeFileSync } from 'node:fs';
import { generatedDocuments, locationOf } from './documents.ts';

for (const document of generatedDocuments) writeFileSync(locationOf(document), document.text());
