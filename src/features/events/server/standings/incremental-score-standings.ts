import type { Attempt, VoidWindow } from '#events/rules/attempt.ts'
import { attemptsLeft, bestAttempt, voidWindowCovers } from '#events/rules/attempts.ts'
import type { ScoreRules } from '#events/rules/format-rules.ts'
import { type RankedMachineResult, scoreRow } from '#events/rules/standings/score-row.ts'
import type { ScoreEvent } from '#events/rules/standings/score-standings.ts'
import type { StandingsEntry } from '#events/rules/standings/standings-entry.ts'
import { assignRanks, compareEntrants, type RankKey } from '#events/rules/standings/tie-break.ts'
import type { EventChange } from '../changes.ts'
import type { LiveStandings } from './live-standings.ts'
import { MachineRanking } from './machine-ranking.ts'

interface Entrant extends RankKey {
  readonly entrantId: string
  readonly places: number[]
  /** by index of the machine */
  readonly results: (RankedMachineResult | undefined)[]
  /** sum of sort values on machines */
  sortValues: number
  sortValue: number
  rank: number
  tieBreak: number | null
  /** the row as last requested */
  row: StandingsEntry | null
  isRowCurrent: boolean
}

/** What a change affects. */
class ChangeSet {
  /** by machine: the entrants whose best result there may have changed */
  readonly changedResults = new Map<string, Set<string>>()
  /** entrants whose places or total may have changed */
  readonly movedEntrants = new Set<Entrant>()
  /** ids of the entrants whose rows have changed */
  readonly changedEntrantIds = new Set<string>()

  add(machineId: string, entrantId: string): void {
    const entrantIds = this.changedResults.get(machineId)
    if (entrantIds === undefined) this.changedResults.set(machineId, new Set([entrantId]))
    else entrantIds.add(entrantId)
  }
}

/**
 * The standings of a live event, updated with each change. They always equal what `scoreStandings` computes from the same inputs, at a cost
 * that grows with the number of entrants whose ranks change. Changes may arrive in any order, except that the newest change of the same
 * thing must come last.
 */
export class IncrementalScoreStandings implements LiveStandings {
  readonly #rules: ScoreRules
  readonly #machines: ReadonlyMap<string, MachineRanking>
  readonly #attempts = new Map<string, Attempt>()
  readonly #windows = new Map<string, VoidWindow>()
  readonly #entrants = new Map<string, Entrant>()
  #order: Entrant[] = []

  constructor({ rules, machineIds, windows = [] }: ScoreEvent, entrantIds: Iterable<string>, attempts: Iterable<Attempt>) {
    this.#rules = rules
    this.#machines = new Map(rules.machineIds(machineIds).map((id, index) => [id, new MachineRanking(index)]))
    const changeSet = new ChangeSet()
    for (const window of windows) this.#windows.set(window.id, window)
    for (const attempt of attempts) this.#addAttempt(attempt, changeSet)
    for (const entrantId of entrantIds) this.#addEntrant(entrantId, changeSet)
    this.#recompute(changeSet)
  }

  get size(): number {
    return this.#order.length
  }

  /**
   * Returns the rows at `from` … `from + count` − 1, as far as they exist. A row that did not change is the same object; callers must not
   * modify it.
   */
  rows(from: number, count: number): StandingsEntry[] {
    return this.#order.slice(from, from + count).map(entrant => this.#getRow(entrant))
  }

  row(entrantId: string): StandingsEntry | null {
    const entrant = this.#entrants.get(entrantId)
    return entrant === undefined ? null : this.#getRow(entrant)
  }

  /** Returns how many more attempts an entrant has on a machine; null: no limit. */
  attemptsLeft(entrantId: string, machineId: string): number | null {
    return attemptsLeft(this.#rules, this.#machines.get(machineId)?.attempts.get(entrantId) ?? [], [...this.#windows.values()])
  }

  /** @returns the entrants whose rows were added, removed or changed */
  apply(change: NonNullable<EventChange['change']>): ReadonlySet<string> | null {
    const changeSet = new ChangeSet()
    switch (change.kind) {
      case 'attempt':
        this.#removeAttempt(change.attempt.id, changeSet)
        this.#addAttempt(change.attempt, changeSet)
        break
      case 'attempt-removed':
        this.#removeAttempt(change.attemptId, changeSet)
        break
      case 'window':
        this.#removeVoid(change.window.id, changeSet)
        this.#windows.set(change.window.id, change.window)
        this.#markCoveredBy(change.window, changeSet)
        break
      case 'window-undone':
        this.#removeVoid(change.windowId, changeSet)
        break
      case 'entrant':
        if (!this.#entrants.has(change.entrantId)) this.#addEntrant(change.entrantId, changeSet)
        break
      case 'entrant-left':
        this.#removeEntrant(change.entrantId, changeSet)
        break
      default:
        return null
    }
    this.#recompute(changeSet)
    for (const entrantId of changeSet.changedEntrantIds) {
      const entrant = this.#entrants.get(entrantId)
      if (entrant !== undefined) entrant.isRowCurrent = false
    }
    return changeSet.changedEntrantIds
  }

  #addAttempt(attempt: Attempt, changeSet: ChangeSet): void {
    const machine = this.#machines.get(attempt.machineId)
    if (machine === undefined) return
    this.#attempts.set(attempt.id, attempt)
    machine.attempts.set(attempt.entrantId, [...(machine.attempts.get(attempt.entrantId) ?? []), attempt])
    changeSet.add(attempt.machineId, attempt.entrantId)
  }

  #removeAttempt(attemptId: string, changeSet: ChangeSet): void {
    const attempt = this.#attempts.get(attemptId)
    if (attempt === undefined) return
    const { machineId, entrantId } = attempt
    const { attempts } = this.#machines.get(machineId)!
    this.#attempts.delete(attemptId)
    attempts.set(
      entrantId,
      attempts.get(entrantId)!.filter(other => other !== attempt),
    )
    changeSet.add(machineId, entrantId)
  }

