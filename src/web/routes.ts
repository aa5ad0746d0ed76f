import type { PageAnswer } from '../contract/page.ts';
import { showAdmin, showPeople } from './pages/admin.tsx';
import { runExports, showJobs } from './pages/admin-jobs.tsx';
import { addToCollection, changeCollection, showCollection } from './pages/collection.tsx';
import { createCollection, showCollections } from './pages/collections.tsx';
import { saveEdit, showEdit } from './pages/edit.tsx';
import { showFolder, showShared } from './pages/folder.tsx';
import { prepareImport, runImport, showImport, showImportForm } from './pages/import.tsx';
import { changeLanguage } from './pages/language.ts';
import { requestExport, showMyData } from './pages/my-data.tsx';
import { showNode } from './pages/node.tsx';
import {
  addComment,
  addVersion,
  createFolder,
  deleteComment,
  deleteNode,
  rateNode,
  renameNode,
  restoreVersion,
} from './pages/node-changes.ts';
import { showSearch } from './pages/search.tsx';
import { addShare, removeShare, showSharing } from './pages/sharing.tsx';
import { showSignIn, signIn, signOut } from './pages/sign-in.tsx';
import { showStart } from './pages/start.tsx';
import { suggestAuthorities, suggestMaterial } from './pages/suggest.tsx';
import { purgeNode, restoreNode, showTrash } from './pages/trash.tsx';
import { uploadFile } from './pages/upload.ts';
import { showPicker } from './platforms/picker.tsx';
import { showUsedNode } from './platforms/viewer.tsx';
import type { Visit } from './visit/visit.ts';

/** A page, or what a form of a page does. */
interface Route {
  readonly method: 'GET' | 'POST';
  /** Path parameters are written as `:name`. */
  readonly path: string;
  readonly handle: (visit: Visit) => Promise<PageAnswer> | PageAnswer;
  /** Whether the page is shown without a sign-in, also if the repository has no guests. */
  readonly isPublic?: true;
  /** Whether the form has a file after its fields. */
  readonly takesFile?: true;
}

/** All pages. A form changes something, so its route is a POST, and needs the token of the form. */
const routes: readonly Route[] = [
  { method: 'GET', path: '/', handle: showStart },
  { method: 'GET', path: '/sign-in', handle: showSignIn, isPublic: true },
  { method: 'POST', path: '/sign-in', handle: signIn, isPublic: true },
  { method: 'POST', path: '/sign-out', handle: signOut, isPublic: true },
  { method: 'POST', path: '/language', handle: changeLanguage, isPublic: true },
  { method: 'GET', path: '/renderingproxy', handle: showUsedNode, isPublic: true },
  { method: 'GET', path: '/components/search', handle: showPicker, isPublic: true },
  { method: 'GET', path: '/components/workspace/files', handle: showPicker, isPublic: true },
  { method: 'GET', path: '/components/collections', handle: showPicker, isPublic: true },
  { method: 'GET', path: '/search', handle: showSearch },
  { method: 'GET', path: '/suggest/material', handle: suggestMaterial },
  { method: 'GET', path: '/suggest/authorities', handle: suggestAuthorities },
  { method: 'GET', path: '/shared', handle: showShared },
  { method: 'GET', path: '/folder/:id', handle: showFolder },
  { method: 'POST', path: '/folder/:id/new', handle: createFolder },
  { method: 'POST', path: '/folder/:id/upload', handle: uploadFile, takesFile: true },
  { method: 'GET', path: '/folder/:id/import', handle: showImportForm },
  { method: 'POST', path: '/folder/:id/import', handle: prepareImport, takesFile: true },
  { method: 'GET', path: '/import/:id', handle: showImport },
  { method: 'POST', path: '/import/:id/run', handle: runImport },
  { method: 'GET', path: '/node/:id', handle: showNode },
  // What other servers of the interface call the page, and what `edu-repo open` prints.
  { method: 'GET', path: '/components/render/:id', handle: showNode },
  { method: 'GET', path: '/node/:id/edit', handle: showEdit },
  { method: 'POST', path: '/node/:id/edit', handle: saveEdit },
  { method: 'GET', path: '/share/:id', handle: showSharing },
  { method: 'POST', path: '/share/:id/add', handle: addShare },
  { method: 'POST', path: '/share/:id/remove', handle: removeShare },
  { method: 'POST', path: '/node/:id/rename', handle: renameNode },
  { method: 'POST', path: '/node/:id/delete', handle: deleteNode },
  { method: 'POST', path: '/node/:id/version', handle: addVersion, takesFile: true },
  { method: 'POST', path: '/node/:id/restore/:major/:minor', handle: restoreVersion },
  { method: 'POST', path: '/node/:id/rate', handle: rateNode },
  { method: 'POST', path: '/node/:id/collect', handle: addToCollection },
  { method: 'POST', path: '/node/:id/comment', handle: addComment },
  { method: 'POST', path: '/node/:id/comment/:comment/delete', handle: deleteComment },
  { method: 'GET', path: '/collections', handle: showCollections },
  { method: 'POST', path: '/collections', handle: createCollection },
  { method: 'GET', path: '/collection/:id', handle: showCollection },
  { method: 'POST', path: '/collection/:id/change', handle: changeCollection },
  { method: 'GET', path: '/trash', handle: showTrash },
  { method: 'POST', path: '/trash/:id/restore', handle: restoreNode },
  { method: 'POST', path: '/trash/:id/purge', handle: purgeNode },
  { method: 'GET', path: '/my-data', handle: showMyData },
  { method: 'POST', path: '/my-data', handle: requestExport },
  { method: 'GET', path: '/admin', handle: showAdmin },
  { method: 'GET', path: '/admin/people', handle: showPeople },
  { method: 'GET', path: '/admin/jobs', handle: showJobs },
  { method: 'POST', path: '/admin/jobs/exports', handle: runExports },
];

export interface Match {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
}

/** The parameters of a path that matches the segments of a route; undefined for any other path. */
function matched(route: readonly string[], path: readonly string[]): Readonly<Record<string, string>> | undefined {
  if (route.length !== path.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of route.entries()) {
    const segment = path[index] ?? '';
    if (part.startsWith(':')) params[part.slice(1)] = decodeURIComponent(segment);
    else if (part !== segment) return undefined;
  }
  return params;
}

/** Finds the route of a method and a path. A path that has been checked to be valid UTF-8 can be decoded. */
export function createRoutes(): { find(method: string, path: string): Match | undefined } {
  const split = routes.map((route) => ({ route, segments: route.path.split('/') }));
  return {
    find(method, path) {
      const served = method === 'HEAD' ? 'GET' : method;
      const segments = path.split('/');
      for (const { route, segments: expected } of split) {
        const params = route.method === served ? matched(expected, segments) : undefined;
        if (params !== undefined) return { route, params };
      }
      return undefined;
    },
  };
}
