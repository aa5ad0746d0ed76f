import { describe, expect, test } from 'vitest';
import { ConfigurationError } from '../../src/base/errors/configuration-error.ts';
import { LockedError } from '../../src/base/errors/locked-error.ts';
import { exitCodeOfStatus } from '../../src/cli/program/exit-codes.ts';
import { explainError } from '../../src/cli/program/explain-error.ts';
import { helpTopics } from '../../src/cli/program/help-topics.ts';
import { AnswerError, ChangedFileError, TransportError } from '../../src/client/answer-error.ts';
import type { Answer } from '../../src/contract/call.ts';

const answer = (status: number, value: unknown, headers: Record<string, string> = {}): Answer => ({
  status,
  headers,
  body: { kind: 'json', value },
});

describe('exit codes', () => {
  test.each([
    [400, 1],
    [401, 4],
    [403, 5],
    [404, 3],
    [409, 6],
    [413, 1],
    [500, 8],
    [503, 8],
    [507, 8],
  ])('an answer of status %i is exit code %i', (status, code) => {
    expect(exitCodeOfStatus(status)).toBe(code);
    expect(explainError(new AnswerError('getNode', answer(status, {}))).exitCode).toBe(code);
  });

  test.each([
    [new TransportError('No answer'), 8],
    [new ChangedFileError('a.txt', 3), 1],
    [new LockedError('/srv/x', { pid: 4711 }), 9],
    [new ConfigurationError('config.yaml:3:5: no such key'), 1],
    [Object.assign(new Error('listen EADDRINUSE'), { code: 'EADDRINUSE' }), 8],
    [Object.assign(new Error("ENOENT: open 'x'"), { code: 'ENOENT' }), 1],
    [new Error('anything'), 1],
    ['no error at all', 1],
  ])('%s', (error, code) => {
    const failure = explainError(error);
    expect(failure.exitCode).toBe(code);
    for (const line of [failure.message, failure.why, failure.next]) expect(line).toMatch(/^[^\n]+$/);
  });
});

test('the advice on signing in names the variable that goes before a login', () => {
  const adviceIn = (environment: Readonly<Record<string, string>>) =>
    explainError(new AnswerError('getNode', answer(401, {})), { commandName: 'ls', environment }).next;
  expect(adviceIn({})).toContain('edu-repo login');
  expect(adviceIn({ EDU_REPO_USER: '' })).toContain('edu-repo login');
  expect(adviceIn({ EDU_REPO_USER: 'anna' })).toMatch(/^EDU_REPO_USER is set .* EDU_REPO_PASSWORD, or unset it/);
  expect(adviceIn({ EDU_REPO_USER: 'anna', EDU_REPO_TOKEN: 'x' })).toMatch(/^EDU_REPO_TOKEN is set/);
});

test('the advice after a lost connection tests the remote of the command line', () => {
  const error = new TransportError('No answer');
  expect(explainError(error, { commandName: 'ls', remote: 'kreis 7' }).next).toContain(
    "edu-repo remote test 'kreis 7'",
  );
  expect(explainError(error, { commandName: 'ls' }).next).toContain('edu-repo status');
});

test('the exit codes page documents the code for a taken name', () => {
  expect(helpTopics['exit-codes']).toMatch(/^ +1 .*name is taken$/m);
  expect(helpTopics['exit-codes']).not.toMatch(/^ +6 .*such as a name that is taken/m);
});

describe('the three lines of an answer', () => {
  const failure = explainError(
    new AnswerError(
      'createNode',
      answer(409, {
        error: 'org.edu_sharing.restservices.DAODuplicateNodeNameException',
        message: 'There is a\nnode of that name.\u001b[31m',
        details: { name: 'a' },
        requestId: 'r-1',
      }),
    ),
  );

  test('contain the message on one line, without control characters', () => {
    expect(failure.message).toBe('There is a node of that name.\ufffd[31m');
  });

  test('contain status, operation, request ID and details, and no class name', () => {
    expect(failure.why).toBe('409 (createNode, request r-1) {"name":"a"}');
  });

  test('do not repeat issues that the message contains', () => {
    const issues = [{ where: 'body title', message: 'has no namespace' }];
    const message = 'The request is not valid: body title: has no namespace.';
    const whyOf = (details: object): string =>
      explainError(new AnswerError('createNode', answer(400, { message, details }))).why;
    expect(whyOf({ issues })).not.toContain('namespace');
    expect(whyOf({ issues: [...issues, { where: 'body', message: 'is no object' }] })).toContain('is no object');
  });

  test('contain what to do next', () => {
    expect(failure.next).toContain('edu-repo ls');
  });

  test('work for answers of other servers', () => {
    const foreign = explainError(new AnswerError('getNode', { status: 502, headers: {}, body: { kind: 'empty' } }));
    expect(foreign.message).toContain('502');
    expect(foreign.why).toBe('502 (getNode)');
  });
});

