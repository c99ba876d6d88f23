/** A mistake of the caller. Only its message is printed, and the exit code is 2. */
export class UsageError extends Error {}
