import { describe, expect, test } from 'vitest';
import { kindNames } from '../../src/cli/import/kinds.ts';
import { commands, nouns } from '../../src/cli/program/commands.ts';
import { helpTopics } from '../../src/cli/program/help-topics.ts';
import { run } from './run-line.ts';
import { understood } from './understood.ts';

describe('global options', () => {
  test('are the same before and after the command', async () => {
    const options = [
      '--data',
      '/srv/x',
      '-o',
      'json',
      '-l',
      '--fields',
      'name',
      '-q',
      '--no-color',
      '-y',
      '--timeout',
      '5m',
      '--no-input',
    ];
    const before = await understood([...options, 'ls', '/']);
    const after = await understood(['ls', '/', ...options]);
    expect(after).toEqual(before);
    expect(before.globals).toEqual({
      data: '/srv/x',
      remote: undefined,
      url: undefined,
      config: undefined,
      output: 'json',
      long: true,
      fields: ['name'],
      quiet: true,
      verbose: false,
      color: false,
      yes: true,
      dryRun: false,
      timeout: 300_000,
      limitRate: undefined,
      progress: 'text',
      input: false,
      debug: false,
    });
  });

  test('stand between noun and verb too', async () => {
    expect((await understood(['node', '-v', 'get', '/'])).globals.verbose).toBe(true);
  });

  test('are found in a bundle behind an option of the command', async () => {
    const { options, globals } = await understood(['rm', '-rny', '/a']);
    expect(options).toMatchObject({ recursive: true });
    expect(globals).toMatchObject({ dryRun: true, yes: true });
  });

  test('take --json for -o json, and a format that was named before it', async () => {
    expect((await understood(['ls', '--json'])).globals.output).toBe('json');
    expect((await understood(['--json', 'ls', '-o', 'csv'])).globals.output).toBe('csv');
  });

  test('leave --input of api and --no-input apart', async () => {
    const words = ['api', 'PUT', '/node/v1/nodes/-home-/x/metadata', '--input', '-'];
    const { options, globals } = await understood(words);
    expect(options).toMatchObject({ input: '-' });
    expect(globals.input).toBe(true);
    expect((await understood([...words, '--no-input'])).globals.input).toBe(false);
  });

  test.each([
    ['500ms', 500],
    ['30', 30_000],
    ['30s', 30_000],
    ['1h', 3_600_000],
  ])('read %s as a timeout', async (text, milliseconds) => {
    expect((await understood(['ls', '--timeout', text])).globals.timeout).toBe(milliseconds);
  });

  test.each(['0', '-1', 'soon', '1d', ''])('refuse «%s» as a timeout', async (text) => {
    const { code, stderr } = await run(['ls', `--timeout=${text}`]);
    expect(code).toBe(2);
    expect(stderr).toContain('Use a time such as 30s');
  });
});

describe('names of commands', () => {
  test.each([
    [['nodes', 'list'], 'node list'],
    [['node', 'ls'], 'node list'],
    [['users', 'get'], 'user get'],
    [['nodes', 'rm', '/x'], 'node delete'],
    [['permissions', 'get', '/x'], 'permission get'],
    [['groups', 'ls'], 'group list'],
    [['orgs', 'list'], 'org list'],
    [['remotes', 'rm', 'x1'], 'remote remove'],
    [['apps', 'list'], 'app list'],
    [['clients', 'ls'], 'client list'],
    [['users', 'rm', 'x'], 'user delete'],
    [['gdpr', 'ls'], 'dataprotection list'],
    [['configuration', 'check'], 'config check'],
    [['usages', 'ls', '/x'], 'usage list'],
    [['usage', 'rm', '/x', 'id'], 'usage delete'],
  ])('%j is %s', async (words, name) => {
    expect((await understood(words)).command).toBe(name);
  });

  test('special ids are words, not options', async () => {
    expect((await understood(['ls', '-userhome-'])).options).toMatchObject({
      address: { kind: 'id', id: '-userhome-' },
    });
    expect((await understood(['user', 'get', '-me-'])).options).toEqual({ person: '-me-' });
    expect((await understood(['rm', '-r', '-root-'])).options).toMatchObject({ words: ['-root-'], recursive: true });
  });

  test('behind -- a word is never an option', async () => {
    expect((await understood(['node', 'create', '/', '--', '-n'])).options).toMatchObject({
      properties: { 'cm:name': ['-n'] },
    });
  });
});

