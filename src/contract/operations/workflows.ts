import { nodePath } from '../objects/common.ts';
import { WorkflowEntryInput, WorkflowHistory } from '../objects/workflow.ts';
import { operation } from '../operation.ts';

const path = '/node/v1/nodes/{repository}/{node}/workflow';

export const getWorkflow = operation({
  method: 'GET',
  path,
  summary: 'Get the workflow history of a node, newest entry first',
  description: 'A reference in a collection has the history of its original.',
  group: 'node',
  access: 'guest',
  params: nodePath,
  result: WorkflowHistory,
});

export const addWorkflowEntry = operation({
  method: 'PUT',
  path,
  summary: 'Add an entry to the workflow of a node',
  description:
    "The node gets the aspect `ccm:workflow` and, without a new version, the properties `ccm:wf_status`, `ccm:wf_receiver`, `ccm:wf_instructions` (the comment) and `ccm:wf_protocol` (the history), which all readers of its properties can see. The entry is the caller's, at the time of the call: other fields, such as `time` and `editor`, are ignored. Specific to edu-repo: receivers get no rights on the node, so share it with them too. An unknown receiver returns 400. The node keeps the newest 100 entries, and fewer if they are long.",
  group: 'node',
  access: 'user',
  dryRun: true,
  params: nodePath,
  body: { kind: 'json', name: 'workflow entry', schema: WorkflowEntryInput },
  result: 'empty',
});
