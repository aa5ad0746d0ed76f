import type { z } from 'zod';
import type { Usage } from '../../contract/objects/usages.ts';
import type { UsageView } from '../../services/usages/usage-visibility.ts';

export const presentUsage = ({ usage, person }: UsageView): z.output<typeof Usage> => ({
  fromUsed: usage.from,
  toUsed: usage.to,
  usageCounter: usage.count,
  appUser: person?.userName ?? '',
  appUserMail: person?.email ?? '',
  courseId: usage.course,
  distinctPersons: usage.people.length,
  appId: usage.app,
  nodeId: usage.id,
  parentNodeId: usage.node,
  usageVersion: usage.version,
  ...(usage.parameters === null ? {} : { usageXmlParams: usage.parameters }),
  resourceId: usage.resource,
  guid: usage.id,
});
