import { describe, expect, it } from 'vitest'
import type { ExportedEvent } from '#events/rules/verify-export.ts'
import { eventCardFacts } from './event-card-facts.ts'

const exported = (games: { entrantIds: string[]; order: string[] }[]): ExportedEvent =>
  ({
    event: {
      name: 'Monday',
      venue: '',
      startsAt: '2026-11-24T04:00:00.000Z',
      timeZone: 'America/Los_Angeles',
      startsOffset: -480,
      state: 'live',
      format: { kind: 'match-play', grouping: 'random', groupSize: 2, rounds: 2, points: 'ifpa' },
    },
    machines: [{ machineId: 'm1' }],
    entrants: ['ann', 'bob', 'cid'].map(id => ({ id, displayName: id })),
    attempts: [],
    voids: [],
    rounds: games.length === 0 ? [] : [{ groups: games.map(game => ({ machineId: 'm1', ...game })), byes: [] }],
  }) as unknown as ExportedEvent

describe('the share card of an event', () => {
  it('shows points as pages do, and only players who have played', () => {
    const { rows, players } = eventCardFacts(exported([{ entrantIds: ['ann', 'bob'], order: ['bob', 'ann'] }]))
    expect(rows.map(({ rank, name, figures }) => [rank, name, figures.points])).toEqual([
      [1, 'bob', 7],
      [2, 'ann', 1],
    ])
    expect(players).toBe(3)
  })

  it('has no standings while they are held back', () => {
    const facts = eventCardFacts(exported([{ entrantIds: ['ann', 'bob'], order: ['bob', 'ann'] }]), true)
    expect(facts).toMatchObject({ standingsHeld: true, rows: [] })
  })

  it('has no standings before anybody has played, and the begin in the event’s own time zone, which it names', () => {
    expect(eventCardFacts(exported([]))).toMatchObject({
      rows: [],
      time: '20:00',
      zone: 'UTC-8',
      day: new Date('2026-11-23T20:00:00Z'),
    })
  })
})
