import { writeFileSync } from 'node:fs';
import { currentDocument, releasedFile, writtenDocument } from './released-document.ts';

writeFileSync(releasedFile, writtenDocument(currentDocument()));
