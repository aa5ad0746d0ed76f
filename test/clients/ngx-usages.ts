import { signedBy } from './app-signature';
import type { Headers } from './ngx-application';
import { admin, type Calls, expectEqual, made, repository, sent, setting, usages } from './ngx-context';

const byTicket = async (text: string): Promise<Headers> => ({
  ...(await signedBy(setting.app, text)),
  authorization: `EDU-TICKET ${made.ticket}`,
});

export const using: Calls = {
  async setUsage() {
    const body = { appId: setting.app.id, courseId: 'course-1', resourceId: 'resource-1', nodeId: made.file };
    const usage = await sent(await byTicket('set'), usages.setUsage({ repositoryId: repository, body }));
    expectEqual(usage.parentNodeId, made.file);
    made.usage = usage.nodeId;
  },
  async getUsages() {
    const found = await sent(admin, usages.getUsages({ appId: setting.app.id }));
    expectEqual(
      found.usages?.map(({ nodeId }) => nodeId),
      [made.usage],
    );
  },
  async getUsagesByCourse() {
    const call = { appId: setting.app.id, courseId: 'course-1' };
    expectEqual((await sent(admin, usages.getUsagesByCourse(call))).usages?.length, 1);
  },
  async getUsagesByNode() {
    const found = await sent(await byTicket('list'), usages.getUsagesByNode({ nodeId: made.file }));
    expectEqual(
      found.usages?.map(({ courseId }) => courseId),
      ['course-1'],
    );
  },
  async deleteUsage() {
    const signed = await signedBy(setting.app, 'delete');
    await sent(signed, usages.deleteUsage({ nodeId: made.file, usageId: made.usage }));
    expectEqual((await sent(admin, usages.getUsagesByNode({ nodeId: made.file }))).usages, []);
  },
};
