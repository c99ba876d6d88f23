import { describe, expect, it } from 'vitest'
import type { AmazingRace } from '#events/formats/amazing-race/rules.ts'
import type { BestGame } from '#events/formats/best-game/rules.ts'
import type { MatchPlay } from '#events/formats/match-play/rules.ts'
import type { PinGolf } from '#events/formats/pin-golf/strokes.ts'
import { type ChosenOptions, formatRules } from '#events/formats/registry.ts'
import type { Round } from '#events/rules/rounds.ts'
import { shownPoints } from '#events/rules/standings/points.ts'
import { scoreStandings } from '#events/rules/standings/score-standings.ts'
import { shownDecision } from '#events/rules/standings/tie-break.ts'
import { scoreEvent } from '#events/rules/testing/by-format.ts'
import { formatFigure, type LabelledStanding, progressLabel, tieLabel, totalLabel } from './standing-labels.ts'
import { playoffRows } from './tied-rows.ts'

const papa: BestGame = { kind: 'best-game', points: 'papa', machinesCounted: 2 }

/** Returns standings as documents have them. @param games by player: values by machine */
function standings(format: BestGame | PinGolf | { kind: 'high-score' }, games: Record<string, Record<string, number>>): LabelledStanding[] {
  const machineIds = ['m1', 'm2', 'm3']
  const attempts = Object.entries(games).flatMap(([entrantId, values]) =>
    Object.entries(values).map(([machineId, value], at) => ({ id: `${entrantId}/${machineId}`, entrantId, machineId, value, at })),
  )
  return scoreStandings(scoreEvent({ format, machineIds }), Object.keys(games), attempts).map(
    ({ entrantId, rank, tieBreak, points, strokes, machines }) => ({
      _id: entrantId,
      eventId: 'e',
      entrantId,
      displayName: entrantId,
      rank,
      points: shownPoints(points),
      ...(tieBreak === null ? {} : { tieBreak }),
      ...(strokes === undefined ? {} : { strokes }),
      machines: machines.map(each => ({ ...each, points: shownPoints(each.points) })),
    }),
  )
}
const row = (rows: readonly LabelledStanding[], name: string): LabelledStanding => rows.find(each => each.entrantId === name)!

describe('the total', () => {
  it('adds up the machines that count', () => {
    const rows = standings(papa, { ann: { m1: 9, m2: 9, m3: 5 }, ben: { m1: 5, m3: 9 } })
    expect(totalLabel(papa, row(rows, 'ann'), 3)).toBe('100 + 100 = 200, from the best 2 of 3 machines.')
    expect(totalLabel(papa, row(rows, 'ben'), 3)).toBe('100 + 90 = 190, from 2 machines.')
    expect(formatFigure(papa, row(rows, 'ann'))).toEqual({ value: '200', unit: 'points' })
    expect(progressLabel(papa, row(rows, 'ben'), 3)).toBe('2 of 3 machines')
  })

  it('includes holes that are not played yet in pin-golf', () => {
    const golf: PinGolf = { kind: 'pin-golf', balls: 3, targets: { m1: 10, m2: 10, m3: 10 }, missed: 'simple' }
    const rows = standings(golf, { ann: { m1: 5 }, ben: {} })
    expect(totalLabel(golf, row(rows, 'ann'), 3)).toBe('4 + 2 × 4 for unplayed machines = 12 strokes.')
    expect(totalLabel(golf, row(rows, 'ben'), 3)).toBeNull()
    expect(progressLabel(golf, row(rows, 'ben'), 3)).toBe('not played yet')
  })

  it('has what the director has added, and taken, at its end', () => {
    const added = (amount: number) => ({ amount, afterRound: 0, reason: 'why' })
    const [ann] = standings(papa, { ann: { m1: 9, m2: 9 } })
    const taken = { ...ann!, points: 192.5, adjustments: [added(-12.5), added(5)] }
    expect(totalLabel(papa, taken, 3)).toBe('100 + 100 − 12.5 + 5 = 192.5.')
    const golf: PinGolf = { kind: 'pin-golf', balls: 3, targets: { m1: 10, m2: 10, m3: 10 }, missed: 'simple' }
    const [ben] = standings(golf, { ben: { m1: 5 } })
    expect(totalLabel(golf, { ...ben!, strokes: 11, adjustments: [added(-1)] }, 3)).toBe(
      '4 − 1 + 2 × 4 for unplayed machines = 11 strokes.',
    )
  })

  it('counts places in formats where places decide', () => {
    const rows = standings({ kind: 'high-score' }, { ann: { m1: 9, m2: 9, m3: 1 }, ben: { m1: 1, m2: 1, m3: 9 } })
    expect(totalLabel({ kind: 'high-score' }, row(rows, 'ann'), 3)).toBe('2 1st places, 1 2nd place.')
    expect(formatFigure({ kind: 'high-score' }, row(rows, 'ben')).value).toBe('1-2-0')
  })
})

