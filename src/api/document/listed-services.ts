import type { z } from 'zod';
import { operationNames, operations } from '../../contract/index.ts';
import type { About } from '../../contract/objects/service.ts';
import type { Operation } from '../../contract/operation.ts';

type ListedService = z.output<typeof About>['services'][number];

/** The first segments of a path, such as `/iam/v1`. */
const servicePath = /^\/(?<name>[A-Za-z]+)\/v(?<major>\d+)\//;

/**
 * The services in `_about`, by name: one for each first segment of the paths in the table of operations. Clients look up
 * here whether a group of operations is available.
 */
export function listedServices(): ListedService[] {
  const services = new Map<string, ListedService>();
  for (const operation of operationNames) {
    const { name, major } = servicePath.exec((operations[operation] as Operation).path)?.groups ?? {};
    if (name === undefined) continue;
    const version = { major: Number(major), minor: 0 };
    const service = { name: name.toUpperCase(), instances: [{ version, endpoint: `/${name}/v${major}` }] };
    services.set(service.name, service);
  }
  return [...services.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}
