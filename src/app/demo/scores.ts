import type { DemoMachine } from './machines.ts'
import type { DemoPerson } from './people.ts'
import type { SeededRandom } from './random.ts'
import { REMARKS, VENUES } from './texts.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
export const YEARS = 3 * 365 * DAY

/** A game whose score a player submitted. */
export interface Game {
  /** ms */
  at: number
  person: DemoPerson
  machine: DemoMachine
  value: number
  comment: string | null
  location: string
}

/**
 * Draws the score of a game: around what is usual on the machine, better for better players, and slightly better as the years pass.
 * @param progress 0 at the beginning, 1 now
 */
export function drawValue(random: SeededRandom, { middle, spread }: DemoMachine, { skill }: DemoPerson, progress: number): number {
  const height = 0.55 * skill + 0.75 * random.normal() + 0.35 * (progress - 0.6)
  return Math.max(10, Math.round(10 ** (middle + spread * height - 1)) * 10)
}

const startOfDay = (at: number): number => at - (at % DAY)
const isWeekend = (day: number): boolean => [0, 6].includes(new Date(day).getUTCDay())

/** Draws a time within the three years before now. Games become more frequent over the years; most are at weekends and in the evening. */
function drawTime(random: SeededRandom, now: number): number {
  for (;;) {
    const day = startOfDay(now - YEARS * (1 - Math.sqrt(random.next())))
    const weekend = isWeekend(day)
    if (!weekend && random.chance(0.55)) continue
    const hour = weekend && random.chance(0.45) ? random.between(12, 18) : 18.5 + 2 * random.normal()
    const at = Math.round(day + hour * HOUR)
    if (at < now - HOUR) return at
  }
}

/** True if one player would end two games within twelve minutes. */
const isTooSoon = (a: Game, b: Game): boolean => a.person === b.person && Math.abs(a.at - b.at) < 12 * 60_000

/** @returns the games in the order of their times, all before `now` */
export function drawGames(
  random: SeededRandom,
  people: readonly DemoPerson[],
  machines: readonly DemoMachine[],
  now: number,
  count: number,
): Game[] {
  const zeal = (at: number) => people.map(({ zeal, since }) => (1 - (now - at) / YEARS > since ? zeal : 0))
  // The first few machines are everybody's favourites.
  const liking = machines.map((_, i) => 1 / (i + 4))
  const game = (at: number, among: readonly DemoMachine[]): Game => {
    const machine = random.weighted(among, liking.slice(0, among.length))
    const person = random.weighted(people, zeal(at))
    return {
      at,
      person,
      machine,
      value: drawValue(random, machine, person, 1 - (now - at) / YEARS),
      comment: random.chance(0.04) ? random.pickOne(REMARKS) : null,
      location: random.weighted(VENUES, [5, 3, 2, 1]),
    }
  }
  const isMade = (at: number) => {
    const year = new Date(at).getUTCFullYear()
    return machines.filter(machine => machine.year < year)
  }
  const games = Array.from({ length: count }, () => drawTime(random, now)).map(at => game(at, isMade(at)))
  // Every time window must have some scores, whatever the day and the hour.
  const since = Math.max(startOfDay(now), now - 5 * HOUR)
  for (let i = 0; i < 34; i++) {
    const draw = (): Game => game(Math.floor(random.between(since, now - 1)), machines.slice(0, 16))
    let drawn = draw()
    for (let tries = 0; tries < 9 && games.some(each => isTooSoon(each, drawn)); tries++) drawn = draw()
    games.push(drawn)
  }
  for (let i = 0; i < 40; i++) games.push(game(Math.floor(now - random.between(0.2, 6) * DAY), machines.slice(0, 20)))
  return games.sort((a, b) => a.at - b.at)
}
