import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { shellWords } from './shell-words.ts';
import { withTemporaryRepository } from './temporary-repository.ts';

const { run } = withTemporaryRepository();

const guide = await readFile(new URL('../../docs/admin.md', import.meta.url), 'utf8');

/** The command lines of one section of the guide, in their order. */
function linesOf(title: string): string[] {
  const section = guide.split(/^## /m).find((text) => text.startsWith(`${title}\n`)) ?? '';
  const blocks = [...section.matchAll(/```sh\n(.*?)```/gs)].map(([, block = '']) => block);
  return blocks
    .join('\n')
    .split('\n')
    .filter((line) => line.startsWith('edu-repo '))
    .map((line) => line.replace(/ +# .*$/, ''));
}

test('what the guide for admins says of people and rights can be typed in order, from a new repository on', async () => {
  const lines = linesOf('People and rights');
  expect(lines.length).toBeGreaterThan(15);
  for (const line of lines) {
    const [, ...words] = shellWords(line);
    const { code, stderr } = await run(words[1] === 'delete' ? [...words, '--yes'] : words);
    expect({ code, stderr: code === 0 ? '' : stderr }, line).toEqual({ code: 0, stderr: '' });
  }
});
