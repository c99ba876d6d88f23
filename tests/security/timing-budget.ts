import { cpus, loadavg } from 'node:os'

/** Largest factor by which load extends a time limit. Without a maximum, a limit that grows with the load could never fail. */
const MAX_FACTOR = 2

/**
 * Returns how many processes compete for each core: from 1, where none has to wait, to `MAX_FACTOR`.
 * @param load average number of processes that ran or waited in the last minute
 */
export const loadFactor = (load = loadavg()[0]!, cores = cpus().length): number => Math.min(MAX_FACTOR, Math.max(1, load / cores))

/** Returns a time limit for this machine. `ms` applies to an otherwise idle machine; on a busy one the limit is extended by the load. */
export const scaleBudget = (ms: number): number => ms * loadFactor()

/** Options for timing tests. They are retried, because the other load of the machine varies. */
export const RETRY_TIMING = { retry: 2 }
