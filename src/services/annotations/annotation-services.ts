import type { Seams } from '../../ports/seams.ts';
import type { AccessServices } from '../access/access-services.ts';
import { type CommentService, createCommentService } from './comments.ts';
import { createFeedbackService, type FeedbackService } from './feedback.ts';
import { createRatingService, type RatingService } from './ratings.ts';

/** Comments, ratings and feedback on nodes. */
export interface AnnotationServices {
  readonly comments: CommentService;
  readonly ratings: RatingService;
  readonly feedback: FeedbackService;
}

export const createAnnotationServices = (
  seams: Pick<Seams, 'store' | 'clock' | 'randomness'>,
  { rights, references }: Pick<AccessServices, 'rights' | 'references'>,
): AnnotationServices => ({
  comments: createCommentService(seams, rights, references),
  ratings: createRatingService(seams, references),
  feedback: createFeedbackService(seams, references),
});
