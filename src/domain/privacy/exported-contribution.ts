import type { CommentRecord, FeedbackRecord } from '../annotations/annotation-records.ts';
import type { UsageRecord } from '../usages/usage.ts';

type Json = Readonly<Record<string, unknown>>;

/** What the JSON file of a comment contains. `material` is the title of its node; empty if the person may not read it. */
export const describedComment = ({ id, node, at, text, replyTo }: CommentRecord, material: string): Json => ({
  'sys:node-uuid': id,
  type: 'ccm:comment',
  'cm:created': at,
  'ccm:comment_content': text,
  ...(replyTo === null ? {} : { 'ccm:comment_reply': replyTo }),
  node,
  ...(material === '' ? {} : { 'cm:title': material }),
});

/** What the JSON file of a feedback contains. */
export const describedFeedback = ({ node, at, modifiedAt, data }: FeedbackRecord, material: string): Json => ({
  type: 'ccm:material_feedback',
  'cm:created': at,
  'cm:modified': modifiedAt,
  node,
  ...(material === '' ? {} : { 'cm:title': material }),
  // A list of pairs, because a question may be named like a property of every object.
  'ccm:material_feedback_data': data.map(([question, answers]) => ({ question, answers })),
});

/** What the JSON file of a usage contains that an app recorded for the person. */
export const describedUsage = (usage: UsageRecord, material: string): Json => ({
  'sys:node-uuid': usage.id,
  type: 'ccm:usage',
  'ccm:usageappid': usage.app,
  'ccm:usagecourseid': usage.course,
  'ccm:usageressourceid': usage.resource,
  'ccm:usageparentnodeid': usage.node,
  'ccm:usageappuser': usage.userName,
  'ccm:usagefrom': usage.from,
  'ccm:usageto': usage.to,
  'ccm:usagecounter': usage.count,
  'ccm:usageversion': usage.version,
  ...(usage.parameters === null ? {} : { 'ccm:usagexmlparams': usage.parameters }),
  ...(material === '' ? {} : { 'cm:title': material }),
});
