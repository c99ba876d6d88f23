import type { Attempt, VoidWindow } from '../../rules/attempt.ts'
import { attemptsLeft, bestAttempt, covers } from '../../rules/attempts.ts'
import type { ScoreRules } from '../../rules/format-rules.ts'
import { type Ranked, scoreRow } from '../../rules/standings/score-row.ts'
import type { ScoreEvent } from '../../rules/standings/score-standings.ts'
import type { StandingsEntry } from '../../rules/standings/standings-entry.ts'
import { assignRanks, compareEntrants, type RankKey } from '../../rules/standings/tie-break.ts'
import type { EventChange } from '../changes.ts'
import type { LiveStandings } from './live-standings.ts'
import { LiveMachine } from './machine-ranking.ts'

interface Entrant extends RankKey {
  readonly entrantId: string
  readonly places: number[]
  /** by index of the machine */
  readonly results: (Ranked | undefined)[]
  /** sum of merits on machines */
  merits: number
  merit: number
  rank: number
  tieBreak: number | null
  /** the row as last requested */
  row: StandingsEntry | null
  isRowTrue: boolean
}

/** What a change affects. */
class Reach {
  /** by machine: the entrants whose best result there may have changed */
  readonly cells = new Map<string, Set<string>>()
  /** entrants whose places or total may have changed */
  readonly moved = new Set<Entrant>()
  /** ids of the entrants whose rows have changed */
  readonly changed = new Set<string>()

  add(machineId: string, entrantId: string): void {
    const cells = this.cells.get(machineId)
    if (cells === undefined) this.cells.set(machineId, new Set([entrantId]))
    else cells.add(entrantId)
  }
}

/**
 * The standings of a live event, updated with each change. They always equal what `scoreStandings` computes from the same inputs, at a cost
 * that grows with the number of entrants whose ranks change. Changes may arrive in any order, except that the newest change of the same
 * thing must come last.
 */
export class IncrementalScoreStandings implements LiveStandings {
  readonly #rules: ScoreRules
  readonly #machines: ReadonlyMap<string, LiveMachine>
  readonly #attempts = new Map<string, Attempt>()
  readonly #windows = new Map<string, VoidWindow>()
  readonly #entrants = new Map<string, Entrant>()
  #order: Entrant[] = []

  constructor({ rules, machineIds, windows = [] }: ScoreEvent, entrantIds: Iterable<string>, attempts: Iterable<Attempt>) {
    this.#rules = rules
    this.#machines = new Map(rules.machineIds(machineIds).map((id, at) => [id, new LiveMachine(at)]))
    const reach = new Reach()
    for (const window of windows) this.#windows.set(window.id, window)
    for (const attempt of attempts) this.#record(attempt, reach)
    for (const entrantId of entrantIds) this.#enter(entrantId, reach)
    this.#settle(reach)
  }

  get size(): number {
    return this.#order.length
  }

  /**
   * Returns the rows at `from` … `from + count` − 1, as far as they exist. A row that did not change is the same object; callers must not
   * modify it.
   */
  rows(from: number, count: number): StandingsEntry[] {
    return this.#order.slice(from, from + count).map(entrant => this.#rowOf(entrant))
  }

  row(entrantId: string): StandingsEntry | null {
    const entrant = this.#entrants.get(entrantId)
    return entrant === undefined ? null : this.#rowOf(entrant)
  }

  /** Returns how many more attempts an entrant has on a machine; null: no limit. */
  attemptsLeft(entrantId: string, machineId: string): number | null {
    return attemptsLeft(this.#rules, this.#machines.get(machineId)?.attempts.get(entrantId) ?? [], [...this.#windows.values()])
  }

  /** @returns the entrants whose rows were added, removed or changed */
  apply(change: NonNullable<EventChange['change']>): ReadonlySet<string> | null {
    const reach = new Reach()
    switch (change.kind) {
      case 'attempt':
        this.#forget(change.attempt.id, reach)
        this.#record(change.attempt, reach)
        break
      case 'attempt-removed':
        this.#forget(change.attemptId, reach)
        break
      case 'window':
        this.#lift(change.window.id, reach)
        this.#windows.set(change.window.id, change.window)
        this.#reachUnder(change.window, reach)
        break
      case 'window-undone':
        this.#lift(change.windowId, reach)
        break
      case 'entrant':
        if (!this.#entrants.has(change.entrantId)) this.#enter(change.entrantId, reach)
        break
      case 'entrant-left':
        this.#leave(change.entrantId, reach)
        break
      default:
        return null
    }
    this.#settle(reach)
    for (const entrantId of reach.changed) {
      const entrant = this.#entrants.get(entrantId)
      if (entrant !== undefined) entrant.isRowTrue = false
    }
    return reach.changed
  }

  #record(attempt: Attempt, reach: Reach): void {
    const machine = this.#machines.get(attempt.machineId)
    if (machine === undefined) return
    this.#attempts.set(attempt.id, attempt)
    machine.attempts.set(attempt.entrantId, [...(machine.attempts.get(attempt.entrantId) ?? []), attempt])
    reach.add(attempt.machineId, attempt.entrantId)
  }

  #forget(attemptId: string, reach: Reach): void {
    const attempt = this.#attempts.get(attemptId)
    if (attempt === undefined) return
    const { machineId, entrantId } = attempt
    const { attempts } = this.#machines.get(machineId)!
    this.#attempts.delete(attemptId)
    attempts.set(
      entrantId,
      attempts.get(entrantId)!.filter(other => other !== attempt),
    )
    reach.add(machineId, entrantId)
  }

