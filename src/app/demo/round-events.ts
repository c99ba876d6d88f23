import { eventsAdd, eventsCancel, eventsClose } from '#events/contract/admin.ts'
import { eventsAddGuest, eventsJoin, eventsPresence } from '#events/contract/entrants.ts'
import { eventsDraw, eventsResult } from '#events/contract/rounds.ts'
import type { EventFormat } from '#events/formats/registry.ts'
import { type EntrantRow, listEntrants } from '#events/server/entrants/entrant-store.ts'
import { listRounds, type MatchGroupRow } from '#events/server/rounds/round-store.ts'
import { errorCode } from '#platform/live/call-errors.ts'
import { uuidv7 } from '#platform/uuid.ts'
import type { DemoClient } from './client.ts'
import { demoMachines } from './machines.ts'
import { type DemoPerson, DIRECTOR, PLAYER } from './people.ts'
import { hours } from './score-events.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

interface RoundEvent {
  name: string
  description: string
  startsAt: number
  endsAt: number
  format: EventFormat
  machines: number
  players: readonly DemoPerson[]
  /** when the last player has joined */
  full: number
}

/** Plans an event and its participants. @returns the id of the event */
function invite(site: DemoClient, { name, description, startsAt, endsAt, format, machines, players, full }: RoundEvent): string {
  const { random, schedule } = site
  const director = site.person(DIRECTOR)
  const eventId = uuidv7()
  const machineIds = random.sample(demoMachines.slice(0, 30), machines).map(machine => site.machineId(machine))
  schedule.at(startsAt - 10 * DAY, () =>
    site.callAs(director, eventsAdd, {
      _id: eventId,
      name,
      description,
      venue: 'Silverball Cellar',
      startsAt: new Date(startsAt),
      endsAt: new Date(endsAt),
      timeZone: 'Europe/Berlin',
      format,
      machineIds,
    }),
  )
  for (const person of players) schedule.at(full - random.between(0.1, 6) * DAY, () => site.callAs(person, eventsJoin, { eventId }))
  return eventId
}

/** Plans that all entrants are checked in when the event begins. */
function checkIn(site: DemoClient, eventId: string, startsAt: number, guests: readonly string[] = []): void {
  const { schedule } = site
  const director = site.person(DIRECTOR)
  for (const displayName of guests)
    schedule.at(startsAt + 2 * MINUTE, () => site.callAs(director, eventsAddGuest, { _id: uuidv7(), eventId, displayName }))
  schedule.at(startsAt + 5 * MINUTE, async () => {
    for (const { id: entrantId, presence } of await listEntrants(site.database.db, eventId))
      if (presence !== 'here') await site.callAs(director, eventsPresence, { eventId, entrantId, presence: 'here' })
  })
}

/** Returns the result of a match group, best first: it depends on skill and luck. */
function ordered(site: DemoClient, entrants: readonly EntrantRow[], { entrantIds }: MatchGroupRow): string[] {
  const strength = new Map(
    entrantIds.map(id => {
      const person = site.personOf(entrants.find(each => each.id === id)?.userId ?? null)
      return [id, (person?.skill ?? -0.4) + site.random.normal()]
    }),
  )
  return [...entrantIds].sort((a, b) => strength.get(b)! - strength.get(a)!)
}

/** Returns the groups of the last round, and the entrants of the event. */
async function lastRound({ database: { db } }: DemoClient, eventId: string): Promise<{ groups: MatchGroupRow[]; entrants: EntrantRow[] }> {
  return { groups: (await listRounds(db, eventId)).at(-1)!.groups, entrants: await listEntrants(db, eventId) }
}

const draw = (site: DemoClient, eventId: string) => site.callAs(site.person(DIRECTOR), eventsDraw, { _id: uuidv7(), eventId })

async function confirmAll(site: DemoClient, eventId: string): Promise<void> {
  const { groups, entrants } = await lastRound(site, eventId)
  for (const group of groups)
    await site.callAs(site.person(DIRECTOR), eventsResult, { eventId, groupId: group.id, order: ordered(site, entrants, group) })
}

/** Plans a match-play event that is under way: two rounds are played, and in the third one result waits for the director. */
export function seedRoundEvent(site: DemoClient): void {
  const { now, schedule, people } = site
  const startsAt = quarters(now - 95 * MINUTE)
  const player = site.person(PLAYER)
  const eventId = invite(site, {
    name: 'Flip Night No. 41',
    description: 'Six rounds in groups of four. Who wins picks the music.',
    startsAt,
    endsAt: startsAt + 5 * HOUR,
    format: { kind: 'match-play', grouping: 'swiss', groupSize: 4, rounds: 6, points: 'ifpa' },
    machines: 8,
    players: [player, ...people.slice(2, 15)],
    full: startsAt,
  })
  checkIn(site, eventId, startsAt, ['Plus One', 'Neighbour Ned'])
  for (const round of [0, 1]) {
    schedule.at(startsAt + (8 + round * 38) * MINUTE, () => draw(site, eventId))
    schedule.at(startsAt + (42 + round * 38) * MINUTE, () => confirmAll(site, eventId))
  }
  schedule.at(startsAt + 82 * MINUTE, () => draw(site, eventId))
  schedule.at(now - 3 * MINUTE, async () => {
    const { groups, entrants } = await lastRound(site, eventId)
    const own = entrants.find(({ userId }) => userId === site.userId(player))!.id
    const group = groups.find(({ entrantIds }) => entrantIds.includes(own))!
    await site.callAs(player, eventsResult, { eventId, groupId: group.id, order: ordered(site, entrants, group) })
  })
}

/** Plans a knockout event of some weeks ago, played until one player is left. */
export function playKnockout(site: DemoClient): void {
  const { now, schedule, people } = site
  const startsAt = hours(now - 47 * DAY)
  const director = site.person(DIRECTOR)
  const eventId = invite(site, {
    name: 'Last Ball Standing',
    description: 'Three strikes and you make the coffee.',
    startsAt,
    endsAt: startsAt + 7 * HOUR,
    format: { kind: 'strikes', groupSize: 4, strikesToLeave: 3, strikes: 'standard' },
    machines: 9,
    players: people.slice(2, 18),
    full: startsAt,
  })
  checkIn(site, eventId, startsAt)
  const begin = (at: number): void =>
    schedule.at(at, async () => {
      try {
        await draw(site, eventId)
      } catch (error) {
        if (errorCode(error) !== 'few-players') throw error
        return site.callAs(director, eventsClose, { eventId })
      }
      schedule.at(at + 21 * MINUTE, () => confirmAll(site, eventId))
      begin(at + 24 * MINUTE)
    })
  begin(startsAt + 10 * MINUTE)
}

/** Plans an event that was cancelled. */
export function cancelDemoEvent(site: DemoClient): void {
  const { now, schedule, people } = site
  const startsAt = hours(now + 2 * DAY)
  const eventId = invite(site, {
    name: 'Attic Match Play',
    description: 'Called off: the attic has no power until the electrician has been.',
    startsAt,
    endsAt: startsAt + 4 * HOUR,
    format: { kind: 'match-play', grouping: 'balanced', groupSize: 3, rounds: 5, points: 'pinburgh' },
    machines: 4,
    players: people.slice(20, 27),
    full: now - DAY,
  })
  schedule.at(now - DAY, () => site.callAs(site.person(DIRECTOR), eventsCancel, { eventId }))
}

/** Rounds down to a full quarter of an hour (ms). */
const quarters = (at: number): number => at - (at % (15 * MINUTE))
