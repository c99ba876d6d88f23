import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Clock } from '#ddp/timing/clock.ts'
import type { MatchPlay } from '#events/formats/match-play/rules.ts'
import type { EventFormat } from '#events/formats/registry.ts'
import type { Strikes } from '#events/formats/strikes/rules.ts'
import type { StandingsEntry } from '#events/rules/standings/standings-entry.ts'
import { DEFAULT_OPTIONS, type StandingsOptions, TIE_BREAKS } from '#events/rules/standings-options.ts'
import {
  adjustmentLists,
  attemptLists,
  attempts,
  ENTRANTS,
  entrantLists,
  MACHINES,
  scoreFormats,
  windowLists,
  windows,
} from '#events/rules/testing/arbitraries.ts'
import type { EventChange } from '../changes.ts'
import type { EntrantRow } from '../entrants/entrant-store.ts'
import type { MatchGroupRow, RoundRow } from '../rounds/round-store.ts'
import type { EventRow } from '../store.ts'
import { type EventInMemory, LiveStandings } from './live-standings.ts'
import { computeStandings } from './load-standings.ts'

type Change = EventChange['change']

const entrantRow = (id: string): [string, EntrantRow] => [id, { id, userId: `user of ${id}`, displayName: id } as EntrantRow]
const eventRow = (format: EventFormat, options: StandingsOptions = DEFAULT_OPTIONS): EventRow =>
  ({ id: 'event', format, machineIds: MACHINES, ...options }) as unknown as EventRow

const copied = ({ event, ...rows }: EventInMemory): EventInMemory => ({ event, ...structuredClone(rows) })
/** Computes the standings from scratch: without anything that is known of an event's or a group's object. */
const computeAnew = (data: EventInMemory): StandingsEntry[] => computeStandings({ ...copied(data), event: { ...data.event! } })

/** The event as a database would have it, its change log, and standings that follow it. */
class Scene {
  readonly stored: EventInMemory
  /** changes that the log's loop has not delivered yet; a read may include them */
  readonly #undelivered: Change[] = []
  #delivered = 0
  /** by number of the change: the standings after it */
  readonly expected: StandingsEntry[][]
  readonly live: LiveStandings
  reads = 0
  /** lets the read that is under way end */
  #endRead: () => void = () => undefined

  constructor(stored: EventInMemory) {
    this.stored = stored
    this.expected = [computeAnew(stored)]
    this.live = new LiveStandings({
      clock: { now: () => 0, after: () => ({ cancel: () => undefined }) },
      compute: computeStandings,
      applied: () => this.#delivered,
      read: async () => {
        this.reads++
        const snapshot = { position: this.position, data: copied(stored) }
        await new Promise<void>(resolve => {
          this.#endRead = resolve
        })
        return snapshot
      },
    })
  }

  get position(): number {
    return this.expected.length - 1
  }

  commit(change: Change): void {
    this.expected.push(computeAnew(this.stored))
    this.#undelivered.push(structuredClone(change))
  }

