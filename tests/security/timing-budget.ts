import { cpus, loadavg } from 'node:os'

/** Largest factor by which load extends a time limit. Without a maximum, a limit that grows with the load could never fail. */
const MOST = 2

/**
 * Returns how many processes compete for each core: from 1, where none has to wait, to `MOST`.
 * @param load average number of processes that ran or waited in the last minute
 */
export const crowding = (load = loadavg()[0]!, cores = cpus().length): number => Math.min(MOST, Math.max(1, load / cores))

/** Returns a time limit for this machine. `ms` applies to an otherwise idle machine; on a busy one the limit is extended by the load. */
export const allowed = (ms: number): number => ms * crowding()

/** Options for timing tests. They are retried, because the other load of the machine varies. */
export const AGAIN = { retry: 2 }
