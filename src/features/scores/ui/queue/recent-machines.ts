import type { OpenDatabase } from './database.ts'
import type { RecentMachine } from './filter-recent.ts'

export const MOST_RECENT = 20

/** The machines last picked on this device, latest first. The list is empty if the device cannot store it. */
export class RecentMachines {
  readonly #open: OpenDatabase

  constructor(open: OpenDatabase) {
    this.#open = open
  }

  async all(): Promise<RecentMachine[]> {
    try {
      const machines = await (await this.#open()).getAll('machines')
      return machines.sort((a, b) => b.pickedAt.getTime() - a.pickedAt.getTime())
    } catch {
      return []
    }
  }

  async remember(machine: RecentMachine): Promise<void> {
    try {
      const transaction = (await this.#open()).transaction('machines', 'readwrite')
      const known = await transaction.store.get(machine.machineId)
      await transaction.store.put({ ...known, ...machine })
      const all = await transaction.store.getAll()
      const old = all.sort((a, b) => b.pickedAt.getTime() - a.pickedAt.getTime()).slice(MOST_RECENT)
      await Promise.all(old.map(({ machineId }) => transaction.store.delete(machineId)))
      await transaction.done
    } catch {
      // The list is only a convenience, so a failure is ignored.
    }
  }
}