describe('a command line that makes no sense', () => {
  test.each([
    [['lss'], "edu-repo: unknown command 'lss'.", 'Did you mean ls?', 'edu-repo --help'],
    [
      ['chmod', '/a'],
      "edu-repo: unknown command 'chmod'.",
      'Did you mean edu-repo share NODE NAME?',
      'edu-repo --help',
    ],
    [
      ['rename', '/a', '/b'],
      "edu-repo: unknown command 'rename'.",
      'Did you mean edu-repo mv /OLD-PATH',
      'edu-repo --help',
    ],
    [['node', 'gett'], "edu-repo node: unknown command 'gett'.", 'Did you mean get?', 'edu-repo help node'],
    [['ls', '--lnog'], "edu-repo ls: unknown option '--lnog'.", 'Did you mean --long?', 'edu-repo help ls'],
    [
      ['node', 'get'],
      "edu-repo node get: missing required argument 'address'.",
      'requires this argument.',
      'edu-repo help node get',
    ],
    [['ls', '/', '/'], 'edu-repo ls: too many arguments', 'takes fewer arguments.', 'edu-repo help ls'],
    [['ls', '--colour'], "edu-repo ls: unknown option '--colour'.", 'no option with this name.', 'edu-repo help ls'],
    // A word with a minus sign is taken for options.
    [['search', 'musik', '-lösung'], "unknown option '-ösung'.", 'no option with this name.', 'Brüche ohne Lösung'],
    [['ls', '--sort'], "option '--sort", 'requires a value.', 'edu-repo help ls'],
    [['usage', 'list'], 'Cannot list usages.', 'Specify a node or --app', 'help usage list'],
    [['usage', 'list', '/a', '--app', 'b'], 'Cannot list usages.', 'cannot be combined', 'help usage list'],
    [['usage', 'report', '--from', '2026-02-30'], '"2026-02-30" is not a day.', 'year, month', '--from 2026-08-01'],
    [['zzzzzz'], "edu-repo: unknown command 'zzzzzz'.", 'no command with this name.', 'edu-repo --help'],
    [['ls', '-o', 'xml'], 'Allowed choices are table, json', 'does not accept this value.', 'edu-repo --help'],
    [['ls', 'Mathe'], 'edu-repo ls: "Mathe" is not the address of a node.', 'starts with /', 'edu-repo ls /'],
    [['help', 'lss'], 'edu-repo help: There is no help topic "lss".', 'exit-codes', 'edu-repo --help'],
    [['cat', '/a', '--content-version', '1'], '"1" is not a version.', 'two numbers', 'node versions'],
    [['node', 'update', '/a'], 'There is nothing to change.', '--property', 'help node update'],
    [['node', 'create', '/', 'a', '-p', 'cm:title'], '"cm:title" is not a property.', 'NAME=VALUE', '--property'],
    [['permission', 'set', '/a', 'anna'], 'The permissions cannot be set.', 'at least one role', 'help permission set'],
    [['permission', 'set', '/a'], 'The permissions cannot be set.', 'needs an authority', 'help permission set'],
    [
      ['permission', 'set', '/a', 'anna', 'Editor', '--remove'],
      'cannot be set',
      '--remove removes all',
      'help permission',
    ],
    [['search', '...'], 'There is nothing to search for.', 'At least one word', 'edu-repo search'],
    [['search'], 'There is nothing to search for.', 'At least one word', 'edu-repo search'],
    [['search', 'a', '--query', 'b'], 'Words and --query cannot be combined.', 'all words', 'edu-repo search'],
    [['search', '--query', ' '], 'There is nothing to search for.', '--query is empty', 'edu-repo search'],
    [['search', 'a', '--filter', 'cm:title'], '"cm:title" is not a filter.', 'its whole value', "--filter 'ccm:"],
    [
      ['search', 'a', '--all', '--limit', '3'],
      '--all cannot be combined with --limit or --skip.',
      'shows all hits',
      'Use either',
    ],
    [['search', 'a', '--sort', 'titel'], 'Did you mean title?', 'does not accept this value.', 'help search'],
    [['search', 'a', '--sort', '-Datum'], 'Did you mean modified?', 'does not accept this value.', 'help search'],
    [['ls', '--sort', 'Größe'], 'Did you mean size?', 'does not accept this value.', 'help ls'],
    [['ls', '--sort', 'TITLE'], 'Did you mean title?', 'does not accept this value.', 'help ls'],
    [['search', 'a', '--mds', 'a/b/c'], 'SET/QUERY', 'does not accept this value.', 'help search'],
    [['search', 'a', '--in', 'Mathe'], '"Mathe" is not the address of a node.', 'starts with /', 'edu-repo ls /'],
    [['gdpr', 'cancel'], "missing required argument 'user'", 'requires this argument.', 'help dataprotection cancel'],
    [
      ['gdpr', 'download', '--if-exists', 'ask'],
      'skip, rename, replace, fail',
      'does not accept this value.',
      'help dataprotection',
    ],
    [['cp', 'a'], 'A source and a target are required.', 'last argument', 'edu-repo cp FILE'],
    [['cp', 'a', 'b'], 'between local files and a repository', 'Prefix repository paths', 'edu-repo cp FILE'],
    [['cp', 'repo:/a', 'b', 'repo:/c'], 'or within one', 'others are nodes', 'separately'],
    [
      ['cp', 'repo:/a', 'repo:/b', '--if-exists', 'replace'],
      'cannot be used between nodes',
      'never replaces a node',
      'rename, skip',
    ],
    [['cp', 'repo:/a', 'b', 'c'], 'between local files and a repository', 'Prefix repository paths', 'edu-repo cp'],
    [['serve', '--port', '70000'], '"70000" is not a port.', '65535', '--port 8080'],
    [['serve', '--url', 'http://x'], 'serve does not support --url.', 'this machine', '--data DIR'],
    [['serve', '--remote', 'x1'], 'serve does not support --remote.', 'this machine', '--data DIR'],
    [['user', 'update', 'a'], 'There is nothing to change.', 'At least one option', 'help user update'],
    [['group', 'update', 'a'], 'There is nothing to change.', 'At least one option', 'help group update'],
    [
      ['group', 'members', 'a', '--type', 'x'],
      'Allowed choices are user, group',
      'does not accept this value.',
      'help group members',
    ],
    [['remote', 'use'], 'Specify either the name of a remote or --local.', 'One of them is required', 'remote list'],
    [
      ['remote', 'use', 'ab', '--local'],
      'Specify either the name of a remote or --local.',
      'cannot be combined',
      'remote list',
    ],
    [['login', '--client-id', 'x'], 'must be used together', '--client-secret-file is missing', 'Use both'],
    [['app', 'add'], 'Cannot register the app', '--id', 'help app add'],
    [['app', 'add', '--id', 'a', '--property', 'x'], 'Cannot register the app', '"x"', 'help app add'],
    [['user', 'import', 'a', '--columns', 'x=y'], 'is not a valid column map', 'The fields are', "--columns 'user="],
    [
      ['user', 'import', 'a', '--passwords', 'b', '--without-passwords'],
      'cannot be combined',
      'passwords or none',
      'Leave',
    ],
    [['api', 'GET', '/nothing'], 'has no call GET /nothing', 'No call has a path', 'openapi.json'],
    [['api', 'GET', '/_about', '-f', 'a=b'], 'has no field a.', 'none', 'openapi.json'],
    [['api', 'GET', '/_about', '--input', '-'], 'cannot be used with --input', 'no request body', 'Leave out --input'],
    [
      ['user', 'create', 'a', '--password-stdin', '--generate-password'],
      'cannot be combined',
      'either reads or generates',
      'Leave',
    ],
    [
      ['import', 'a', '--if-exists', 'maybe'],
      'Allowed choices are skip, update, version, rename, fail',
      'does not accept this value.',
      'help import',
    ],
    [
      ['import', 'a', '--concurrency', '0'],
      'Write a number from 1 to 64.',
      'does not accept this value.',
      'help import',
    ],
  ])('%j: three lines and exit code 2', async (words, what, why, next) => {
    const { code, stdout, stderr } = await run(words);
    const lines = stderr.trimEnd().split('\n');
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(lines).toHaveLength(3);
    expect(lines[0]).toContain(what);
    expect(lines[1]).toContain(why);
    expect(lines[2]).toContain(next);
  });

  test('a noun without a verb shows its verbs on stderr', async () => {
    const { code, stdout, stderr } = await run(['node']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('versions');
  });
});

describe('help', () => {
  test('without any word is shown on stdout and is no error', async () => {
    const bare = await run([]);
    expect(bare).toEqual(await run(['--help']));
    expect(bare).toMatchObject({ code: 0, stderr: '' });
  });

  test('names every command of one word, and every noun', async () => {
    const { stdout } = await run(['--help']);
    for (const { path, hidden } of commands) {
      const isShown = hidden !== true || path.length === 2;
      expect(new RegExp(`^ {2}${path[0]}\\b`, 'm').test(stdout), path[0]).toBe(isShown);
    }
  });

  test('has a page on exit codes, one on the environment and one on the query language', async () => {
    expect((await run(['help', 'query'])).stdout).toContain('cm:modified:[2026-01-01 TO 2026-01-31]');
    expect((await run(['help', 'exit-codes'])).stdout).toMatch(/^ {2}130 {2}interrupted/m);
    expect((await run(['help', 'environment'])).stdout).toMatch(
      /EDU_REPO_REMOTE[\s\S]*EDU_REPO_CONFIG[\s\S]*EDU_REPO_TOKEN/,
    );
  });

  test('lists all its topics, each with a page', async () => {
    const { stdout } = await run(['help']);
    const topics = /^Topics \(edu-repo help TOPIC\): (.*)$/m.exec(stdout)?.[1]?.split(', ') ?? [];
    expect(topics).toEqual([...Object.keys(helpTopics), 'import'].sort());
    for (const topic of topics) {
      const page = await run(['help', topic]);
      expect([page.code, page.stderr], topic).toEqual([0, '']);
      expect(page.stdout.length, topic).toBeGreaterThan(300);
    }
  });

  test('on import names every kind of source', async () => {
    const { stdout } = await run(['help', 'import']);
    const notes = stdout.slice(stdout.indexOf('\nSources,'));
    for (const kind of kindNames) expect(notes).toMatch(new RegExp(`^ {2}(?:[\\w-]+, )*${kind}\\b`, 'm'));
    for (const option of notes.match(/--[\w-]+/g) ?? [])
      expect(stdout, option).toMatch(new RegExp(`^ {2}${option} `, 'm'));
  });

  test.each(nouns.map(({ noun }) => noun))('on the noun %s begins with examples of its commands', async (noun) => {
    for (const words of [
      [noun, '--help'],
      ['help', noun],
    ]) {
      const { code, stdout } = await run(words);
      expect(code).toBe(0);
      const examples = /^Examples:\n((?: {2}\$ .+\n {6}.+\n)+)\nUsage: edu-repo /.exec(stdout)?.[1] ?? '';
      expect(examples.split('\n  $ ').length).toBeGreaterThanOrEqual(2);
      expect(examples.split('\n  $ ').length).toBeLessThanOrEqual(3);
    }
  });

  test('without a verb shows the examples of the noun on stderr', async () => {
    expect((await run(['user'])).stderr).toMatch(/^Examples:\n {2}\$ edu-repo user create /);
  });

  test('--version prints the version of the package', async () => {
    const { default: manifest } = await import('../../package.json', { with: { type: 'json' } });
    expect(await run(['--version'])).toEqual({ code: 0, stdout: `${manifest.version}\n`, stderr: '' });
  });
});
