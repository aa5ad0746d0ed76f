import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createSmtpMailer, type SmtpMailerOptions } from '../../../../src/adapters/mail/smtp-mailer.ts';
import { ConfigurationError } from '../../../../src/base/errors/configuration-error.ts';
import { MailFailed } from '../../../../src/ports/mailer.ts';
import { exampleMail } from '../../../conformance/mailer.suite.ts';
import { type Script, startMailServer, startScriptedServer } from '../../../support/smtp-servers.ts';

const password = 'Kreide/und+Schwamm=12';

const mailerOf = (port: number, more: Partial<SmtpMailerOptions> = {}) =>
  createSmtpMailer({ host: '127.0.0.1', port, secure: 'none', allowSelfSigned: false, from: 'a@b.example', ...more });

/** The failure of one attempt, which must come within the time and keep the password secret. */
async function failureOf(port: number, more: Partial<SmtpMailerOptions> = {}): Promise<MailFailed> {
  const from = performance.now();
  const failure = await mailerOf(port, { timeout: 5_000, ...more })
    .send(exampleMail)
    .catch((error: unknown) => error);
  expect(performance.now() - from).toBeLessThan(10_000);
  expect(failure).toBeInstanceOf(MailFailed);
  const { message, cause } = failure as MailFailed;
  // A sentence each for the failure and for what to do.
  expect(message).toMatch(/^The mail was not sent: .*127\.0\.0\.1:\d+ .*\. [A-Z].*\.$/);
  const encoded = [Buffer.from(password), Buffer.from(`\0anna\0${password}`)].map((bytes) => bytes.toString('base64'));
  for (const secret of [password, ...encoded]) expect(message + String(cause)).not.toContain(secret);
  return failure as MailFailed;
}

describe('encryption', () => {
  test('a certificate that cannot be verified is refused, unless it is allowed', async () => {
    const { port, received } = await startMailServer();
    const { message, permanent } = await failureOf(port, { secure: 'starttls' });
    expect(message).toMatch(/no encrypted connection .*certificate.*\. Install a valid certificate/);
    expect(permanent).toBe(false);
    await mailerOf(port, { secure: 'starttls', allowSelfSigned: true }).send(exampleMail);
    expect(received).toHaveLength(1);
  });

  test('a connection that is encrypted from the beginning', async () => {
    const { port, received } = await startMailServer({ secure: true });
    await mailerOf(port, { secure: 'tls', allowSelfSigned: true }).send(exampleMail);
    expect(received).toHaveLength(1);
    expect((await failureOf(port, { secure: 'tls' })).message).toContain('certificate');
  });

  test('with `starttls`, nothing is sent to a server without it, not even the password', async () => {
    const signedIn: string[] = [];
    const { port, received } = await startMailServer({
      hideSTARTTLS: true,
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: ({ username = '' }, _session, done) => {
        signedIn.push(username);
        done(null, { user: username });
      },
    });
    const signIn = { username: 'anna', password };
    expect((await failureOf(port, { secure: 'starttls', signIn })).message).toContain('no encrypted connection');
    expect([signedIn, received]).toEqual([[], []]);
  });

  test('with `tls`, a server that speaks plain text ends the attempt', async () => {
    const { port } = await startScriptedServer({});
    expect((await failureOf(port, { secure: 'tls' })).permanent).toBe(false);
  });
});

describe('signing in', () => {
  const server = () =>
    startMailServer({
      authOptional: false,
      onAuth: (given, _session, done) => {
        if (given.username === 'anna' && given.password === password) done(null, { user: 'anna' });
        // Some servers repeat what they got.
        else done(new Error(`Wrong password: ${given.password}`));
      },
    });
  const encrypted = { secure: 'starttls', allowSelfSigned: true } as const;

  test('with the right password delivers', async () => {
    const { port, received } = await server();
    await mailerOf(port, { ...encrypted, signIn: { username: 'anna', password } }).send(exampleMail);
    expect(received).toHaveLength(1);
  });

  test('a wrong password is refused, and the message does not repeat it', async () => {
    const { port, received } = await server();
    const wrong = `${password}x`;
    const failure = await failureOf(port, { ...encrypted, signIn: { username: 'anna', password: wrong } });
    expect(failure.message).toMatch(/did not accept the user name and password .*Check mail\.server in config\.yaml/);
    expect(failure.permanent).toBe(false);
    expect(failure.message + String(failure.cause)).not.toContain(wrong);
    expect(received).toEqual([]);
  });

  test('a server that asks for a sign-in names the settings', async () => {
    const { port } = await server();
    const failure = await failureOf(port, encrypted);
    expect(failure.message).toContain('Check mail.server in config.yaml');
    expect(failure.permanent).toBe(false);
  });
});

