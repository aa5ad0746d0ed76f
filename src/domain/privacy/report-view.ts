import type { PlaceholderNames, PlaceholderValues } from '../../base/placeholders.ts';

const collection = { title: 'text', description: 'text', created: 'text' } as const;

/**
 * The names in the template of the report (output rule 4 of the contract's section 8). Times are already in German. A text
 * that is not known is empty.
 */
export const dataReportNames = {
  firstName: 'text',
  lastName: 'text',
  userName: 'text',
  otherIds: { name: 'text' },
  email: 'text',
  roles: { name: 'text' },
  schools: { name: 'text' },
  schoolNumbers: { name: 'text' },
  mediaCenters: { name: 'text' },
  groups: { name: 'text' },
  firstLogin: 'text',
  lastLogin: 'text',
  privateCollections: collection,
  sharedCollections: collection,
  /** The answers to the questions of a feedback form. */
  feedbacks: { material: 'text', date: 'text', answers: { question: 'text', answer: 'text' } },
  comments: { material: 'text', date: 'text', text: 'text' },
  /** As configured. */
  links: { title: 'text', url: 'text' },
  exportDate: 'text',
} as const satisfies PlaceholderNames;

/** What the report says about a person. */
export type DataReportView = PlaceholderValues<typeof dataReportNames>;
