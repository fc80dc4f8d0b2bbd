/** The command line is wrong: exit code 2. */
export class UsageError extends Error {}

/** The work cannot be done, for a reason the user can read: exit code 1. */
export class CommandFailure extends Error {}
