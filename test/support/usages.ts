import type { Client } from '../../src/client/client.ts';
import { registeredApp, type SigningChoices, signedBy, type TestApp } from './apps.ts';
import { anna, basic, type TestPerson } from './people.ts';
import type { School } from './transports.ts';
import { newName, type WireNode } from './trees.ts';

const repository = '-home-';

/** A learning platform, and how it calls. */
export interface Platform {
  readonly app: TestApp;
  /** The headers of its signature, new each time. */
  signature(choices?: SigningChoices): Record<string, string>;
  /** By its signature alone. */
  alone(headers?: Readonly<Record<string, string>>): Client;
  /** By its signature and for this person. */
  with(person: Pick<TestPerson, 'userName' | 'password'>): Client;
  /** Records that it uses a node, for Anna unless told. */
  uses(node: WireNode | string, place?: Partial<Place>, person?: TestPerson): ReturnType<Client['recordUsage']>;
}

export interface Place {
  readonly courseId: string;
  readonly resourceId: string;
}

/** The headers by which a platform states a usage. */
export const stated = (nodeId: string, { courseId, resourceId }: Place): Record<string, string> => ({
  'x-edu-usage-node-id': nodeId,
  'x-edu-usage-course-id': courseId,
  'x-edu-usage-resource-id': resourceId,
  'x-edu-user-id': 'pupil',
});

export const newPlace = (): Place => ({ courseId: newName('course'), resourceId: newName('resource') });

export async function newPlatform(school: School): Promise<Platform> {
  const app = await registeredApp(school);
  const platform: Platform = {
    app,
    signature: (choices) => signedBy(app, choices),
    alone: (headers = {}) => school.withHeaders({ ...signedBy(app), ...headers }),
    with: (person) => school.withHeaders({ ...signedBy(app), ...basic(person) }),
    uses: (node, place = {}, person = anna) => {
      const nodeId = typeof node === 'string' ? node : node.ref.id;
      const body = { appId: app.id, ...newPlace(), ...place, nodeId, nodeVersion: null };
      return platform.with(person).recordUsage({ repository, body });
    },
  };
  return platform;
}
