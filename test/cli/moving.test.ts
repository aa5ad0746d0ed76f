import { beforeEach, describe, expect, test } from 'vitest';
import { withTemporaryRepository } from './temporary-repository.ts';

const repository = withTemporaryRepository();
const { run, json } = repository;
let top = '';
let count = 0;

/** `/top-n` with `a.txt` in version 1.1, the folder `from` with `b.txt` in it, and the empty folder `to`. */
beforeEach(async () => {
  count += 1;
  top = `/top-${count}`;
  await run(['node', 'create', '/', top.slice(1), '--type', 'ccm:map']);
  for (const name of ['from', 'to']) await run(['node', 'create', top, name, '--type', 'ccm:map']);
  await run(['node', 'create', top, 'a.txt']);
  await run(['node', 'create', `${top}/from`, 'b.txt']);
  await run(['node', 'upload', `${top}/a.txt`, '-', '--comment', 'erste'], { input: 'one' });
});

const at = (...names: string[]) => [top, ...names].join('/');
const listed = async (...names: string[]) => (await run(['ls', at(...names)])).stdout.trimEnd().split('\n');
const contentOf = async (...names: string[]) => (await run(['cat', at(...names)])).stdout;
const idOf = async (...names: string[]) => (await run(['node', 'get', at(...names), '-o', 'id'])).stdout.trim();

describe('mv', () => {
  test('moves into a folder that is there, one or several', async () => {
    const id = await idOf('a.txt');
    expect((await run(['mv', at('a.txt'), at('from'), at('to')])).code).toBe(0);
    expect(await listed('to')).toEqual(['from/', 'a.txt']);
    expect(await idOf('to', 'a.txt')).toBe(id);
    expect(await listed('to', 'from')).toEqual(['b.txt']);
    expect(await listed()).toEqual(['to/']);
  });

  test('renames where nothing is, in the same folder or in another one', async () => {
    const id = await idOf('a.txt');
    await run(['mv', at('a.txt'), at('c.txt')]);
    expect(await idOf('c.txt')).toBe(id);
    await run(['mv', at('c.txt'), at('to', 'd.txt')]);
    expect(await idOf('to', 'd.txt')).toBe(id);
    expect(await listed()).toEqual(['from/', 'to/']);
  });

  test('renames though the folder has the old name', async () => {
    await run(['node', 'create', at('to'), 'a.txt']);
    expect((await run(['mv', at('a.txt'), at('to', 'new.txt')])).code).toBe(0);
    expect(await listed('to')).toEqual(['a.txt', 'new.txt']);
  });

  test('takes nothing away: a file there, or its name in the folder, is a conflict', async () => {
    await run(['node', 'create', at('to'), 'a.txt']);
    expect(await run(['mv', at('a.txt'), at('to', 'a.txt')])).toMatchObject({ code: 6 });
    expect(await run(['mv', at('a.txt'), at('to')])).toMatchObject({ code: 6 });
    expect(await listed()).toEqual(['from/', 'to/', 'a.txt']);
  });

  test('tells how far it came where one of several fails', async () => {
    await run(['node', 'create', at('to'), 'from']);
    const { code, stderr } = await run(['mv', at('a.txt'), at('from'), at('to')]);
    expect(code).toBe(6);
    expect(stderr).toContain(`1 node moved before ${at('from')} failed`);
  });

  test('is refused into itself, and to what is not there', async () => {
    expect((await run(['mv', at(), at('to')])).code).toBe(1);
    expect((await run(['mv', at('missing'), at('to')])).code).toBe(3);
    expect((await run(['mv', at('a.txt'), at('missing', 'b.txt')])).code).toBe(3);
    expect((await run(['mv', at('a.txt'), `${at('missing')}/`])).code).toBe(3);
    expect((await run(['mv', at('a.txt'), at('from'), at('missing')])).code).toBe(3);
    expect((await run(['mv', at('a.txt')])).code).toBe(2);
  });

  test('with --dry-run moves nothing', async () => {
    const { code, stderr } = await run(['mv', at('a.txt'), at('to'), '-n']);
    expect(code).toBe(0);
    expect(stderr).toContain(`Would move ${at('a.txt')} to ${at('to')}.`);
    expect(await listed()).toEqual(['from/', 'to/', 'a.txt']);
  });
});

