import type { CommentRecord, FeedbackRecord } from '../../domain/annotations/annotation-records.ts';
import { isCollection, scopeOf } from '../../domain/collections/collection.ts';
import { belongsToMediaCenter } from '../../domain/identity/media-center.ts';
import type { GroupRecord, PersonRecord } from '../../domain/identity/person-records.ts';
import { descriptionOf, titleOf } from '../../domain/nodes/properties.ts';
import type { NodeRecord } from '../../domain/nodes/records.ts';
import type { ReportLink } from '../../domain/privacy/export-options.ts';
import { germanTime } from '../../domain/privacy/german-times.ts';
import type { DataReportView } from '../../domain/privacy/report-view.ts';
import type { Seams } from '../../ports/seams.ts';
import type { RightsService } from '../access/rights.ts';
import type { PersonViewService } from '../identity/person-views.ts';
import { groupsAbove } from '../records/membership-records.ts';
import { compareNames } from '../records/name-order.ts';
import type { Contribution } from './own-contributions.ts';
import type { SelectedNode } from './select-nodes.ts';

export interface ReportParts extends Pick<Seams, 'store' | 'clock'> {
  readonly rights: Pick<RightsService, 'inheritedEntries'>;
  readonly personViews: Pick<PersonViewService, 'view'>;
}

/** Collects what the report says, while the export is created. */
export interface ReportCollector {
  node(selected: SelectedNode): Promise<void>;
  contribution(contribution: Contribution): void;
  /** The view for the template. */
  view(links: readonly ReportLink[]): Promise<DataReportView>;
}

type Mutable<List> = List extends readonly (infer Entry)[] ? Entry[] : never;

/** The German names of the roles that applications usually send. Other roles appear as they are. */
const roleNames: Readonly<Record<string, string>> = {
  teacher: 'Lehrkraft',
  student: 'Schülerin oder Schüler',
  employee: 'Beschäftigte oder Beschäftigter',
  staff: 'Personal',
  member: 'Mitglied',
  alum: 'Ehemalige oder Ehemaliger',
  faculty: 'Lehrende oder Lehrender',
  affiliate: 'Gast',
};

const nameList = (names: readonly string[] | undefined): { readonly name: string }[] =>
  (names ?? []).map((name) => ({ name }));

const isOrganization = ({ name }: GroupRecord): boolean => name.startsWith('GROUP_ORG_');
const displayNames = (groups: readonly GroupRecord[]): string[] =>
  groups.map(({ displayName }) => displayName).sort(compareNames);

async function personData({ store, clock, personViews }: ReportParts, person: PersonRecord) {
  const { firstName, lastName, userName, email } = person;
  const { attributes } = await personViews.view(person);
  const records = await store.groups.getMany([...(await groupsAbove(store, userName))]);
  const groups = records.filter((group) => group !== undefined);
  const logins = await store.logins.get(userName);
  const others = groups.filter((group) => !isOrganization(group) && !belongsToMediaCenter(group));
  return {
    ...{ firstName, lastName, userName, email },
    otherIds: nameList(attributes.secondaryId),
    roles: nameList((attributes.role ?? []).map((role) => roleNames[role] ?? role)),
    schools: nameList([...(attributes.school ?? []), ...displayNames(groups.filter(isOrganization))]),
    schoolNumbers: nameList(attributes.schoolNumber),
    // A media centre and its proxy group have the same display name.
    mediaCenters: nameList([
      ...(attributes.mediaCenter ?? []),
      ...new Set(displayNames(groups.filter(belongsToMediaCenter))),
    ]),
    groups: nameList(displayNames(others)),
    firstLogin: logins === undefined ? '' : germanTime(logins.first),
    lastLogin: logins === undefined ? '' : germanTime(logins.last),
    exportDate: germanTime(clock.now()),
  };
}

const describedCollection = ({ name, properties, createdAt }: NodeRecord) => ({
  title: titleOf(properties) ?? name,
  description: descriptionOf(properties) ?? '',
  created: germanTime(createdAt),
});

export function createReportCollector(parts: ReportParts, person: PersonRecord): ReportCollector {
  const privateCollections: Mutable<DataReportView['privateCollections']> = [];
  const sharedCollections: Mutable<DataReportView['sharedCollections']> = [];
  const feedbacks: Mutable<DataReportView['feedbacks']> = [];
  const comments: Mutable<DataReportView['comments']> = [];

  return {
    async node({ area, node }) {
      if (area !== 'collection' || !isCollection(node)) return;
      const effective = [...(node.acl?.entries ?? []), ...(await parts.rights.inheritedEntries(node))];
      const list = scopeOf(effective, node.owner) === 'MY' ? privateCollections : sharedCollections;
      list.push(describedCollection(node));
    },
    contribution({ area, material, at, record }) {
      // The report names comments and feedback only.
      if (area === 'usage') return;
      const date = germanTime(at);
      if (area === 'comment') {
        comments.push({ material, date, text: (record as CommentRecord).text });
        return;
      }
      const answers = (record as FeedbackRecord).data.map(([question, values]) => ({
        ...{ question, answer: values.join(', ') },
      }));
      feedbacks.push({ material, date, answers });
    },
    view: async (links) => ({
      ...(await personData(parts, person)),
      ...{ privateCollections, sharedCollections, feedbacks, comments },
      links: links.map(({ title, url }) => ({ title, url })),
    }),
  };
}
