import { eventsAdd } from '#events/contract/admin.ts'
import { eventsEnter, eventsVoid } from '#events/contract/attempts.ts'
import { eventsAddGuest, eventsJoin } from '#events/contract/entrants.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { scoresSubmit } from '#scores/contract/scores.ts'
import type { DemoClient } from './client.ts'
import type { DemoGroups } from './groups.ts'
import { type DemoMachine, demoMachines } from './machines.ts'
import { type DemoPerson, DIRECTOR } from './people.ts'
import { drawValue } from './scores.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** attempts on each machine of the two-week event */
const ATTEMPTS = 4

interface ScoreEvent {
  eventId: string
  machines: readonly DemoMachine[]
  startsAt: number
  /** time until which games are played: the end of the event, or now */
  until: number
  attemptsPerMachine: number
}

/** Plans a player's games in an event. @returns the ids of the attempts, in the order of their times */
function seedAttempts(
  site: DemoClient,
  { eventId, machines, startsAt, until, attemptsPerMachine }: ScoreEvent,
  person: DemoPerson,
  games: number,
): string[] {
  const { random, schedule } = site
  const entries = machines.flatMap(machine => Array.from({ length: attemptsPerMachine }, () => machine))
  const times = Array.from({ length: Math.min(games, entries.length) }, () => Math.floor(random.between(startsAt + 60_000, until))).sort()
  return random.sample(entries, times.length).map((machine, i) => {
    const _id = uuidv7()
    const value = drawValue(random, machine, person, 1)
    schedule.at(times[i]!, () => site.callAs(person, scoresSubmit, { _id, machineId: site.machineId(machine), value, eventId }))
    return _id
  })
}

/** Plans a season of four weeks that ended a few days ago: 24 players, best six of eight machines, one game voided. */
export function seedScoreEvents(site: DemoClient, { league }: DemoGroups): void {
  const { random, now, schedule } = site
  const director = site.person(DIRECTOR)
  const machines = random.sample(demoMachines.slice(0, 26), 8)
  const [startsAt, endsAt] = [hours(now - 33 * DAY), hours(now - 5 * DAY)]
  const scoreEvent: ScoreEvent = { eventId: uuidv7(), machines, startsAt, until: endsAt, attemptsPerMachine: 3 }
  const { eventId } = scoreEvent
  schedule.at(startsAt - 12 * DAY, () =>
    site.callAs(director, eventsAdd, {
      _id: eventId,
      name: 'Silverball League, season six',
      description: 'Four weeks, eight machines, your best six count. Take a picture of the display, or somebody with you saw it.',
      venue: 'The Ball Return',
      startsAt: new Date(startsAt),
      endsAt: new Date(endsAt),
      timeZone: 'Europe/Berlin',
      format: { kind: 'best-game', points: 'papa', machinesCounted: 6, attemptsPerMachine: 3 },
      machineIds: machines.map(machine => site.machineId(machine)),
      groupId: league.id,
    }),
  )
  const players = league.members.filter(person => person !== director).slice(0, 24)
  const attempts = players.map(person => seedAttempts(site, scoreEvent, person, random.integer(8, 15)))
  schedule.at(endsAt - HOUR, () =>
    site.callAs(director, eventsVoid, {
      _id: uuidv7(),
      eventId,
      what: { attemptId: attempts[5]!.at(-3)! },
      reason: 'The ball stuck under the ramp and the glass was taken off with the game running.',
    }),
  )
}

