import { z } from 'zod';
import { ErrorResponse, NodeRef, Pagination, Person } from './objects/common.ts';
import {
  Node,
  NodeEntries,
  NodeEntry,
  NodeVersion,
  NodeVersionEntry,
  NodeVersionRef,
  NodeVersionRefEntries,
  Preview,
  SearchResult,
} from './objects/node.ts';
import { User, UserEntry } from './objects/people.ts';
import { Ace, Acl, Authority, NodePermissionEntry } from './objects/permissions.ts';
import { About, Session, Status } from './objects/service.ts';

/** The objects of section 2 under their names, as the OpenAPI document lists them. */
export const namedObjects = z.registry<{ id: string }>();

const objects = {
  About,
  Ace,
  Acl,
  Authority,
  ErrorResponse,
  Node,
  NodeEntries,
  NodeEntry,
  NodePermissionEntry,
  NodeRef,
  NodeVersion,
  NodeVersionEntry,
  NodeVersionRef,
  NodeVersionRefEntries,
  Pagination,
  Person,
  Preview,
  SearchResult,
  Session,
  Status,
  User,
  UserEntry,
};

for (const [id, schema] of Object.entries(objects)) namedObjects.add(schema, { id });
