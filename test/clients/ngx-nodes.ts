import { anna, type Calls, expectEqual, expectTrue, made, nodes, repository, sent } from './ngx-context';

const child = (name: string, type: string) => ({ repository, type, body: { 'cm:name': [name] } });

export const making: Calls = {
  async createChild() {
    const folder = await sent(anna, nodes.createChild({ ...child('Ngx', 'cm:folder'), node: '-userhome-' }));
    made.folder = folder.node.ref.id;
    const file = await sent(anna, nodes.createChild({ ...child('Wolke.txt', 'ccm:io'), node: made.folder }));
    made.file = file.node.ref.id;
  },
  async changeContent1() {
    const body = { file: new Blob(['Wolken']) };
    const call = { repository, node: made.file, versionComment: 'first', mimetype: 'text/plain', body };
    const { node } = await sent(anna, nodes.changeContent1(call));
    expectEqual([String(node.size), node.mimetype, node.downloadUrl !== undefined], ['6', 'text/plain', true]);
  },
  async getMetadata() {
    const { node } = await sent(anna, nodes.getMetadata({ repository, node: made.file }));
    expectEqual(node.properties?.['cm:name'], ['Wolke.txt']);
  },
  async changeMetadata() {
    const body = { 'cclom:title': ['Quellwolken'] };
    const { node } = await sent(anna, nodes.changeMetadata({ repository, node: made.file, body }));
    expectEqual(node.title, 'Quellwolken');
  },
  async changeMetadataWithVersioning() {
    const call = { repository, node: made.file, versionComment: 'second', body: { 'cclom:title': ['Federwolken'] } };
    expectEqual((await sent(anna, nodes.changeMetadataWithVersioning(call))).node.title, 'Federwolken');
  },
  async getChildren() {
    const call = { repository, node: made.folder, maxItems: 10, skipCount: 0, propertyFilter: ['-all-'] };
    const entries = await sent(
      anna,
      nodes.getChildren({ ...call, sortProperties: ['cm:name'], sortAscending: [true] }),
    );
    expectEqual(
      entries.nodes.map(({ ref }) => ref.id),
      [made.file],
    );
  },
};

export const changing: Calls = {
  async createChildByCopying() {
    const call = { repository, node: '-userhome-', source: made.file, withChildren: false };
    const { node } = await sent(anna, nodes.createChildByCopying(call));
    expectTrue(node.ref.id !== made.file, 'no copy');
  },
  async createChildByMoving() {
    const target = (await sent(anna, nodes.createChild({ ...child('Ziel', 'cm:folder'), node: made.folder }))).node;
    const call = { repository, node: target.ref.id, source: made.file };
    expectEqual((await sent(anna, nodes.createChildByMoving(call))).node.parent?.id, target.ref.id);
  },
  async getNodes() {
    const call = { repository, query: 'cclom\\:title:Federwolken', facets: ['cm:creator'], maxItems: 5 };
    const { nodes: found } = await sent(anna, nodes.getNodes(call));
    expectTrue(
      found.some(({ ref }) => ref.id === made.file),
      'not found',
    );
  },
  async setPermission() {
    const permissions = [
      { authority: { authorityName: 'bert', authorityType: 'USER' as const }, permissions: ['Consumer'] },
    ];
    const body = { inherited: false, permissions };
    await sent(anna, nodes.setPermission({ repository, node: made.file, sendMail: false, sendCopy: false, body }));
  },
  async getPermission() {
    const { permissions } = await sent(anna, nodes.getPermission({ repository, node: made.file }));
    expectEqual(
      permissions.localPermissions.permissions.map(({ authority: { authorityName } }) => authorityName),
      ['bert'],
    );
  },
  async getVersions() {
    expectTrue((await sent(anna, nodes.getVersions({ repository, node: made.file }))).versions.length > 1, 'too few');
  },
  async getVersionMetadata() {
    const call = { repository, node: made.file, major: 1, minor: 1 };
    expectEqual((await sent(anna, nodes.getVersionMetadata(call))).version?.comment, 'first');
  },
  async revertVersion() {
    await sent(anna, nodes.revertVersion({ repository, node: made.file, major: 1, minor: 1 }));
  },
};

export const nodesEnding: Calls = {
  async deleteNode() {
    await sent(anna, nodes.delete({ repository, node: made.folder }));
    const { nodes: left } = await sent(anna, nodes.getChildren({ repository, node: '-userhome-' }));
    expectTrue(!left.some(({ ref }) => ref.id === made.folder), 'still there');
  },
};
