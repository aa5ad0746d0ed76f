// The floor of every HTTP line: Koa with @koa/router and one route of a few bytes; `/page` has 3 KB, as a node has.
// Plain JavaScript: no loader may slow it down.
import Router from '@koa/router';
import Koa from 'koa';

const app = new Koa();
const router = new Router();
router.get('/hello/:id', (context) => {
  context.body = { id: context.params.id, hello: 'world' };
});
const page = 'hello world '.repeat(250);
router.get('/page/:id', (context) => {
  context.body = { id: context.params.id, page };
});
app.use(router.routes());
const server = app.listen(0, '127.0.0.1', () => {
  process.stdout.write(`ready http://127.0.0.1:${server.address().port}\n`);
});
process.once('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
});
