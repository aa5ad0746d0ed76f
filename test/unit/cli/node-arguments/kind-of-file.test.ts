import { expect, test } from 'vitest';
import { kindOfFile } from '../../../../src/cli/node-arguments/kind-of-file.ts';

test.each([
  ['application/pdf', 'PDF'],
  ['application/vnd.openxmlformats-officedocument.presentationml.presentation', 'PowerPoint'],
  ['image/png', 'PNG'],
  ['text/markdown', 'markdown'],
  ['text/plain', 'text'],
  ['application/x-shockwave-flash-and-more', 'file'],
  ['video/vnd.something-very-long', 'video'],
  ['application/x-zip', 'ZIP'],
  ['nonsense', 'NONSENSE'],
])('%s is called %s', (mimeType, kind) => {
  expect(kindOfFile(mimeType)).toBe(kind);
});