describe('what to do next', () => {
  const next = (operation: string, status: number, message: string) =>
    explainError(new AnswerError(operation, answer(status, { message }))).next;

  test.each([
    ['getPerson', 'Person nix does not exist.', 'edu-repo user list'],
    ['addMember', 'Person nix does not exist.', 'edu-repo user list'],
    ['addMember', 'Group nix does not exist.', 'edu-repo group create'],
    ['unregisterApplication', 'App nix does not exist.', 'edu-repo app list'],
    ['removeClient', 'Client nix does not exist.', 'edu-repo client list'],
    ['getPerson', 'No such authority', 'edu-repo user list'],
    ['getNode', 'Node 1 does not exist.', 'edu-repo ls /'],
    ['revertVersion', 'Version 9.9 of node 1 does not exist.', 'edu-repo node versions'],
    ['editComment', 'Comment nix does not exist.', 'edu-repo comment list'],
    ['removeFromCollection', 'Reference 1 does not exist.', 'edu-repo collection list'],
    ['getCollection', 'Collection 1 does not exist.', 'edu-repo collection list'],
    ['searchBySet', 'There is no query "x" in the metadata set default.', 'edu-repo mds get SET'],
    ['searchBySet', 'There is no metadata set "x". The nearest one is "mds".', 'edu-repo mds list'],
  ])('%s: %s', (operation, message, command) => {
    expect(next(operation, 404, message)).toContain(command);
  });

  test.each([
    ['searchPeople', 'Administrators only.', 'Ask an administrator to do it'],
    ['listApplications', 'Administrators only.', 'Ask an administrator to do it'],
    ['updateMetadata', 'The right Write is missing.', 'Ask the owner of the node'],
    ['setPermissions', 'The right is missing.', 'Ask the owner of the node'],
    ['setPersonCredential', 'The old password is wrong. Nothing was changed.', 'Try again'],
  ])('a refusal of %s: %s', (operation, message, advice) => {
    expect(next(operation, 403, message)).toContain(advice);
  });
});

test.each([502, 504])('the advice after %i is about the server behind the proxy', (status) => {
  expect(explainError(new AnswerError('getNode', answer(status, {})), { commandName: 'ls' }).next).toContain(
    'the server behind it does not respond',
  );
  const ofRepository = new AnswerError('addRepository', answer(status, { error: 'java.lang.IllegalStateException' }));
  expect(explainError(ofRepository).next).not.toContain('proxy');
});

describe('a certificate that this machine does not trust', () => {
  test.each(['DEPTH_ZERO_SELF_SIGNED_CERT', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'])('%s', (code) => {
    const cause = Object.assign(new Error('self-signed certificate'), { code });
    const { exitCode, why, next } = explainError(new TransportError('No answer', { cause }), { commandName: 'ls' });
    expect([exitCode, why]).toEqual([
      8,
      expect.stringContaining(`does not trust the certificate of the server (${code})`),
    ]);
    expect(next).toContain('NODE_EXTRA_CA_CERTS');
  });
});

describe('what the system refuses', () => {
  test.each([
    ['EACCES', { address: '127.0.0.1', port: 80 }, '127.0.0.1:80 cannot be used.', 'port 1024'],
    ['ENOENT', { path: 'liste.csv' }, 'liste.csv cannot be used.', 'spelling'],
    ['ENOTFOUND', { hostname: '300.1.1.1' }, '300.1.1.1 cannot be used.', 'name or address'],
    ['EADDRINUSE', { address: '127.0.0.1', port: 80 }, '127.0.0.1:80 cannot be used.', '--port 0'],
    ['EADDRNOTAVAIL', { address: '1.2.3.4', port: 80 }, '1.2.3.4:80 cannot be used.', '127.0.0.1'],
  ])('%s names what was typed, says the reason once, and fits', (code, facts, what, next) => {
    const failure = explainError(Object.assign(new Error(`${code}: raw`), { code, ...facts }));
    expect(failure.message).toBe(what);
    expect(failure.why).toContain(code);
    expect(failure.next).toContain(next);
  });
});

test('a file that changed during its upload is not reported as an unreachable server', () => {
  const failure = explainError(new ChangedFileError('a.txt', 3));
  expect([failure.message, failure.why, failure.next]).toEqual([
    'Cannot upload a.txt.',
    'The file changed during the upload. It had 3 bytes at the start.',
    'Upload it again when no other program is writing to it',
  ]);
});

test('the advice after remote test does not name the status of this machine', () => {
  expect(explainError(new TransportError('No answer'), { commandName: 'remote test' }).next).toContain(
    'edu-repo remote list',
  );
  expect(explainError(new TransportError('No answer'), { commandName: 'ls' }).next).toContain('edu-repo status');
  expect(explainError(new TransportError('No answer'), { commandName: 'status' }).next).toContain('edu-repo serve');
});

test('each error of a configuration has a line of its own', () => {
  const failure = explainError(new ConfigurationError('config.yaml:1:1: a\u001b\nconfig.yaml:2:1: b'));
  expect(failure.message).toBe('2 mistakes:\n  config.yaml:1:1: a\ufffd\n  config.yaml:2:1: b');
});

test('Retry-After is parsed in seconds only', () => {
  const after = (text: string) => new AnswerError('getNode', answer(503, {}, { 'retry-after': text })).retryAfter;
  expect(after('2')).toBe(2000);
  expect(after('Wed, 21 Oct 2026 07:28:00 GMT')).toBeUndefined();
});
