import { describe, expect, it } from 'vitest'
import { compareStandings } from './compare-standings.ts'
import type { ImportedEvent } from './imported-event.ts'
import { importedStandings } from './played-event.ts'

const shared = {
  ...{ source: 'matchplay.events', sourceId: '1', name: 'Night', venue: '', timeZone: 'UTC', isFinished: true, placesOnly: false },
  ...{ startsAt: new Date('2026-03-08T18:00:00Z'), endsAt: new Date('2026-03-08T21:00:00Z'), byes: 'none', tieBreaks: [] },
  ...{ rounds: [], attempts: [], adjustments: [], standings: [] },
} as const satisfies Partial<ImportedEvent>

const players = (...names: string[]): ImportedEvent['players'] => names.map(name => ({ name, ifpaNumber: null, hasLeft: false }))

/** The event with the standings that it has here as those of the source. */
const asHere = (event: Omit<ImportedEvent, 'standings'>): ImportedEvent => ({
  ...event,
  standings: importedStandings({ ...event, standings: [] }).map(({ entrantId, rank, points }) => ({
    player: Number(entrantId),
    place: rank,
    total: points,
  })),
})

describe('an event of scores', () => {
  /** Each player's scores on each machine. */
  const scored = (scores: readonly (readonly number[][])[], format: Partial<ImportedEvent['format']> = {}): ImportedEvent =>
    asHere({
      ...shared,
      format: { kind: 'best-game', points: 'papa', ...format } as ImportedEvent['format'],
      machines: scores[0]!.map((_, i) => ({ name: `Machine ${i}`, opdbId: null })),
      players: players('Ada', 'Ben', 'Cleo'),
      attempts: scores.flatMap((machines, player) =>
        machines.flatMap((values, machine) => values.map((value, i) => ({ player, machine, value, at: new Date(1000 + i) }))),
      ),
    })
  const reasons = (event: ImportedEvent, machineIds: string[]): Record<string, string> =>
    Object.fromEntries(compareStandings(event, machineIds).map(({ player, reason }) => [player, reason]))

  it('is compared as it is stored: without scores on machines that are not known here', () => {
    const event = scored([
      [[9], [5]],
      [[8], [6]],
      [[7], []],
    ])
    expect(compareStandings(event, ['m0', 'm1'])).toEqual([])
    expect(reasons(event, ['m0', ''])).toEqual({ Ada: 'left-out', Ben: 'left-out' })
  })

  it('is compared as it is stored: with one board of machines that are one here', () => {
    const event = scored([
      [[9], [2]],
      [[8], []],
      [[], [10]],
    ])
    expect(reasons(event, ['m0', 'm0'])).toEqual({ Ada: 'one-machine', Ben: 'one-machine', Cleo: 'others' })
  })

  it('loses no attempt where machines are one here', () => {
    const event = scored(
      [
        [[1], [30]],
        [[20], []],
        [[], []],
      ],
      { attemptsPerMachine: 1 },
    )
    const [first] = importedStandings(event, ['m0', 'm0'])
    expect(first).toMatchObject({ entrantId: '0', machines: [{ value: 30 }] })
  })

  it('differs without a known reason where the source adds up something else', () => {
    const event = scored([[[9]], [[8]], [[7]]])
    event.standings[1]!.total! += 1000
    expect(reasons(event, ['m0'])).toEqual({ Ben: 'counting' })
  })
})

describe('an event of games', () => {
  type Game = ImportedEvent['rounds'][number]['groups'][number]['games'][number]
  const game = (order: number[] | null, points: number[] | null = order && [1000, 0]): Game => ({
    machine: null,
    order,
    places: null,
    points,
  })
  const round = (byes: number[], groups: [number[], Game][]): ImportedEvent['rounds'][number] => ({
    byes,
    groups: groups.map(([of, ...games]) => ({ players: of, games })),
  })
  const played = (rounds: ImportedEvent['rounds']): ImportedEvent =>
    asHere({
      ...shared,
      format: { kind: 'match-play', grouping: 'balanced', groupSize: 2, rounds: 9, points: 'winner' },
      machines: [],
      players: players('Ada', 'Ben', 'Cleo', 'Dan', 'Eve'),
      rounds,
    })
  /** Adds points to totals at the source. */
  const withTotals = (event: ImportedEvent, added: Record<number, number>): ImportedEvent => ({
    ...event,
    standings: event.standings.map(row => ({ ...row, total: row.total! + (added[row.player] ?? 0) })),
  })
  const reasons = (event: ImportedEvent): (string | undefined)[] =>
    event.players.map(({ name }) => compareStandings(event).find(({ player }) => player === name)?.reason)

  const three = [
    round(
      [4],
      [
        [[0, 1], game([0, 1])],
        [[2, 3], game([2, 3])],
      ],
    ),
    round(
      [3],
      [
        [[0, 2], game([0, 2])],
        [[1, 4], game([1, 4])],
      ],
    ),
  ]

  it('says that a game counts there whose result is missing here, and of nobody that the total was entered by hand', () => {
    const event = played([
      round(
        [4],
        [
          [[0, 1], game(null)],
          [[2, 3], game([2, 3])],
        ],
      ),
    ])
    expect(reasons(withTotals(event, { 0: 1000 }))).toEqual(['missing', undefined, undefined, undefined, undefined])
    expect(reasons(withTotals(event, { 0: -500 }))).toEqual(['counting', undefined, undefined, undefined, undefined])
  })

  it('says that byes count otherwise where that explains the totals, and of others who had a bye that theirs was entered by hand', () => {
    const event = played(three)
    expect(reasons(withTotals(event, { 3: 500, 4: 500 }))).toEqual([undefined, undefined, undefined, 'byes', 'byes'])
    expect(reasons(withTotals(event, { 3: 7000 }))).toEqual([undefined, undefined, undefined, 'by-hand', undefined])
    expect(reasons(withTotals(event, { 0: 500 }))).toEqual(['by-hand', undefined, undefined, undefined, undefined])
  })

  it('says that the source counts otherwise where it does not tell what it gave for a game', () => {
    const event = played([round([], [[[0, 1], game([0, 1], null)]])])
    expect(reasons(withTotals(event, { 0: 500 }))[0]).toBe('counting')
  })

  it('tells a tie that was broken otherwise from a place that others have left', () => {
    const event = played(three)
    event.standings.find(row => row.player === 1)!.place += 1
    expect(reasons(event).filter(each => each !== undefined)).toEqual(['ties'])
    const moved = withTotals(event, { 4: 7000 })
    expect(
      reasons({ ...moved, standings: moved.standings.map(row => ({ ...row, place: row.place + (row.player === 0 ? 1 : 0) })) })[0],
    ).toBe('others')
  })
})