describe('node copy', () => {
  test('copies on the server, with what lies in folders or without it', async () => {
    const { stdout } = await run(['node', 'copy', at('from'), at('a.txt'), at('to'), '-o', 'id']);
    expect(stdout.trim().split('\n')).toEqual([await idOf('to', 'from'), await idOf('to', 'a.txt')]);
    expect(await listed('to', 'from')).toEqual(['b.txt']);
    expect(await contentOf('to', 'a.txt')).toBe('one');
    await run(['node', 'copy', at('from'), at('alone'), '--without-children']);
    expect((await run(['ls', at('alone')])).stdout).toBe('');
  });

  test('takes another name where one is taken, or the one that is given', async () => {
    for (const name of ['a - 1.txt', 'a - 2.txt']) {
      const { nodes } = await json<{ nodes: { name: string }[] }>(['node', 'copy', at('a.txt'), at()]);
      expect(nodes.map((node) => node.name)).toEqual([name]);
    }
    await run(['node', 'copy', at('a.txt'), at('c.txt')]);
    expect(await contentOf('c.txt')).toBe('one');
  });

  test('with --dry-run copies nothing', async () => {
    const { code, stdout, stderr } = await run(['node', 'copy', at('a.txt'), at('to'), '-n']);
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(stderr).toContain('Would copy');
    expect((await run(['ls', at('to')])).stdout).toBe('');
  });
});

describe('cp from node to node', () => {
  const cp = (...words: string[]) => run(['cp', ...words]);

  test('refuses a folder into itself or below, by path, and says under which name a copy is there', async () => {
    for (const target of [at('from'), at('from', 'new')]) {
      for (const words of [
        ['cp', '-r', `repo:${at('from')}`, `repo:${target}`],
        ['node', 'copy', at('from'), target],
      ]) {
        const { code, stderr } = await run(words);
        expect(code).toBe(2);
        expect(stderr).toContain(`${at('from')} cannot be copied into itself.`);
      }
    }
    expect(await listed('from')).toEqual(['b.txt']);
    const { stderr } = await run(['cp', '-r', `repo:${at('from')}`, `repo:${top}`]);
    expect(stderr).toBe(`Copied ${at('from')} to ${top}/from - 1.\n`);
  });

  test('copies on the server; folders with -r only', async () => {
    expect((await cp(`repo:${at('from')}`, `repo:${at('to')}`)).code).toBe(2);
    const { code, stderr } = await cp('-r', `repo:${at('from')}`, `repo:${at('a.txt')}`, `repo:${at('to')}`);
    expect(code).toBe(0);
    expect(stderr).toBe(
      `Copied ${at('from')} to ${at('to', 'from')}.\nCopied ${at('a.txt')} to ${at('to', 'a.txt')}.\n`,
    );
    expect(await listed('to')).toEqual(['from/', 'a.txt']);
    expect(await listed('to', 'from')).toEqual(['b.txt']);
    expect((await cp('-r', `repo:${at('from')}`, `repo:${at('beside')}`)).code).toBe(0);
    expect(await listed('beside')).toEqual(['b.txt']);
  });

  test('takes another name where one is taken, unless something else is said; nothing is replaced', async () => {
    const one = () => cp(`repo:${at('a.txt')}`, `repo:${at('to')}`);
    await one();
    await one();
    expect(await listed('to')).toEqual(['a - 1.txt', 'a.txt']);
    const again = (how: string) => cp(`repo:${at('a.txt')}`, `repo:${at('to')}`, '--if-exists', how);
    expect((await again('skip')).code).toBe(0);
    expect((await again('fail')).code).toBe(6);
    expect((await again('replace')).code).toBe(2);
    expect(await listed('to')).toEqual(['a - 1.txt', 'a.txt']);
    expect((await cp(`repo:${at('a.txt')}`, `repo:${at('to', 'a.txt')}`)).code).toBe(6);
  });

  test('is no way for local files beside nodes', async () => {
    const { code, stderr } = await cp('repo:/a', 'local.txt', 'repo:/b');
    expect(code).toBe(2);
    expect(stderr).toContain('within one');
  });
});

