import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { compareStandings } from '../compare-standings.ts'
import { type ImportedEvent, importedEvent } from '../imported-event.ts'
import { importedStandings } from '../played-event.ts'
import { sortAnswers } from './answers.ts'
import { readEvent } from './read-event.ts'

/** What Match Play answers about an event, by the paths (samples in the shapes that were documented by observing it). */
const answersOf = (sample: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../../../../../shared/data/peers/match-play-${sample}.json`, import.meta.url), 'utf8')) as unknown

function read(sample: string): ImportedEvent {
  const event = readEvent(sortAnswers([answersOf(sample)])!)
  if ('problem' in event) throw new Error(event.problem)
  return event
}

const places = (event: ImportedEvent): [string, number][] =>
  importedStandings(event).map(({ entrantId, rank }) => [event.players[Number(entrantId)]!.name, rank])

describe('an event of Match Play', () => {
  it.each(['group', 'fair-strikes', 'best-game'])('has the standings here that it has there (%s)', sample => {
    const event = read(sample)
    expect(event.standings.length).toBeGreaterThan(2)
    expect(compareStandings(event)).toEqual([])
  })

  it.each(['group', 'fair-strikes', 'best-game'])('is one that the call takes (%s)', sample => {
    expect(v.parse(importedEvent, read(sample))).toEqual(read(sample))
  })

  it('of groups has its games in their rounds, with their points by place', () => {
    const event = read('group')
    expect(event).toMatchObject({
      name: 'Sample Monthly #3',
      timeZone: 'America/Los_Angeles',
      startsAt: new Date('2026-03-08T02:00:00Z'),
      endsAt: new Date('2026-03-08T05:12:09Z'),
      isFinished: true,
      format: { kind: 'match-play', groupSize: 4, rounds: 2, points: { custom: { 4: [7, 5, 3, 1], 3: [7, 4, 1], 2: [7, 1] } } },
      byes: 'full',
      tieBreaks: ['places'],
    })
    expect(event.rounds.map(({ groups }) => groups.map(({ games }) => games.map(({ points }) => points)))).toEqual([
      [[[7000, 5000, 3000, 1000]]],
      [[[7000, 5000, 3000, 1000]]],
    ])
    expect(places(event)).toEqual([
      ['Ada Example', 1],
      ['Cleo Muster', 2],
      ['Ben Sample', 3],
      ['Dan Beispiel', 4],
    ])
  })

  it('leaves out who is on its roster and has not played', () => {
    expect(read('group').players.map(({ name }) => name)).not.toContain('Eve Ejemplo')
  })

  it('of fair strikes has ties, a bye and a game that is still open', () => {
    const event = read('fair-strikes')
    expect(event.isFinished).toBe(false)
    expect(event.format).toEqual({ kind: 'strikes', groupSize: 4, strikesToLeave: 5, strikes: 'fair' })
    expect(event.rounds[0]!.groups[0]!.games[0]!.places).toEqual([1, 2, 2, 4])
    expect(event.rounds[0]!.groups[0]!.games[0]!.points).toEqual([0, 1, 1, 2])
    expect(event.rounds[1]!.byes.map(player => event.players[player]!.name)).toEqual(['Dan Beispiel'])
    expect(event.rounds[2]!.groups[0]!.games[0]!.order).toBeNull()
    expect(event.adjustments).toEqual([
      { player: event.players.findIndex(({ name }) => name === 'Cleo Muster'), amount: -1, reason: 'Match Play' },
    ])
  })

  it('of scores has those that were played to the end and not voided, as numbers', () => {
    const event = read('best-game')
    expect(event.format).toEqual({ kind: 'best-game', points: 'papa', machinesCounted: 2 })
    expect(event.attempts.map(({ value }) => value)).toEqual([38_512_340, 10_250_300, 21_004_510, 11_396_549_120, 4_030_200])
  })

  it('of a format that is not known here keeps its places', () => {
    const answers = sortAnswers([answersOf('group')])!
    const event = readEvent({ ...answers, tournament: { ...answers.tournament, type: 'a_new_format' } }) as ImportedEvent
    expect(event.placesOnly).toBe(true)
    expect(event.rounds).toEqual([])
    expect(compareStandings(event)).toEqual([])
  })

  it('says where a difference comes from: other points in a game, a total entered by hand, ties broken otherwise', () => {
    const event = read('group')
    const withPoints = structuredClone(event)
    withPoints.rounds[0]!.groups[0]!.games[0]!.points![0]! += 1000
    const first = withPoints.rounds[0]!.groups[0]!.games[0]!.order![0]!
    const there = withPoints.standings.find(({ player }) => player === first)!
    there.total! += 1000
    expect(compareStandings(withPoints)).toMatchObject([{ player: 'Cleo Muster', reason: 'games', games: 1 }])

    const byHand = structuredClone(event)
    byHand.standings[3]!.total! += 500
    expect(compareStandings(byHand)).toMatchObject([{ player: 'Dan Beispiel', reason: 'by-hand' }])

    const tied = structuredClone(read('fair-strikes'))
    tied.standings[1]!.place = 2
    tied.standings[2]!.place = 3
    expect(compareStandings(tied).map(({ reason }) => reason)).toEqual(['ties', 'ties'])
  })

  it('is read the same from answers that come one by one, in any order, and in pages', () => {
    const whole = answersOf('best-game') as Record<string, unknown>
    const one = Object.entries(whole).filter(([path]) => path.startsWith('GET '))
    const paged = one.flatMap(([path, answer]) => {
      const { data } = answer as { data?: unknown[] }
      return path.includes('single-player') && data ? [{ data: data.slice(0, 2) }, { data: data.slice(2) }] : [answer]
    })
    expect(readEvent(sortAnswers([...paged].reverse())!)).toMatchObject({
      name: 'Sample Best Game',
      standings: read('best-game').standings,
    })
  })
})
