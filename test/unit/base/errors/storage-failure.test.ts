import { expect, test } from 'vitest';
import { storageFailure } from '../../../../src/base/errors/storage-failure.ts';

const systemError = (code: string) =>
  Object.assign(new Error(`${code}: words of the system, '/secret/path'`), { code });

test.each([
  ['ENOSPC', 'the disk is full'],
  ['EDQUOT', 'quota'],
  ['EIO', 'input/output error'],
  ['EROFS', 'read-only'],
  ['EACCES', 'no permission to write'],
  ['EMFILE', 'too many files'],
])('%s is told in words, with the error as its cause', (code, words) => {
  const error = systemError(code);
  const failure = storageFailure('It failed', error);
  expect(failure).toMatchObject({ name: 'RepositoryError', code: 'StorageFailed', cause: error });
  expect(failure.message).toContain(words);
  expect(failure.message).not.toContain('/secret/path');
});

test('an unexpected error keeps its own words', () => {
  expect(storageFailure('It failed', new Error('never seen')).message).toContain('never seen');
});

test('the words of the system are understood where a library kept the code to itself', () => {
  const error = new Error('Database failed to open', {
    cause: new Error('IO error: /secret/path/000123.dbtmp: No space left on device'),
  });
  const { message } = storageFailure('It failed', error);
  expect(message).toMatch(/^It failed: the disk is full\. Free some space/);
});
