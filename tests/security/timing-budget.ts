import { cpus, loadavg } from 'node:os'

/** The most that a busy machine excuses: a bound that grew with the load without an end could not fail. */
const MOST = 2

/** How many want each core of this machine, from 1, where nobody waits, to `MOST`. @param load processes that ran or waited in the last minute */
export const crowding = (load = loadavg()[0]!, cores = cpus().length): number => Math.min(MOST, Math.max(1, load / cores))

/** A pass number in ms is one for a machine that does nothing else: on a busy one everything has that much less of it. */
export const allowed = (ms: number): number => ms * crowding()

/** For tests of times: what else runs on the machine comes and goes. */
export const AGAIN = { retry: 2 }
