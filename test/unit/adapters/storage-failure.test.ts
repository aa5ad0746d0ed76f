import { expect, test } from 'vitest';
import { storageFailure } from '../../../src/adapters/filesystem/storage-failure.ts';

const systemError = (code: string) =>
  Object.assign(new Error(`${code}: words of the system, '/secret/path'`), { code });

test.each([
  ['ENOSPC', 'the disk is full'],
  ['EDQUOT', 'quota'],
  ['EIO', 'input/output error'],
  ['EROFS', 'read-only'],
  ['EACCES', 'may not write'],
  ['EMFILE', 'too many files'],
])('%s is told in words, with the error as its cause', (code, words) => {
  const error = systemError(code);
  const failure = storageFailure(error);
  expect(failure).toMatchObject({ name: 'RepositoryError', code: 'StorageFailed', cause: error });
  expect(failure.message).toContain(words);
  expect(failure.message).not.toContain('/secret/path');
});

test('an unexpected error keeps its own words', () => {
  expect(storageFailure(new Error('never seen')).message).toContain('never seen');
});
