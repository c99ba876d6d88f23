import type { EventFormat } from '#events/formats/registry.ts'
import type { Attempt } from '#events/rules/attempt.ts'
import { seededRandom } from '#events/rules/draw/seeded-random.ts'
import type { EntrantRow } from '#events/server/entrants/entrant-store.ts'
import type { EventInMemory } from '#events/server/standings/live-standings.ts'
import type { EventRow } from '#events/server/store.ts'

export interface Size {
  players: number
  machines: number
  format: Kind
}

export const KINDS = ['best-game', 'high-score', 'pin-golf'] as const
export type Kind = (typeof KINDS)[number]

/** Games that each player has played on each machine before the measurement. */
const PLAYED = 2

export interface EventData {
  stored: EventInMemory
  /** The next score, of a pseudo-random player on a pseudo-random machine; the sequence is the same in every process. */
  next(): Attempt
}

function createFormat(kind: Kind, machineIds: readonly string[]): EventFormat {
  if (kind === 'best-game') return { kind, points: { linear: 500 } }
  if (kind === 'high-score') return { kind }
  return { kind, balls: 3, missed: 'graded', targets: Object.fromEntries(machineIds.map(id => [id, 10_000_000])) }
}

/** A live event in which every player has played every machine. Most scores are low, few are high, in steps of ten, as in pinball. */
export function createEventData({ players, machines, format }: Size): EventData {
  const random = seededRandom(`${players} ${machines} ${format}`)
  const machineIds = Array.from({ length: machines }, (_, i) => `machine-${i}`)
  const entrantIds = Array.from({ length: players }, (_, i) => `0190f7a2-1c6b-7abc-8abc-${String(i).padStart(12, '0')}`)
  let at = 0
  const attempt = (entrantId: string, machineId: string): Attempt => {
    const value = 10 * (1 + Math.floor(-Math.log(1 - random()) * 1_000_000))
    const strokes = value >= 10_000_000 ? { strokes: 1 + Math.floor(random() * 3) } : {}
    return { id: `attempt-${at}`, entrantId, machineId, value, at: at++, ...(format === 'pin-golf' ? strokes : {}) }
  }
  const attempts = entrantIds.flatMap(entrantId =>
    machineIds.flatMap(machineId => Array.from({ length: PLAYED }, () => attempt(entrantId, machineId))),
  )
  const pickRandom = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  return {
    stored: {
      event: { id: 'event', format: createFormat(format, machineIds), machineIds } as unknown as EventRow,
      entrants: new Map(entrantIds.map(id => [id, { id, userId: id, username: id, displayName: `Player ${id}` } as EntrantRow])),
      attempts: new Map(attempts.map(each => [each.id, each])),
      windows: new Map(),
      rounds: [],
      playoffs: [],
      adjustments: [],
    },
    next: () => attempt(pickRandom(entrantIds), pickRandom(machineIds)),
  }
}
