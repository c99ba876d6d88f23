import { readdirSync, readFileSync } from 'node:fs'
import { readProcessCpu } from './meter.ts'

/** Microseconds per clock tick of /proc/PID/stat: 10 ms on every Linux on which Node runs. */
const TICK = 10_000

/** The fields of /proc/PID/stat after the process's name, starting with its state; null if the process has ended. */
function stat(pid: number): string[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return null
  }
}

/** The given processes and all their descendants. */
export function listProcessTree(roots: readonly number[]): number[] {
  const children = new Map<number, number[]>()
  for (const name of readdirSync('/proc')) {
    const parent = /^\d+$/.test(name) ? Number(stat(Number(name))?.[1]) : Number.NaN
    if (!Number.isNaN(parent)) children.set(parent, [...(children.get(parent) ?? []), Number(name)])
  }
  const found = [...roots]
  for (const pid of found) found.push(...(children.get(pid) ?? []))
  return found
}

/** CPU microseconds that the given processes and all their descendants have used, including those that have ended. */
export function measureTreeCpu(roots: readonly number[]): number {
  return listProcessTree(roots).reduce((sum, pid) => {
    const facts = stat(pid)
    if (facts === null) return sum
    const ended = (Number(facts[13]) + Number(facts[14])) * TICK
    try {
      return sum + readProcessCpu(pid) + ended
    } catch {
      return sum
    }
  }, 0)
}

/** Bytes of memory of the processes (PSS): a shared page is divided among the processes that share it. */
export function measureMemory(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => {
    try {
      return sum + 1024 * Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0)
    } catch {
      return sum
    }
  }, 0)
}
