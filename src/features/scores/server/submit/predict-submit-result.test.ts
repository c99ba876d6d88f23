import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Board } from '#ranking/board.ts'
import { predictSubmitResults } from './predict-submit-result.ts'

const score = fc.record({
  userId: fc.constantFrom('a', 'b', 'c', 'd'),
  machineId: fc.constantFrom('m', 'n'),
  value: fc.integer({ min: 1, max: 9 }),
})

it('predicts results as if scores were submitted one after another, whether or not the boards have applied the earlier ones', () => {
  const history = fc.record({ heard: fc.array(score), ahead: fc.array(score), group: fc.array(score), late: fc.nat(20) })
  fc.assert(
    fc.property(history, ({ heard: applied, ahead: inFlight, group, late }) => {
      const boards = new Map([
        ['m', new Board(0)],
        ['n', new Board(0)],
      ])
      const truth = new Map<string, Map<string, number>>([
        ['m', new Map()],
        ['n', new Map()],
      ])
      const keep = ({ machineId, userId, value }: { machineId: string; userId: string; value: number }): number | null => {
        const bests = truth.get(machineId)!
        const before = bests.get(userId) ?? null
        bests.set(userId, Math.max(value, before ?? 0))
        return before
      }
      for (const [i, each] of [...applied, ...inFlight].entries()) {
        keep(each)
        // The boards may already include some scores that are also passed as `ahead`.
        if (i >= applied.length + late) continue
        const board = boards.get(each.machineId)!
        if (each.value > (board.place(each.userId)?.value ?? 0)) board.apply(each.userId, { value: each.value, achievedAt: i }, i + 1)
      }
      const whole = (each: (typeof group)[number], i: number) => ({ ...each, id: String(i), achievedAt: 0 })
      const answers = predictSubmitResults(group.map(whole), machineId => boards.get(machineId)!, inFlight.map(whole))
      for (const [i, each] of group.entries()) {
        const previousBest = keep(each)
        const bests = [...truth.get(each.machineId)!.values()]
        const best = Math.max(each.value, previousBest ?? 0)
        expect(answers[i]).toEqual({
          scoreId: String(i),
          rank: 1 + bests.filter(value => value > best).length,
          players: bests.length,
          personalBest: previousBest === null || each.value > previousBest,
          previousBest,
        })
      }
    }),
    { seed: 20_261_121, numRuns: 500 },
  )
})
