import { readdirSync, readFileSync } from 'node:fs'

/** The cost of some operations. */
export interface Cost {
  count: number
  /** CPU microseconds of all involved processes. */
  cpu: number
  /** The part of `cpu` that another process used: the peer's server. */
  server: number
  /** Elapsed microseconds. */
  wall: number
}

export const zeroCost = (): Cost => ({ count: 0, cpu: 0, server: 0, wall: 0 })

/** CPU microseconds that a process has used. More precise than /proc/PID/stat, which counts in steps of 10 ms. */
export function readProcessCpu(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`)
  return threads.reduce(
    (sum, thread) => sum + Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1000,
    0,
  )
}

/** CPU microseconds that this process has used. */
export function readOwnCpu(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}

/** Milliseconds of the machine's monotonic clock, which all processes share. */
export const readSharedClock = (): number => Number(process.hrtime.bigint()) / 1e6

/** Runs `run` and adds its cost in this process and in the process `server` to `spent`. */
export async function measureCost(cost: Cost, count: number, run: () => unknown, server?: number): Promise<void> {
  const serverCpu = server === undefined ? 0 : readProcessCpu(server)
  const ownCpu = readOwnCpu()
  const from = performance.now()
  await run()
  cost.wall += (performance.now() - from) * 1000
  cost.cpu += readOwnCpu() - ownCpu
  if (server !== undefined) {
    const used = readProcessCpu(server) - serverCpu
    cost.cpu += used
    cost.server += used
  }
  cost.count += count
}

export function collectGarbage(): void {
  if (globalThis.gc === undefined) throw new Error('Run it as `npm run bench`, or give node --expose-gc')
  globalThis.gc()
  globalThis.gc()
}

/** Bytes of JavaScript values, including buffers, after a garbage collection. */
export function measureOwnBytes(): number {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
