import { createServer, type Server, type Socket } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { onTestFinished } from 'vitest';

const portOf = (server: Server): number => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address.port;
};

const listen = (server: Server): Promise<void> =>
  new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve()));

export interface MailServer {
  readonly port: number;
  readonly received: readonly Buffer[];
}

/** A server that accepts all mails. It has the package's own certificate, which no client trusts. */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const received: Buffer[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        received.push(Buffer.concat(chunks));
        done();
      });
    },
    ...options,
  });
  // A client that refuses the certificate ends the connection.
  server.on('error', () => undefined);
  await listen(server.server);
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())));
  return { port: portOf(server.server), received };
}

/** What a scripted server answers to a command; `hang` answers nothing, `close` ends the connection. */
type Reply = string | 'hang' | 'close';

/** The replies by command, with `greeting` at the start and `message` after the mail. Missing ones accept. */
export type Script = Readonly<
  Partial<Record<'greeting' | 'EHLO' | 'MAIL' | 'RCPT' | 'DATA' | 'message' | 'QUIT', Reply>>
>;

export interface ScriptedServer {
  readonly port: number;
  /** How many mails came whole. */
  mails(): number;
  /** How many connections are open. */
  connections(): number;
}

const accepting = {
  greeting: '220 mail.schule.example ESMTP',
  EHLO: '250 mail.schule.example',
  MAIL: '250 OK',
  RCPT: '250 OK',
  DATA: '354 Go on',
  message: '250 Queued',
  QUIT: '221 Bye',
};

function answer(socket: Socket, reply: Reply): void {
  if (reply === 'hang') return;
  if (reply === 'close') socket.destroy();
  else socket.write(`${reply}\r\n`);
}

type Command = keyof typeof accepting;

const isCommand = (text: string): text is Command => text in accepting;

/** Calls back with each command of a client, and with `message` after each mail. */
function readCommands(socket: Socket, onCommand: (command: string) => void): void {
  let isInMail = false;
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
    const next = (): number => text.indexOf(isInMail ? '\r\n.\r\n' : '\r\n');
    for (let at = next(); at >= 0; at = next()) {
      const command = isInMail ? 'message' : text.slice(0, 4).toUpperCase();
      text = text.slice(at + (isInMail ? 5 : 2));
      isInMail = command === 'DATA';
      onCommand(command);
    }
  });
}

/** A server that follows a script, without encryption. */
export async function startScriptedServer(script: Script): Promise<ScriptedServer> {
  const sockets = new Set<Socket>();
  let mails = 0;
  const replies: Readonly<Record<Command, Reply>> = { ...accepting, ...script };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    readCommands(socket, (command) => {
      if (command === 'message') mails += 1;
      answer(socket, isCommand(command) ? replies[command] : '502 Unknown command');
    });
    answer(socket, replies.greeting);
  });
  await listen(server);
  onTestFinished(
    () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  );
  return { port: portOf(server), mails: () => mails, connections: () => sockets.size };
}
