import { readdirSync, readFileSync } from 'node:fs'
import { cpuOf } from './meter.ts'

/** Clock ticks of /proc/PID/stat are hundredths of a second everywhere Node runs. */
const TICK = 10_000

/** What /proc/PID/stat says behind the process's name, from its state on; null: it has ended. */
function stat(pid: number): string[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return null
  }
}

/** These processes and all that come from them. */
export function treeOf(roots: readonly number[]): number[] {
  const children = new Map<number, number[]>()
  for (const name of readdirSync('/proc')) {
    const parent = /^\d+$/.test(name) ? Number(stat(Number(name))?.[1]) : Number.NaN
    if (!Number.isNaN(parent)) children.set(parent, [...(children.get(parent) ?? []), Number(name)])
  }
  const found = [...roots]
  for (const pid of found) found.push(...(children.get(pid) ?? []))
  return found
}

/** CPU microseconds that these processes and all that come from them have used, those that have ended included. */
export function cpuOfTree(roots: readonly number[]): number {
  return treeOf(roots).reduce((sum, pid) => {
    const facts = stat(pid)
    if (facts === null) return sum
    const ended = (Number(facts[13]) + Number(facts[14])) * TICK
    try {
      return sum + cpuOf(pid) + ended
    } catch {
      return sum
    }
  }, 0)
}

/** Bytes of memory that these processes take, each page shared out among those that share it. */
export function memoryOf(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => {
    try {
      return sum + 1024 * Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0)
    } catch {
      return sum
    }
  }, 0)
}
