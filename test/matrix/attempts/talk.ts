import { callers } from '../people.ts';
import { admin } from '../server.ts';
import { type Attempts, attempt, type Circumstances } from '../target.ts';
import { type Material, target } from './material.ts';

const comments = '/comment/v1/comments/{repository}/{node}';
const ratings = '/rating/v1/ratings/{repository}/{node}';
const feedback = '/feedback/v1/feedback/{repository}/{node}';

/** Material whose picture shows what is said about it as well. */
async function discussed(circumstances: Circumstances): Promise<Material> {
  const material = await target(circumstances);
  const { wire } = circumstances;
  const read = async (operation: string): Promise<string> => {
    const { status, text } = await wire.send(admin, operation, { params: { node: material.file } });
    return status === 200 ? text : String(status);
  };
  return {
    ...material,
    picture: async () =>
      [await material.picture(), await read(`GET ${comments}`), await read(`GET ${feedback}/list`)].join('\n'),
  };
}

/** The same, rated by the caller where they may. */
async function rated(circumstances: Circumstances): Promise<Material> {
  const material = await discussed(circumstances);
  const { wire, caller } = circumstances;
  if (callers[caller] !== undefined) {
    await wire.send(callers[caller], `PUT ${ratings}`, { params: { node: material.file }, query: { rating: '5' } });
  }
  return material;
}

const onFile = ({ file }: Material) => ({ params: { node: file } });
const onComment = ({ comment }: Material) => ({ params: { node: comment } });
const marked = (after: string, { mark }: Circumstances): boolean => after.includes(mark);

export const talkAttempts: Attempts = {
  [`GET ${comments}`]: attempt<Material>({ target: discussed, parts: onFile, shows: ({ said }) => said }),
  [`PUT ${comments}`]: attempt<Material>({
    target: discussed,
    parts: (material, { mark }) => ({ ...onFile(material), json: mark }),
    changed: marked,
  }),
  [`POST ${comments}`]: attempt<Material>({
    target: discussed,
    parts: (material, { mark }) => ({ ...onComment(material), json: mark }),
    changed: marked,
  }),
  [`DELETE ${comments}`]: attempt<Material>({
    target: discussed,
    parts: onComment,
    changed: (after) => after.includes('"comments":[]'),
  }),
  [`PUT ${ratings}`]: attempt<Material>({
    target: discussed,
    parts: (material) => ({ ...onFile(material), query: { rating: '4' } }),
    changed: (after) => after.includes('"overall":{"count":1,"rating":4,"sum":4}'),
  }),
  [`DELETE ${ratings}`]: attempt<Material>({
    target: rated,
    parts: onFile,
    changed: (after, _, before) => before.includes('"overall":{"count":1') && !after.includes('"overall":{"count":1'),
  }),
  [`PUT ${feedback}/add`]: attempt<Material>({
    target: discussed,
    parts: (material, { mark }) => ({ ...onFile(material), json: { [mark]: [mark] } }),
    changed: marked,
  }),
  [`GET ${feedback}/list`]: attempt<Material>({ target: discussed, parts: onFile, shows: ({ said }) => said }),
};
