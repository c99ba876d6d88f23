import { cpus, loadavg } from 'node:os'

/** How many others want each core of this machine; 1 where it does nothing else. */
export const crowding = (): number => Math.max(1, loadavg()[0]! / cpus().length)

/** A pass number in ms is one for a machine that does nothing else: on a busy one everything has that much less of it. */
export const allowed = (ms: number): number => ms * crowding()

/** For tests of times: what else runs on the machine comes and goes. */
export const AGAIN = { retry: 2 }