  deliver(count = this.#undelivered.length): void {
    for (const change of this.#undelivered.splice(0, count)) this.live.apply(++this.#delivered, change)
  }

  /** Ends a read, if one is under way, and checks that the standings are those after some change. @returns its number */
  async check(current = this.live.current()): Promise<number> {
    this.#endRead()
    const { position, rows } = await current
    expect(rows).toEqual(this.expected[position])
    return position
  }

  /** Checks that the standings are those after the last change, once no more comes. */
  async checkLast(): Promise<void> {
    this.deliver()
    let position = await this.check()
    if (position < this.position) position = await this.check()
    expect(position).toBe(this.position)
  }
}

const scoreChanges = fc.oneof(
  { weight: 6, arbitrary: attempts.map(attempt => ({ kind: 'attempt' as const, attempt })) },
  { weight: 1, arbitrary: attempts.map(({ id }) => ({ kind: 'attempt-removed' as const, attemptId: id })) },
  { weight: 1, arbitrary: windows.map(window => ({ kind: 'window' as const, window })) },
  { weight: 1, arbitrary: windows.map(({ id }) => ({ kind: 'window-undone' as const, windowId: id })) },
  { weight: 1, arbitrary: fc.constantFrom(...ENTRANTS).map(entrantId => ({ kind: 'entrant' as const, entrantId })) },
  { weight: 1, arbitrary: fc.constantFrom(...ENTRANTS).map(entrantId => ({ kind: 'entrant-left' as const, entrantId })) },
  { weight: 1, arbitrary: adjustmentLists.map(adjustments => ({ kind: 'adjusted' as const, adjustments })) },
)
type ScoreChange = typeof scoreChanges extends fc.Arbitrary<infer T> ? T : never

function store(stored: EventInMemory, change: ScoreChange): void {
  const { attempts, windows, entrants } = stored
  if (change.kind === 'attempt') attempts.set(change.attempt.id, change.attempt)
  if (change.kind === 'attempt-removed') attempts.delete(change.attemptId)
  if (change.kind === 'window') windows.set(change.window.id, change.window)
  if (change.kind === 'window-undone') windows.delete(change.windowId)
  if (change.kind === 'entrant') entrants.set(...entrantRow(change.entrantId))
  if (change.kind === 'entrant-left') entrants.delete(change.entrantId)
  if (change.kind === 'adjusted') stored.adjustments = change.adjustments
}

/** After which changes somebody asks, and how many changes come while the answer is being prepared. */
const questions = fc.infiniteStream(fc.tuple(fc.boolean(), fc.integer({ min: 0, max: 3 })))

/** Commits each of the changes; at some of them asks for the standings and commits the next ones before the answer is there. */
async function commitAll<T>(
  scene: Scene,
  changes: readonly T[],
  commit: (change: T) => void,
  asked: fc.Stream<[boolean, number]>,
): Promise<void> {
  const left = [...changes]
  while (left.length > 0) {
    const [asks, meanwhile] = asked.next().value!
    const current = asks ? scene.live.current() : null
    for (const change of left.splice(0, 1 + meanwhile)) commit(change)
    scene.deliver(meanwhile)
    if (current !== null) await scene.check(current)
  }
  await scene.checkLast()
}

const roundFormats: fc.Arbitrary<MatchPlay | Strikes> = fc.oneof(
  fc.record({
    kind: fc.constant('match-play' as const),
    grouping: fc.constant('random' as const),
    groupSize: fc.constant(4 as const),
    rounds: fc.constant(9),
    points: fc.constantFrom('ifpa' as const, 'papa' as const, 'pinburgh' as const, 'winner' as const),
  }),
  fc.record({
    kind: fc.constant('strikes' as const),
    groupSize: fc.constant(4 as const),
    strikesToLeave: fc.integer({ min: 1, max: 6 }),
    strikes: fc.constantFrom('standard' as const, 'fair' as const, 'progressive' as const),
  }),
)
const tieBreaks = fc.oneof(fc.constant(DEFAULT_OPTIONS.tieBreaks), fc.shuffledSubarray([...TIE_BREAKS]))

/** A round of all entrants in groups of two to four that play up to three games, with at most one bye. */
const rounds: fc.Arbitrary<RoundRow> = fc
  .tuple(
    fc.shuffledSubarray(ENTRANTS, { minLength: ENTRANTS.length }),
    fc.constantFrom([4, 3], [3, 3, 1], [2, 3, 2], [2, 2, 2, 1]),
    fc.integer({ min: 1, max: 3 }),
  )
  .map(([ids, sizes, gamesPerGroup]) => {
    const left = [...ids]
    const parts = sizes.map(size => left.splice(0, size))
    const groups = parts
      .filter(({ length }) => length > 1)
      .map((entrantIds, i) => ({
        id: `group ${i}`,
        number: i + 1,
        entrantIds,
        games: Array.from({ length: gamesPerGroup }, () => ({ machineId: 'm1', result: null, places: null, confirmed: false })),
      }))
    return { byes: parts.filter(({ length }) => length === 1).flat(), groups } as unknown as RoundRow
  })

/** A result, a correction, or the void of a game: `order` null. `adjusted`: and what the director has added by then. */
const results = fc.record({
  round: fc.nat(),
  group: fc.nat(),
  game: fc.nat(),
  order: fc.option(fc.shuffledSubarray(ENTRANTS, { minLength: ENTRANTS.length }), { freq: 4 }),
  adjusted: fc.option(adjustmentLists, { freq: 2 }),
})

describe('the standings of a live event', () => {
  it('are those of the rows in the database, in whatever order scores come, are corrected, voided and restored, and players join and leave', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(scoreFormats, entrantLists, attemptLists, windowLists),
        fc.array(scoreChanges, { maxLength: 25, size: 'max' }),
        questions,
        async ([format, entrants, all, voids], history, asked) => {
          const scene = new Scene({
            event: eventRow(format),
            entrants: new Map(entrants.map(entrantRow)),
            attempts: new Map(all.map(attempt => [attempt.id, attempt])),
            windows: new Map(voids.map(window => [window.id, window])),
            rounds: [],
            playoffs: [],
            adjustments: [],
          })
          const commit = (change: ScoreChange): void => {
            store(scene.stored, change)
            scene.commit(change)
          }
          await commitAll(scene, history, commit, asked)
        },
      ),
      { numRuns: 100 },
    )
  })

  it('are those of the rows in the database, in whatever order results of games come, are corrected and voided', async () => {
    await fc.assert(
      fc.asyncProperty(
        roundFormats,
        tieBreaks,
        fc.array(rounds, { minLength: 1, maxLength: 4 }),
        fc.array(results, { maxLength: 25, size: 'max' }),
        questions,
        async (format, chosen, drawn, history, asked) => {
          const scene = new Scene({
            event: eventRow(format, { ...DEFAULT_OPTIONS, tieBreaks: chosen }),
            entrants: new Map(ENTRANTS.map(entrantRow)),
            attempts: new Map(),
            windows: new Map(),
            rounds: drawn.map((round, i) => ({ ...structuredClone(round), number: i + 1 })),
            playoffs: [],
            adjustments: [],
          })
          const commit = ({ round, group, game, order, adjusted }: (typeof history)[number]): void => {
            if (adjusted !== null) {
              scene.stored.adjustments = adjusted
              scene.commit({ kind: 'adjusted', adjustments: adjusted })
            }
            const { number, groups } = scene.stored.rounds[round % drawn.length]!
            const matchGroup: MatchGroupRow = groups[group % groups.length]!
            const played = matchGroup.games[game % matchGroup.games.length]!
            played.result = order === null ? null : order.filter(id => matchGroup.entrantIds.includes(id))
            played.confirmed = order !== null
            scene.commit(
              order === null ? { kind: 'rounds' } : { kind: 'rounds', played: { round: number, group: matchGroup, logId: null } },
            )
          }
          await commitAll(scene, history, commit, asked)
        },
      ),
      { numRuns: 100 },
    )
  })

  const threePlayers = (): Scene =>
    new Scene({
      event: eventRow({ kind: 'high-score' }),
      entrants: new Map(['e1', 'e2', 'e3'].map(entrantRow)),
      attempts: new Map(),
      windows: new Map(),
      rounds: [],
      playoffs: [['e2', 'e3', 'e1']],
      adjustments: [],
    })
  const score = (entrantId: string, value: number): ScoreChange => ({
    kind: 'attempt',
    attempt: { id: `of ${entrantId}`, entrantId, machineId: 'm1', value, at: 1 },
  })
  const commit = (scene: Scene, change: ScoreChange): void => {
    store(scene.stored, change)
    scene.commit(change)
    scene.deliver()
  }

  it('follow scores, and the playoffs of those who still share a rank, without another read', async () => {
    const scene = threePlayers()
    await scene.check()
    const order = async (): Promise<string[]> => (await scene.live.current()).rows.map(({ entrantId }) => entrantId)
    expect(await order()).toEqual(['e2', 'e3', 'e1'])
    commit(scene, score('e3', 5))
    expect(await order()).toEqual(['e3', 'e1', 'e2'])
    commit(scene, { kind: 'entrant-left', entrantId: 'e1' })
    expect(await order()).toEqual(['e3', 'e2'])
    expect(scene.reads).toBe(1)
  })

  it('have the new name of a player, and are read again when an account was deleted', async () => {
    const scene = threePlayers()
    await scene.check()
    const rename = (username: string): void => {
      scene.expected.push(computeStandings(scene.stored))
      scene.live.applyName(scene.position, 'user of e2', { username, displayName: 'Anew', avatar: null, supporter: false })
    }
    rename('anew')
    expect((await scene.live.current()).data.entrants.get('e2')).toMatchObject({ username: 'anew', displayName: 'Anew' })
    expect(scene.reads).toBe(1)
    rename('')
    await scene.checkLast()
    expect(scene.reads).toBe(2)
  })

  it('are read again until they have the changes that came before, if a read answers an older state', async () => {
    const { stored } = threePlayers()
    const positions = [4, 6, 7, 9]
    const live = new LiveStandings({
      clock: { now: () => 0, after: () => ({ cancel: () => undefined }) },
      compute: computeStandings,
      applied: () => 9,
      read: async () => ({ position: positions.shift()!, data: copied(stored) }),
    })
    live.apply(5, score('e1', 1))
    expect((await live.current()).position).toBe(4)
    expect((await live.current()).position).toBe(9)
    live.apply(7, { kind: 'entrant', entrantId: 'e4' })
    live.apply(8, score('e1', 2))
    expect((await live.current()).position).toBe(7)
    expect((await live.current()).position).toBe(9)
    expect(positions).toEqual([])
  })

  it('are read again after a read that failed', async () => {
    let fails = true
    const data = threePlayers().stored
    const live = new LiveStandings({
      clock: { now: () => 0, after: () => ({ cancel: () => undefined }) },
      compute: computeStandings,
      applied: () => 7,
      read: () => (fails ? Promise.reject(new Error('the database is away')) : Promise.resolve({ position: 7, data })),
    })
    await expect(live.current()).rejects.toThrow('away')
    fails = false
    expect(await live.current()).toMatchObject({ position: 7, rows: [{ rank: 1 }, { rank: 2 }, { rank: 3 }] })
  })

  it('are computed once for all who ask, and take at most a 20th of a processor, but none waits longer than 250 ms', async () => {
    let now = 0
    let duration = 5
    let computations = 0
    const clock: Clock = { now: () => now, after: () => ({ cancel: () => undefined }) }
    const live = new LiveStandings({
      clock,
      compute: () => {
        computations++
        now += duration
        return []
      },
      applied: () => 0,
      read: async () => ({ position: 0, data: threePlayers().stored }),
    })
    expect(live.rest).toBe(0)
    await Promise.all([live.current(), live.current()])
    expect([computations, live.rest]).toEqual([1, 0])
    live.apply(1, score('e1', 1))
    expect(live.rest).toBe(195)
    now += 200
    expect(live.rest).toBe(0)
    duration = 40
    await live.current()
    live.apply(2, score('e1', 2))
    expect([computations, live.rest]).toEqual([2, 250])
  })
})