  #removeVoid(windowId: string, changeSet: ChangeSet): void {
    const window = this.#windows.get(windowId)
    if (window === undefined) return
    this.#windows.delete(windowId)
    this.#markCoveredBy(window, changeSet)
  }

  #markCoveredBy(window: VoidWindow, changeSet: ChangeSet): void {
    for (const [entrantId, attempts] of this.#machines.get(window.machineId)?.attempts ?? [])
      if (attempts.some(attempt => voidWindowCovers(window, attempt))) changeSet.add(window.machineId, entrantId)
  }

  #addEntrant(entrantId: string, changeSet: ChangeSet): void {
    const entrant: Entrant = {
      entrantId,
      places: [],
      results: new Array<undefined>(this.#machines.size).fill(undefined),
      sortValues: 0,
      sortValue: 0,
      rank: 0,
      tieBreak: null,
      row: null,
      isRowCurrent: false,
    }
    this.#entrants.set(entrantId, entrant)
    changeSet.movedEntrants.add(entrant)
    for (const machineId of this.#machines.keys()) changeSet.add(machineId, entrantId)
  }

  #removeEntrant(entrantId: string, changeSet: ChangeSet): void {
    const entrant = this.#entrants.get(entrantId)
    if (entrant === undefined) return
    this.#entrants.delete(entrantId)
    changeSet.movedEntrants.add(entrant)
    changeSet.changedEntrantIds.add(entrantId)
    for (const machineId of this.#machines.keys()) changeSet.add(machineId, entrantId)
  }

  #recompute(changeSet: ChangeSet): void {
    const windows = [...this.#windows.values()]
    for (const [machineId, entrantIds] of changeSet.changedResults) {
      const machine = this.#machines.get(machineId)!
      for (const entrantId of entrantIds) this.#updateBest(machine, entrantId, windows, changeSet)
      machine.rerank((entrantId, from, to) => {
        const entrant = this.#entrants.get(entrantId)!
        replacePlace(entrant.places, from, to)
        changeSet.movedEntrants.add(entrant)
        changeSet.changedEntrantIds.add(entrantId)
      })
    }
    if (changeSet.movedEntrants.size > 0) this.#reorder(changeSet)
  }

  #updateBest(machine: MachineRanking, entrantId: string, windows: readonly VoidWindow[], changeSet: ChangeSet): void {
    const entrant = this.#entrants.get(entrantId)
    const attempts = machine.attempts.get(entrantId) ?? []
    const best = entrant === undefined ? null : bestAttempt(this.#rules, attempts, windows)
    const previous = machine.result(entrantId)
    const changedPart = machine.put(entrantId, best)
    if (changedPart === null || entrant === undefined) return
    changeSet.changedEntrantIds.add(entrantId)
    if (changedPart === 'shown') return
    entrant.results[machine.index] = machine.result(entrantId)
    entrant.sortValues += (best?.sortValue ?? 0) - (previous?.sortValue ?? 0)
    if (previous !== undefined && best === null) replacePlace(entrant.places, previous.rank, 0)
    changeSet.movedEntrants.add(entrant)
  }

  /** Moves the entrants whose total or places may have changed to their new position, and assigns all ranks. */
  #reorder({ movedEntrants, changedEntrantIds }: ChangeSet): void {
    const machineCount = this.#machines.size
    const toInsert: Entrant[] = []
    for (const entrant of movedEntrants) {
      entrant.sortValue = this.#rules.total(machineCount, entrant.places, entrant.sortValues)
      if (this.#entrants.get(entrant.entrantId) === entrant) toInsert.push(entrant)
    }
    const unmoved = this.#order.filter(entrant => !movedEntrants.has(entrant))
    this.#order = mergeSorted(unmoved, toInsert.sort(compareEntrants))
    assignRanks(this.#order, (entrant, rank, tieBreak) => {
      if (entrant.rank === rank && entrant.tieBreak === tieBreak) return
      entrant.rank = rank
      entrant.tieBreak = tieBreak
      changedEntrantIds.add(entrant.entrantId)
    })
  }

  #getRow(entrant: Entrant): StandingsEntry {
    if (!entrant.isRowCurrent) entrant.row = scoreRow(this.#rules, entrant, entrant, entrant.results, entrant.row)
    entrant.isRowCurrent = true
    return entrant.row!
  }
}

/** Replaces one place in an ascending list. @param from the old place; 0: none @param to the new place; 0: none */
function replacePlace(places: number[], from: number, to: number): void {
  let index = from === 0 ? places.push(0) - 1 : places.indexOf(from)
  if (to === 0) {
    places.splice(index, 1)
    return
  }
  for (; index > 0 && places[index - 1]! > to; index--) places[index] = places[index - 1]!
  for (; index < places.length - 1 && places[index + 1]! < to; index++) places[index] = places[index + 1]!
  places[index] = to
}

/** Merges two sorted lists. */
function mergeSorted(a: readonly Entrant[], b: readonly Entrant[]): Entrant[] {
  const all: Entrant[] = []
  let next = 0
  for (const entrant of a) {
    while (next < b.length && compareEntrants(b[next]!, entrant) < 0) all.push(b[next++]!)
    all.push(entrant)
  }
  return all.concat(b.slice(next))
}