describe('node versions and node revert', () => {
  beforeEach(async () => {
    await run(['node', 'upload', at('a.txt'), '-', '--comment', 'zweite'], { input: 'two' });
  });

  test('list the history, and take the node back in it', async () => {
    const { stdout } = await run(['node', 'versions', at('a.txt')]);
    expect(stdout).toMatch(/^VERSION +PRESENT +SIZE +MODIFIED +BY +COMMENT\n/);
    expect(stdout).toMatch(/\n1\.0 +- .*\n1\.1 +3 B .*Admin *erste\n1\.2 +\* +3 B .*Admin *zweite\n/);
    const { node } = await json<{ node: { contentVersion: string } }>(['node', 'revert', at('a.txt'), '1.1']);
    expect(node.contentVersion).toBe('1.1');
    expect(await contentOf('a.txt')).toBe('one');
    expect((await run(['node', 'versions', at('a.txt'), '-o', 'id'])).stdout).toBe('1.0\n1.1\n1.2\n');
    await run(['node', 'revert', at('a.txt'), '1.2']);
    expect(await contentOf('a.txt')).toBe('two');
  });

  test('mark the version that the node is at', async () => {
    await run(['node', 'revert', at('a.txt'), '1.1']);
    expect((await run(['node', 'versions', at('a.txt')])).stdout).toMatch(/\n1\.1 +\* .*\n1\.2 +3 B/);
  });

  test('keep what an update set without a version, and say what changed', async () => {
    const update = (property: string) => run(['node', 'update', at('a.txt'), '-p', property]);
    await update('cclom:title=Nirgends sonst');
    const planned = await run(['node', 'revert', at('a.txt'), '1.1', '-n']);
    expect(planned.stderr).toContain(
      `Would revert ${at('a.txt')} to 1.1.\n  cclom:title: Nirgends sonst -> (none)\n  content: that of version 1.1\n`,
    );
    const { code, stdout, stderr } = await run(['node', 'revert', at('a.txt'), '1.1', '-o', 'id']);
    expect(code).toBe(0);
    expect(stderr).toContain(`Reverted ${at('a.txt')} to version 1.1. Changes:\n`);
    expect(stderr).toContain('  cclom:title: Nirgends sonst -> (none)\n  content: replaced\n');
    const again = `edu-repo node revert ${stdout.trim()} 1.3`;
    expect(stderr).toContain(`Saved the previous state as version 1.3. To restore it: ${again}\n`);
    const { stderr: back } = await run(again.split(' ').slice(1));
    expect(back).toContain('  cclom:title: (none) -> Nirgends sonst\n');
    expect(back).not.toContain('Saved');
    expect(await contentOf('a.txt')).toBe('two');
    expect((await run(['node', 'revert', at('a.txt'), '1.3'])).stderr).toContain('already equals version 1.3.');
  });

  test('leave the name, unless --with-name says otherwise', async () => {
    await run(['mv', at('a.txt'), at('b.txt')]);
    const kept = await run(['node', 'revert', at('b.txt'), '1.1']);
    expect(kept.stderr).toContain(
      'The name is still b.txt: that version was named a.txt. To restore the name too, add --with-name.',
    );
    await run(['node', 'create', top, 'a.txt']);
    const taken = await run(['node', 'revert', at('b.txt'), '1.1', '--with-name']);
    expect(taken.stderr).toContain('The name is still b.txt: another node in the folder is named a.txt.');
    await run(['rm', at('a.txt')]);
    const named = await run(['node', 'revert', at('b.txt'), '1.1', '--with-name']);
    expect(named.stderr).toContain('  cm:name: b.txt -> a.txt\n');
    expect(await listed()).toContain('a.txt');
  });

  test('ask before the content is taken away, and say the command where nobody is there', async () => {
    const { code, stderr } = await run(['node', 'revert', at('a.txt'), '1.0']);
    expect(code).toBe(2);
    expect(stderr).toContain('has no content, so the file would be empty');
    expect(stderr).toContain(`To confirm: edu-repo node revert --yes ${at('a.txt')} 1.0`);
    expect(await contentOf('a.txt')).toBe('two');
    expect((await run(['node', 'revert', '--yes', at('a.txt'), '1.0'])).code).toBe(0);
    const without = await run(['cat', at('a.txt')]);
    expect(without.code).toBe(3);
    expect(without.stderr).toContain(`edu-repo node versions ${at('a.txt')}`);
    expect(without.stderr).not.toContain('Nothing has been uploaded to');
  });

  test('are what cat advises where a version has no content', async () => {
    for (const version of ['1.0', '9.9']) {
      const { code, stderr } = await run(['cat', at('a.txt'), '--content-version', version]);
      expect(code).toBe(3);
      expect(stderr).toContain(`To list the versions: edu-repo node versions ${at('a.txt')}\n`);
    }
    expect((await run(['cat', at('a.txt'), '--content-version', '1.1'])).stdout).toBe('one');
  });

  test('with -o json shows all that is known of each', async () => {
    const { versions } = await json<{ versions: { comment: string; properties: Record<string, string[]> }[] }>([
      'node',
      'versions',
      at('a.txt'),
    ]);
    expect(versions.map(({ comment }) => comment)).toEqual(['', 'erste', 'zweite']);
    for (const { properties } of versions) expect(properties).toHaveProperty(['cm:name'], ['a.txt']);
  });

  test('tell of a version that is not there, and of what is none', async () => {
    expect((await run(['node', 'revert', at('a.txt'), '9.9'])).code).toBe(3);
    expect((await run(['node', 'revert', at('a.txt'), '9.9', '-n'])).code).toBe(3);
    expect((await run(['node', 'revert', at('a.txt'), 'two'])).code).toBe(2);
    expect((await run(['node', 'revert', at('a.txt'), '1.1', '-n'])).stderr).toContain('Would revert');
    expect(await contentOf('a.txt')).toBe('two');
  });
});

