// The floor of a large download: a plain server that streams one file, read 256 KB at a time, and looks at nothing.
import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';

const [, , file] = process.argv;
const { size } = statSync(file);
const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-length': size, 'content-type': 'application/octet-stream' });
  createReadStream(file, { highWaterMark: 262_144 }).pipe(response);
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`ready http://127.0.0.1:${server.address().port}\n`);
});
process.once('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
});
