import * as files from './operations/files.ts';
import * as nodes from './operations/nodes.ts';
import * as people from './operations/people.ts';
import * as service from './operations/service.ts';

/** The route table: every call of the interface, in one place. Router, validation, OpenAPI, client and CLI read it. */
export const operations = { ...service, ...people, ...nodes, ...files };

export type Operations = typeof operations;
export type OperationName = keyof Operations;

export const operationNames = Object.keys(operations) as OperationName[];
