// The floor of every HTTP line: Koa with @koa/router and one route. Plain JavaScript: no loader may slow it down.
import Router from '@koa/router';
import Koa from 'koa';

const app = new Koa();
const router = new Router();
router.get('/hello/:id', (context) => {
  context.body = { id: context.params.id, hello: 'world' };
});
app.use(router.routes());
const server = app.listen(0, '127.0.0.1', () => {
  process.stdout.write(`ready http://127.0.0.1:${server.address().port}\n`);
});
process.once('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
});
