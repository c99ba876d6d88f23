import type { OpenDatabase } from './database.ts'
import type { RecentMachine } from './filter-recent.ts'

export const MAX_RECENT = 20

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
      const existing = await transaction.store.get(machine.machineId)
      await transaction.store.put({ ...existing, ...machine })
      const all = await transaction.store.getAll()
      const excess = all.sort((a, b) => b.pickedAt.getTime() - a.pickedAt.getTime()).slice(MAX_RECENT)
      await Promise.all(excess.map(({ machineId }) => transaction.store.delete(machineId)))
      await transaction.done
    } catch {
      // The list is only a convenience, so a failure is ignored.
    }
  }
}