  #lift(windowId: string, reach: Reach): void {
    const window = this.#windows.get(windowId)
    if (window === undefined) return
    this.#windows.delete(windowId)
    this.#reachUnder(window, reach)
  }

  #reachUnder(window: VoidWindow, reach: Reach): void {
    for (const [entrantId, attempts] of this.#machines.get(window.machineId)?.attempts ?? [])
      if (attempts.some(attempt => covers(window, attempt))) reach.add(window.machineId, entrantId)
  }

  #enter(entrantId: string, reach: Reach): void {
    const entrant: Entrant = {
      entrantId,
      places: [],
      results: new Array<undefined>(this.#machines.size).fill(undefined),
      merits: 0,
      merit: 0,
      rank: 0,
      tieBreak: null,
      row: null,
      isRowTrue: false,
    }
    this.#entrants.set(entrantId, entrant)
    reach.moved.add(entrant)
    for (const machineId of this.#machines.keys()) reach.add(machineId, entrantId)
  }

  #leave(entrantId: string, reach: Reach): void {
    const entrant = this.#entrants.get(entrantId)
    if (entrant === undefined) return
    this.#entrants.delete(entrantId)
    reach.moved.add(entrant)
    reach.changed.add(entrantId)
    for (const machineId of this.#machines.keys()) reach.add(machineId, entrantId)
  }

  #settle(reach: Reach): void {
    const windows = [...this.#windows.values()]
    for (const [machineId, entrantIds] of reach.cells) {
      const machine = this.#machines.get(machineId)!
      for (const entrantId of entrantIds) this.#putBest(machine, entrantId, windows, reach)
      machine.rerank((entrantId, from, to) => {
        const entrant = this.#entrants.get(entrantId)!
        replacePlace(entrant.places, from, to)
        reach.moved.add(entrant)
        reach.changed.add(entrantId)
      })
    }
    if (reach.moved.size > 0) this.#reorder(reach)
  }

  #putBest(machine: LiveMachine, entrantId: string, windows: readonly VoidWindow[], reach: Reach): void {
    const entrant = this.#entrants.get(entrantId)
    const attempts = machine.attempts.get(entrantId) ?? []
    const best = entrant === undefined ? null : bestAttempt(this.#rules, attempts, windows)
    const old = machine.result(entrantId)
    const what = machine.put(entrantId, best)
    if (what === null || entrant === undefined) return
    reach.changed.add(entrantId)
    if (what === 'shown') return
    entrant.results[machine.at] = machine.result(entrantId)
    entrant.merits += (best?.merit ?? 0) - (old?.merit ?? 0)
    if (old !== undefined && best === null) replacePlace(entrant.places, old.rank, 0)
    reach.moved.add(entrant)
  }

  /** Moves the entrants whose total or places may have changed to their new position, and assigns all ranks. */
  #reorder({ moved, changed }: Reach): void {
    const holes = this.#machines.size
    const back: Entrant[] = []
    for (const entrant of moved) {
      entrant.merit = this.#rules.total(holes, entrant.places, entrant.merits)
      if (this.#entrants.get(entrant.entrantId) === entrant) back.push(entrant)
    }
    const stayed = this.#order.filter(entrant => !moved.has(entrant))
    this.#order = merged(stayed, back.sort(compareEntrants))
    assignRanks(this.#order, (entrant, rank, tieBreak) => {
      if (entrant.rank === rank && entrant.tieBreak === tieBreak) return
      entrant.rank = rank
      entrant.tieBreak = tieBreak
      changed.add(entrant.entrantId)
    })
  }

  #rowOf(entrant: Entrant): StandingsEntry {
    if (!entrant.isRowTrue) entrant.row = scoreRow(this.#rules, entrant, entrant, entrant.results, entrant.row)
    entrant.isRowTrue = true
    return entrant.row!
  }
}

/** Replaces one place in an ascending list. @param from the old place; 0: none @param to the new place; 0: none */
function replacePlace(places: number[], from: number, to: number): void {
  let at = from === 0 ? places.push(0) - 1 : places.indexOf(from)
  if (to === 0) {
    places.splice(at, 1)
    return
  }
  for (; at > 0 && places[at - 1]! > to; at--) places[at] = places[at - 1]!
  for (; at < places.length - 1 && places[at + 1]! < to; at++) places[at] = places[at + 1]!
  places[at] = to
}

/** Merges two sorted lists. */
function merged(a: readonly Entrant[], b: readonly Entrant[]): Entrant[] {
  const all: Entrant[] = []
  let next = 0
  for (const entrant of a) {
    while (next < b.length && compareEntrants(b[next]!, entrant) < 0) all.push(b[next++]!)
    all.push(entrant)
  }
  return all.concat(b.slice(next))
}
