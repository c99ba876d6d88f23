import fc from 'fast-check'
import { expect, it } from 'vitest'
import { StartTurns } from './start-turns.ts'

/** Turns of an event loop that go on when told to. */
function createTurns(startsPerTurn: number): {
  turns: StartTurns
  started: string[]
  next(): boolean
  ask(path: string[], name: string): void
} {
  const due: (() => void)[] = []
  const started: string[] = []
  const turns = new StartTurns({ soon: run => void due.push(run), startsPerTurn })
  return {
    turns,
    started,
    next() {
      const now = due.splice(0)
      for (const run of now) run()
      return now.length > 0
    },
    ask: (path, name) => turns.start(path, () => void started.push(name)),
  }
}

it('L11: little work starts at once, and more a few in each turn', () => {
  const { started, next, ask } = createTurns(2)
  for (const name of ['a', 'b', 'c', 'd', 'e']) ask(['network', 'address', 'client'], name)
  expect(started).toEqual(['a', 'b'])
  next()
  expect(started).toEqual(['a', 'b', 'c', 'd'])
  ask(['network', 'address', 'client'], 'f')
  next()
  expect(started).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
  next()
  ask(['network', 'address', 'client'], 'g')
  expect(started.at(-1)).toBe('g')
})

it('L11: who asks for much from many clients of a network waits for who asks for one thing from another', () => {
  const { started, next, ask } = createTurns(1)
  for (let client = 0; client < 5; client++)
    for (let i = 0; i < 5; i++) ask(['crowd', `address ${client % 2}`, `client ${client}`], 'of the crowd')
  ask(['home', 'address', 'client'], 'at home')
  next()
  next()
  expect(started).toEqual(['of the crowd', 'of the crowd', 'at home'])
})

it('L11, M1: in any order of asking, everything starts once, the work of a client in its order, and as much as may in each turn', () => {
  const path = fc.tuple(fc.nat(2), fc.nat(2), fc.nat(2)).map(parts => parts.map(String))
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 4 }), fc.array(fc.option(path, { freq: 3 }), { maxLength: 60 }), (startsPerTurn, steps) => {
      const { started, next, ask } = createTurns(startsPerTurn)
      const asked = new Map<string, string[]>()
      let count = 0
      let before = 0
      const turn = (): boolean => {
        expect(started.length - before).toBeLessThanOrEqual(startsPerTurn)
        before = started.length
        return next()
      }
      for (const step of steps) {
        if (step === null) turn()
        else {
          const name = `${step.join(' ')}: ${++count}`
          asked.set(step.join(' '), [...(asked.get(step.join(' ')) ?? []), name])
          ask(step, name)
        }
      }
      const waiting = count - started.length
      let turns = 0
      while (turn()) turns++
      expect(turns).toBeLessThanOrEqual(Math.ceil(waiting / startsPerTurn) + 1)
      expect(started).toHaveLength(count)
      for (const [client, names] of asked) expect(started.filter(name => name.startsWith(`${client}:`))).toEqual(names)
    }),
  )
})
