import type { PlayerCard } from '#accounts/server/changes.ts'
import type { Clock } from '#ddp/timing/clock.ts'
import type { Adjustment } from '#events/rules/adjustment.ts'
import type { Attempt, VoidWindow } from '#events/rules/attempt.ts'
import type { Playoff } from '#events/rules/standings/playoffs.ts'
import { isSameScoreEntry, type StandingsEntry } from '#events/rules/standings/standings-entry.ts'
import { type EventChange, isPlayChange } from '../changes.ts'
import type { EntrantRow } from '../entrants/entrant-store.ts'
import type { RoundRow } from '../rounds/round-store.ts'
import type { EventRow } from '../store.ts'

/** An event with everything that its standings depend on; the maps are by id. */
export interface EventInMemory {
  /** null: there is no such event */
  readonly event: EventRow | null
  /** those who have a place */
  readonly entrants: Map<string, EntrantRow>
  readonly attempts: Map<string, Attempt>
  readonly windows: Map<string, VoidWindow>
  readonly rounds: RoundRow[]
  readonly playoffs: readonly Playoff[]
  adjustments: readonly Adjustment[]
}

/** The standings after the changes up to `position` in the change log. Callers must not modify them. */
export interface CurrentStandings {
  position: number
  data: EventInMemory
  /** best first; a row that has not changed since the last computation is the same object */
  rows: readonly StandingsEntry[]
}

export interface LiveStandingsOptions {
  clock: Clock
  /** Reads the event in one snapshot of the database. */
  read(): Promise<{ position: number; data: EventInMemory }>
  compute(data: EventInMemory): StandingsEntry[]
  /** returns the number of the last change up to which this object has been given all changes of the log */
  applied(): number
}

/**
 * After a computation comes a rest of this many times its duration. Documents, frames and the collection of garbage take about as much again,
 * so that standings take at most a 20th of a processor, …
 */
const REST_FACTOR = 39
/** … but of at most this many ms, so that no result waits longer. */
const MAX_REST_MS = 250

/**
 * The standings of an event that somebody watches. What they depend on is read once and kept in memory, where it follows the change log. The
 * standings are computed from it as a whole, when they are asked for and something has changed.
 */
export class LiveStandings {
  readonly #options: LiveStandingsOptions
  #data: EventInMemory | null = null
  /** `#data` includes every change up to here. */
  #position = -1
  /** the number of the last change that `#data` could not take in, for which it has to be read up to there at least */
  #outdatedSince = -1
  #reading: Promise<void> | null = null
  /** the changes that came during the read */
  #changesDuringRead: { n: number; apply: (data: EventInMemory) => boolean }[] = []
  /** null: something has changed since the last computation */
  #rows: readonly StandingsEntry[] | null = null
  /** the rows of the last computation by entrant: one that has not changed is the same object again */
  #rowOf = new Map<string, StandingsEntry>()
  #restsUntil = 0

  constructor(options: LiveStandingsOptions) {
    this.#options = options
  }

  get #isOutdated(): boolean {
    return this.#outdatedSince > this.#position
  }

  /** ms until the standings should be computed again; 0 if they need not be. A change that comes alone is never kept waiting. */
  get rest(): number {
    const isCurrent = this.#rows !== null && !this.#isOutdated
    // The time of day may have been set back.
    return isCurrent ? 0 : Math.min(MAX_REST_MS, Math.max(0, this.#restsUntil - this.#options.clock.now()))
  }

  /** Takes in a change of the event. @param n its number in the change log */
  apply(n: number, change: EventChange['change']): void {
    if (change !== null && !isPlayChange(change)) return
    this.#apply(n, data => {
      this.#rows = null
      return applyChange(data, change)
    })
  }

  /** Takes in a user's new name. */
  applyName(n: number, userId: string, card: PlayerCard): void {
    this.#apply(n, ({ entrants }) => applyName(entrants, userId, card))
  }

  /**
   * Returns the standings with every change that this object was given before the call, or, if the event has just been read from the
   * database, those up to `position`.
   */
  async current(): Promise<CurrentStandings> {
    if (this.#data === null || this.#isOutdated) {
      this.#reading ??= this.#read().finally(() => {
        this.#reading = null
      })
      await this.#reading
    }
    const data = this.#data!
    if (this.#rows === null) {
      const { clock, compute } = this.#options
      const begun = clock.now()
      this.#rows = this.#keepUnchanged(compute(data))
      const ended = clock.now()
      this.#restsUntil = ended + Math.min(MAX_REST_MS, REST_FACTOR * (ended - begun))
    }
    const position = this.#isOutdated ? this.#position : Math.max(this.#position, this.#options.applied())
    return { position, data, rows: this.#rows }
  }

  #keepUnchanged(computed: readonly StandingsEntry[]): readonly StandingsEntry[] {
    const rows = computed.map(row => {
      const before = this.#rowOf.get(row.entrantId)
      return before !== undefined && isSameScoreEntry(before, row) ? before : row
    })
    this.#rowOf = new Map(rows.map(row => [row.entrantId, row]))
    return rows
  }

  async #read(): Promise<void> {
    try {
      const { position, data } = await this.#options.read()
      this.#data = data
      this.#position = position
      this.#rows = null
    } finally {
      const changes = this.#changesDuringRead
      this.#changesDuringRead = []
      for (const { n, apply } of changes) this.#applyNow(n, apply)
    }
  }

  #apply(n: number, apply: (data: EventInMemory) => boolean): void {
    if (this.#reading === null) this.#applyNow(n, apply)
    else this.#changesDuringRead.push({ n, apply })
  }

  #applyNow(n: number, apply: (data: EventInMemory) => boolean): void {
    if (n <= this.#position) return
    if (this.#data !== null && !this.#isOutdated && apply(this.#data)) this.#position = n
    else this.#outdatedSince = n
  }
}

/** @returns false if the event has to be read again */
function applyChange(data: EventInMemory, change: EventChange['change']): boolean {
  const { entrants, attempts, windows, rounds } = data
  switch (change?.kind) {
    case 'attempt':
      attempts.set(change.attempt.id, change.attempt)
      return true
    case 'attempt-removed':
      attempts.delete(change.attemptId)
      return true
    case 'window':
      windows.set(change.window.id, change.window)
      return true
    case 'window-undone':
      windows.delete(change.windowId)
      return true
    case 'entrant-left':
      entrants.delete(change.entrantId)
      return true
    case 'adjusted':
      data.adjustments = change.adjustments
      return true
    case 'rounds': {
      const { group } = change.played ?? {}
      const round = rounds.find(({ number }) => number === change.played?.round)
      const index = round?.groups.findIndex(({ id }) => id === group?.id) ?? -1
      if (round === undefined || group === undefined || index < 0) return false
      round.groups[index] = group
      return true
    }
    // Among them a new entrant: the change does not contain the name.
    default:
      return false
  }
}

/** @returns false if the event has to be read again: the account was deleted */
function applyName(entrants: Map<string, EntrantRow>, userId: string, { username, displayName }: PlayerCard): boolean {
  const entrant = [...entrants.values()].find(each => each.userId === userId)
  if (entrant === undefined) return true
  if (username === '') return false
  entrants.set(entrant.id, { ...entrant, username, displayName })
  return true
}