describe('a server that refuses', () => {
  const cases: readonly (readonly [string, Script, boolean, RegExp])[] = [
    ['the connection', { greeting: '554 No service' }, false, /refused the connection \(554 No service\)/],
    ['the connection for now', { greeting: '421 Too busy' }, false, /refused the connection \(421 Too busy\)/],
    ['the sender', { MAIL: '553 Not you' }, true, /refused MAIL FROM \(553 Not you\).*mail\.from/],
    ['the recipient', { RCPT: '550 No such user' }, true, /550 No such user.*address of the person/],
    ['the recipient for now', { RCPT: '450 Mailbox busy' }, false, /450 Mailbox busy.*sent again later/],
    ['to begin', { DATA: '451 Try later' }, false, /451 Try later/],
    ['the mail', { message: '554 Looks like spam' }, true, /refused DATA \(554 Looks like spam\)/],
    ['the mail for now', { message: '452 Full' }, false, /refused DATA \(452 Full\)/],
    ['with an endless line', { message: `554 ${'x'.repeat(5_000)}` }, true, /554 x+…\)/],
  ];
  test.each(cases)('%s', async (_, script, permanent, message) => {
    const { port } = await startScriptedServer(script);
    const failure = await failureOf(port);
    expect(failure.message).toMatch(message);
    expect(failure.message.length).toBeLessThan(600);
    expect(failure.permanent).toBe(permanent);
  });
});

describe('a server that', () => {
  const stages = ['greeting', 'EHLO', 'MAIL', 'RCPT', 'DATA', 'message'] as const;

  test.each(stages)('hangs at %s: the attempt ends in time, and so does its connection', async (stage) => {
    const server = await startScriptedServer({ [stage]: 'hang' });
    const { message, permanent } = await failureOf(server.port, { timeout: 200 });
    expect(message).toMatch(/took more than 0\.2 seconds\. Check that the server works/);
    expect(permanent).toBe(false);
    for (let wait = 0; server.connections() > 0 && wait < 100; wait += 1) await pause(20);
    expect(server.connections()).toBe(0);
  });

  test.each(stages)('closes the connection at %s', async (stage) => {
    const server = await startScriptedServer({ [stage]: 'close' });
    const { message, permanent } = await failureOf(server.port);
    expect(message).toMatch(/the connection to .* failed .*the mail is sent again later/);
    expect(permanent).toBe(false);
    // The one case in which a mail may come twice.
    expect(server.mails()).toBe(stage === 'message' ? 1 : 0);
  });

  test('does not end after its 250: the mail counts as delivered', async () => {
    const server = await startScriptedServer({ QUIT: 'hang' });
    await mailerOf(server.port).send(exampleMail);
    expect(server.mails()).toBe(1);
  });

  test('does not exist', async () => {
    const closed = createServer();
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
    const { port } = closed.address() as { port: number };
    await new Promise((resolve) => closed.close(resolve));
    expect((await failureOf(port)).message).toMatch(/the connection to .* failed .*ECONNREFUSED/);
  });
});

test('`stop` ends a running delivery', async () => {
  const { port } = await startScriptedServer({ DATA: 'hang' });
  const mailer = mailerOf(port);
  const failure = mailer.send(exampleMail).catch((error: unknown) => error);
  await pause(50);
  await mailer.stop();
  expect(await failure).toMatchObject({
    permanent: false,
    message: expect.stringContaining('the server is stopping'),
  });
});

test.each(['', 'Schule', 'a@b.de, c@d.de', 'Schule <a@b.de>\r\nBcc: x@y.z', 'x <a@b'])(
  'the sender %j is refused',
  (from) => {
    expect(() => mailerOf(1, { from })).toThrow(ConfigurationError);
  },
);
