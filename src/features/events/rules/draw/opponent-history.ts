import type { Round } from '../rounds.ts'

const increment = (counts: Map<string, Map<string, number>>, a: string, b: string): void => {
  const row = counts.get(a) ?? new Map<string, number>()
  counts.set(a, row.set(b, (row.get(b) ?? 0) + 1))
}

/** Counts who met whom, who played which machine, byes and small groups in the rounds drawn so far, with or without results. */
export class OpponentHistory {
  readonly #met = new Map<string, Map<string, number>>()
  readonly #played = new Map<string, Map<string, number>>()
  readonly #byes = new Map<string, number>()
  readonly #small = new Map<string, number>()

  constructor(rounds: readonly Round[]) {
    for (const { groups, byes } of rounds) {
      const largest = Math.max(0, ...groups.map(group => group.entrantIds.length))
      for (const { machineId, entrantIds } of groups) {
        for (const a of entrantIds) {
          increment(this.#played, a, machineId)
          for (const b of entrantIds) if (a !== b) increment(this.#met, a, b)
          if (entrantIds.length < largest) this.#small.set(a, this.smallGroups(a) + 1)
        }
      }
      for (const entrantId of byes) this.#byes.set(entrantId, this.byes(entrantId) + 1)
    }
  }

  /** Returns how often two entrants were in the same group. */
  timesMet(a: string, b: string): number {
    return this.#met.get(a)?.get(b) ?? 0
  }

  /** Returns how often an entrant was drawn on a machine. */
  played(entrantId: string, machineId: string): number {
    return this.#played.get(entrantId)?.get(machineId) ?? 0
  }

  byes(entrantId: string): number {
    return this.#byes.get(entrantId) ?? 0
  }

  /** Returns how often an entrant's group was smaller than the largest group of its round. */
  smallGroups(entrantId: string): number {
    return this.#small.get(entrantId) ?? 0
  }
}