describe('the tie-break label', () => {
  it('names the other player on both sides of the tie', () => {
    // 100 + 80 equals 90 + 90, so this table makes the totals tie.
    const table: BestGame = { kind: 'best-game', points: { custom: [100, 90, 80, 0] } }
    const rows = standings(table, { ann: { m1: 9, m2: 5 }, ben: { m1: 8, m2: 7 }, cleo: { m2: 9 } })
    expect([row(rows, 'ann').points, row(rows, 'ben').points]).toEqual([180, 180])
    expect(tieLabel(table, row(rows, 'ann'), rows)).toBe('Tied on points with ben, but has more 1st places.')
    expect(tieLabel(table, row(rows, 'ben'), rows)).toBe('Tied on points with ann, who has more 1st places.')
    expect(tieLabel(table, row(rows, 'cleo'), rows)).toBeNull()
  })

  it('says that the rank is shared if not even places break the tie', () => {
    const rows = standings(papa, { ann: { m1: 9 }, ben: { m1: 9 }, cleo: { m1: 9 }, dev: { m1: 1, m2: 1 } })
    expect(tieLabel(papa, row(rows, 'ann'), rows)).toBe('Tied with 2 other players (all tie-breaks equal).')
  })

  it('says who won a playoff', () => {
    const rows = standings(papa, { ann: { m1: 9 }, ben: { m1: 9 }, cleo: { m1: 9 }, dev: { m1: 1 } }).map(
      (each, i): LabelledStanding => (each.rank === 1 ? { ...each, rank: i + 1, playoff: true } : each),
    )
    expect(['ann', 'ben', 'cleo', 'dev'].map(name => tieLabel(papa, row(rows, name), rows))).toEqual([
      'Won the playoff.',
      'Decided by a playoff: behind ann.',
      'Decided by a playoff: behind ben.',
      null,
    ])
    expect(playoffRows(row(rows, 'ben'), rows).map(({ entrantId }) => entrantId)).toEqual(['ann', 'ben', 'cleo'])
    expect(playoffRows(row(rows, 'dev'), rows)).toEqual([])
  })

  it('explains places in a race, where places in groups do not count', () => {
    const race: AmazingRace = { kind: 'amazing-race', out: 2 }
    const round: Round = {
      groups: [{ machineId: 'm1', entrantIds: ['ann', 'ben', 'cleo', 'dev', 'eve'], order: ['eve', 'cleo', 'ann', 'dev', 'ben'] }],
      byes: [],
    }
    const ids = ['ann', 'ben', 'cleo', 'dev', 'eve', 'late']
    const rows = formatRules(race)
      .standings(['m1'], ids, { rounds: [round] })
      .map(
        ({ tieBreak, entrantId, ...each }): LabelledStanding => ({
          ...each,
          _id: entrantId,
          eventId: 'e',
          entrantId,
          displayName: entrantId,
          ...(tieBreak === null ? {} : { tieBreak }),
        }),
      )
    expect(ids.map(name => tieLabel(race, row(rows, name), rows))).toEqual([
      'Still in, with 2 others.',
      'Out in the same round as dev, with a lower score.',
      'Still in, with 2 others.',
      'Out in the same round as ben, with a higher score.',
      'Still in, with 2 others.',
      null,
    ])
    expect(rows.map(({ rank }) => rank)).toEqual([1, 1, 1, 4, 5, 6])
    expect(row(rows, 'eve').games).toMatchObject([{ place: null }])
    expect(row(rows, 'ben').games).toMatchObject([{ place: 5 }])
  })

  it('says by which chosen tie-break a place was decided, and with which figures', () => {
    const format: MatchPlay = { kind: 'match-play', grouping: 'swiss', groupSize: 2, rounds: 3, points: 'pinburgh' }
    const all = (chosen: ChosenOptions): LabelledStanding[] => {
      const game = (winner: string, loser: string) => ({ machineId: 'm1', entrantIds: [winner, loser], order: [winner, loser] })
      const rounds: Round[] = [
        { groups: [game('ann', 'cleo'), game('ben', 'dev'), game('eve', 'finn')], byes: [] },
        { groups: [game('eve', 'ann'), game('finn', 'ben'), game('cleo', 'dev')], byes: [] },
      ]
      const rows = formatRules(format, chosen).standings([], ['ann', 'ben', 'cleo', 'dev', 'eve', 'finn'], { rounds })
      return rows.map(({ tieBreak, decidedBy, entrantId, points, games: _, ...each }) => ({
        ...each,
        _id: entrantId,
        eventId: 'e',
        entrantId,
        displayName: entrantId,
        points: shownPoints(points),
        ...(tieBreak === null ? {} : { tieBreak }),
        ...(decidedBy === undefined ? {} : { decidedBy: shownDecision(decidedBy) }),
      }))
    }
    const explain = (names: readonly string[], chosen: ChosenOptions): (string | null)[] => {
      const rows = all(chosen)
      return names.map(name => tieLabel(format, row(rows, name), rows, chosen))
    }
    expect(explain(['eve', 'ann', 'ben'], { tieBreaks: ['buchholz'] })).toEqual([
      null,
      'Tied with ben, but ahead on opponents’ points: 9 to 3. Tied with finn (all tie-breaks equal).',
      'Tied with finn, who is ahead on opponents’ points: 9 to 3. Tied with cleo (all tie-breaks equal).',
    ])
    expect(explain(['ann'], { tieBreaks: [] })).toEqual(['Tied with 3 other players (all tie-breaks equal).'])
    const [ahead] = all({ tieBreaks: ['buchholz'] }).filter(({ entrantId }) => entrantId === 'ann')
    expect(tieLabel(format, ahead!, [ahead!], { tieBreaks: ['buchholz'] })).toBe('Tied with others; decided on opponents’ points: 9 to 3.')
    expect(tieLabel(format, { ...ahead!, tieBreak: 2, decidedBy: { by: 'places', own: 3, other: 2 } }, [ahead!], {})).toBe(
      'Tied with others; decided on 2nd places: 3 to 2.',
    )
  })

  it('finds the rows of a playoff, though the places of tied players differ where places are not chosen', () => {
    const base = { eventId: 'e', points: 7, machines: [], playoff: true as const }
    const rows = (['ann', 'ben', 'cleo', 'dev'] as const).map(
      (name, i): LabelledStanding => ({
        ...base,
        _id: name,
        entrantId: name,
        displayName: name,
        rank: i + 1,
        games: [{ round: 1, machineId: 'm1', place: i + 1, points: 7 }],
        decidedBy: { by: 'wins', own: i < 2 ? 1 : 0, other: i < 2 ? 0 : 1 },
      }),
    )
    expect(playoffRows(rows[1]!, rows, true).map(({ entrantId }) => entrantId)).toEqual(['ann', 'ben'])
    expect(tieLabel({ kind: 'match-play' } as MatchPlay, rows[3]!, rows, { tieBreaks: ['wins'] })).toBe(
      'Decided by a playoff: behind cleo.',
    )
  })

  it('does not mention a total in formats where only places count', () => {
    const rows = standings({ kind: 'high-score' }, { ann: { m1: 9, m2: 5 }, ben: { m1: 5, m2: 1 } })
    expect(tieLabel({ kind: 'high-score' }, row(rows, 'ann'), rows)).toBe('Ahead of ben by more 1st places.')
    expect(tieLabel({ kind: 'high-score' }, row(rows, 'ben'), rows)).toBe('Behind ann, who has more 1st places.')
  })
})