test('a teacher copies folders within their own home folder, though they may not read the folder above it', async () => {
  const password = 'Tafel und Kreide 34';
  await run(['user', 'create', 'anna', '--first-name', 'Anna', '--password-stdin'], { input: `${password}\n` });
  const asAnna = (...words: string[]) =>
    run(words, { environment: { EDU_REPO_USER: 'anna', EDU_REPO_PASSWORD: password } });
  for (const name of ['Vorlagen', 'Unterricht']) await asAnna('node', 'create', '~', name, '--type', 'ccm:map');
  await asAnna('node', 'create', '~/Vorlagen', 'a.txt');
  expect((await asAnna('cp', '-r', 'repo:~/Vorlagen', 'repo:~/Unterricht')).code).toBe(0);
  expect((await asAnna('node', 'copy', '~/Vorlagen', '~/Unterricht')).code).toBe(0);
  expect((await asAnna('ls', '~/Unterricht')).stdout).toBe('Vorlagen/\nVorlagen - 1/\n');
  expect((await asAnna('ls', '~/Unterricht/Vorlagen')).stdout).toBe('a.txt\n');
  const inside = await asAnna('cp', '-r', 'repo:~/Unterricht', 'repo:~/Unterricht/Vorlagen');
  expect([inside.code, inside.stderr]).toEqual([2, expect.stringContaining('cannot be copied into itself')]);
});
