import { describe, expect, it } from 'vitest'
import { demoMachines } from './machines.ts'
import { demoPeople } from './people.ts'
import { SeededRandom } from './random.ts'
import { drawGames, YEARS } from './scores.ts'

const DAY = 86_400_000
const draw = (now: number) => drawGames(new SeededRandom(7), demoPeople, demoMachines, now, 2000)

describe('the demo’s games', () => {
  it('are the same for the same seed and time', () => {
    const now = Date.UTC(2026, 5, 3, 20)
    expect(draw(now)).toEqual(draw(now))
  })

  it.each([Date.UTC(2026, 0, 1, 0, 0, 30), Date.UTC(2026, 5, 1, 9), Date.UTC(2026, 11, 31, 23, 59, 59)])(
    'lie in the three years before %d, in order, and some today',
    now => {
      const games = draw(now)
      for (const [i, { at, value, machine }] of games.entries()) {
        expect(at).toBeGreaterThanOrEqual(games[i - 1]?.at ?? now - YEARS - DAY)
        expect(at).toBeLessThan(now)
        expect(value % 10).toBe(0)
        expect(new Date(at).getUTCFullYear()).toBeGreaterThanOrEqual(machine.year)
      }
      expect(games.filter(({ at }) => at >= now - (now % DAY)).length).toBeGreaterThan(20)
    },
  )

  it('are more of late, and at weekends', () => {
    const now = Date.UTC(2026, 5, 3, 20)
    const times = draw(now).map(({ at }) => at)
    expect(times.filter(at => at > now - YEARS / 2).length).toBeGreaterThan(2 * times.filter(at => at <= now - YEARS / 2).length)
    const weekend = times.filter(at => [0, 6].includes(new Date(at).getUTCDay())).length
    expect(weekend / times.length).toBeGreaterThan(0.4)
  })

  it('are better for better players, by less than a machine differs from another', () => {
    const games = draw(Date.UTC(2026, 5, 3, 20))
    const height = (good: boolean) => {
      const own = games.filter(({ person }) => (good ? person.skill > 0.8 : person.skill < -0.3))
      return own.reduce((sum, { value, machine }) => sum + (Math.log10(value) - machine.middle) / machine.spread, 0) / own.length
    }
    expect(height(true)).toBeGreaterThan(height(false) + 0.5)
    expect(height(true)).toBeLessThan(1)
  })
})
