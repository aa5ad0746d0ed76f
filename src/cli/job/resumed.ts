/** Set while a job is resumed: its ID. */
export const resumedJob = 'EDU_REPO_RESUMED_JOB';

/** Set while a job is resumed that created the target of its copy. */
export const ownTarget = 'EDU_REPO_RESUMED_TARGET';

/** Whether a command goes on where it was interrupted. */
export const isResumed = (environment: NodeJS.ProcessEnv): boolean => environment[resumedJob] !== undefined;
