/** An event has at most this many machines. */
export const MAX_MACHINES = 64