/** Plans a two-week event in which players enter their own scores, begun some days ago; a guest plays too. */
export function playSelfies(site: DemoClient, { bar }: DemoGroups): void {
  const { random, now, schedule } = site
  const director = site.person(DIRECTOR)
  const machines = demoMachines.slice(0, 6)
  const startsAt = hours(now - 7 * DAY)
  const scoreEvent: ScoreEvent = { eventId: uuidv7(), machines, startsAt, until: now - 4 * 60_000, attemptsPerMachine: ATTEMPTS }
  const { eventId } = scoreEvent
  schedule.at(startsAt - 6 * DAY, () =>
    site.callAs(director, eventsAdd, {
      _id: eventId,
      name: 'Selfie Fortnight',
      description: 'Six machines, four tries on each. Play when you like, enter your own score.',
      venue: 'The Ball Return',
      startsAt: new Date(startsAt),
      endsAt: new Date(startsAt + 14 * DAY),
      timeZone: 'Europe/Berlin',
      format: { kind: 'best-game', points: 'papa', attemptsPerMachine: ATTEMPTS },
      machineIds: machines.map(machine => site.machineId(machine)),
    }),
  )
  const players = bar.members.slice(0, 16)
  // Some players have played just before now, so that the event's big screen shows activity. No player has used all attempts before.
  for (const person of players) seedAttempts(site, { ...scoreEvent, attemptsPerMachine: ATTEMPTS - 1 }, person, random.integer(4, 10))
  for (const person of players.slice(0, 4)) seedAttempts(site, { ...scoreEvent, startsAt: now - 50 * 60_000 }, person, 1)
  const entrantId = uuidv7()
  schedule.at(startsAt + DAY, () => site.callAs(director, eventsAddGuest, { _id: entrantId, eventId, displayName: 'Cousin Clack' }))
  for (const [i, machine] of machines.slice(0, 4).entries())
    schedule.at(startsAt + DAY + (i + 1) * 600_000, () => {
      const value = drawValue(random, machine, { ...director, skill: -0.3 }, 1)
      return site.callAs(director, eventsEnter, { _id: uuidv7(), eventId, entrantId, machineId: site.machineId(machine), value })
    })
}

/** Plans two future events, and the players who join them. */
export function announceEvents(site: DemoClient, { kitchen }: DemoGroups): void {
  const { random, now, schedule } = site
  const director = site.person(DIRECTOR)
  const golfHoles = random.sample(demoMachines.slice(4, 34), 9)
  const golf = uuidv7()
  schedule.at(now - 9 * DAY, () =>
    site.callAs(director, eventsAdd, {
      _id: golf,
      name: 'Pin-Golf Open',
      description: 'Nine holes, three balls each: reach the target in as few as you can.',
      venue: 'Silverball Cellar',
      startsAt: new Date(hours(now + 9 * DAY)),
      endsAt: new Date(hours(now + 9 * DAY) + 6 * HOUR),
      timeZone: 'Europe/Berlin',
      format: {
        kind: 'pin-golf',
        balls: 3,
        targets: Object.fromEntries(golfHoles.map(machine => [site.machineId(machine), target(machine)])),
        missed: 'simple',
      },
      machineIds: golfHoles.map(machine => site.machineId(machine)),
    }),
  )
  for (const person of random.sample(site.people.slice(0, 24), 11))
    schedule.at(now - random.between(0.1, 8) * DAY, () => site.callAs(person, eventsJoin, { eventId: golf }))

  const cup = uuidv7()
  schedule.at(now - 4 * DAY, () =>
    site.callAs(kitchen.owner, eventsAdd, {
      _id: cup,
      name: 'Kitchen Table Cup',
      description: 'Three machines, one evening, soup for everybody.',
      venue: 'At home',
      startsAt: new Date(hours(now + 4 * DAY)),
      endsAt: new Date(hours(now + 4 * DAY) + 5 * HOUR),
      timeZone: 'Europe/Berlin',
      format: { kind: 'high-score' },
      machineIds: demoMachines.slice(8, 11).map(machine => site.machineId(machine)),
      groupId: kitchen.id,
    }),
  )
  for (const person of kitchen.members)
    schedule.at(now - random.between(0.1, 3.5) * DAY, () => site.callAs(person, eventsJoin, { eventId: cup }))
}

/** Rounds down to the full hour (ms). */
export const hours = (at: number): number => at - (at % HOUR)

/** Returns a target score a little above what is usual on the machine, rounded. */
export function target({ middle, spread }: DemoMachine): number {
  const aim = 10 ** (middle + 0.3 * spread)
  const unit = 10 ** Math.floor(Math.log10(aim)) / 2
  return Math.round(aim / unit) * unit
}
