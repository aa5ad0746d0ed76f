import { may, type Node } from '../visit/nodes.ts';
import type { Visit } from '../visit/visit.ts';
import { ActionForm } from './form.tsx';
import { Icon } from './icon.tsx';

const stars = [1, 2, 3, 4, 5] as const;

/** The average rating, and the visitor's own one to choose. */
export const Rating = ({ visit, node }: { readonly visit: Visit; readonly node: Node }) => {
  const { texts } = visit;
  if (node.rating === null || !may(node, 'RateRead')) return null;
  const { overall, user } = node.rating;
  return (
    <section class="rating">
      <h2>{texts.of('rating.title')}</h2>
      <p class="soft">
        {overall.count === 0
          ? texts.of('rating.none')
          : `${texts.of('rating.average', { rating: texts.number(overall.rating) })} ${texts.count('rating.count', overall.count)}`}
      </p>
      {visit.isSignedIn && (
        <ActionForm
          visit={visit}
          class="inline stars"
          action={`/node/${node.ref.id}/rate`}
          label={texts.of('rating.own')}
        >
          {stars.map((star) => (
            <button
              key={star}
              type="submit"
              name="rating"
              value={star}
              class={star <= user ? 'quiet round chosen' : 'quiet round'}
              aria-label={texts.count('rating.stars', star)}
              aria-pressed={star === user}
            >
              <Icon visit={visit} name="star" />
            </button>
          ))}
          {user > 0 && (
            <button type="submit" name="rating" value="0" class="quiet">
              {texts.of('rating.remove')}
            </button>
          )}
        </ActionForm>
      )}
    </section>
  );
};
