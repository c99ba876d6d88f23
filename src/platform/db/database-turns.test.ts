import { describe, expect, it } from 'vitest'
import { runInContext } from '#platform/log/request-context.ts'
import { DatabaseTurns } from './database-turns.ts'

const asCaller = <T>(name: string, run: () => T): T => runInContext({ ids: [name], spans: [], caller: [name, name, name] }, run)

/** Something that runs until it is told to end. */
function open(): { run: () => Promise<void>; end: () => void; begun: boolean } {
  let end: () => void = () => {}
  const ended = new Promise<void>(resolve => {
    end = resolve
  })
  const each = {
    begun: false,
    end,
    run(): Promise<void> {
      each.begun = true
      return ended
    },
  }
  return each
}

const settle = (): Promise<void> => new Promise(resolve => setImmediate(resolve))

describe('turns at the database', () => {
  it('reads of ten connections take four, three of them of one network, and leave those of writes alone', async () => {
    const turns = new DatabaseTurns(10)
    const reads = Array.from({ length: 5 }, open)
    const running = reads.map(({ run }) => asCaller('loud', () => turns.read(run)))
    const other = open()
    running.push(asCaller('quiet', () => turns.read(other.run)))
    const write = open()
    running.push(asCaller('quiet', () => turns.write(write.run)))
    expect(reads.map(({ begun }) => begun)).toEqual([true, true, true, false, false])
    expect([other.begun, write.begun]).toEqual([true, true])
    expect(turns.size).toEqual({ reads: { running: 4, waiting: 2 }, writes: { running: 1, waiting: 0 } })
    for (const each of [...reads, other, write]) each.end()
    await Promise.all(running)
    expect(turns.size).toEqual({ reads: { running: 0, waiting: 0 }, writes: { running: 0, waiting: 0 } })
  })

  it('what runs in a turn waits for no other, so that nobody waits for themselves', async () => {
    const turns = new DatabaseTurns(2)
    const nested = (): Promise<string> => turns.write(() => turns.read(() => turns.read(async () => 'done')))
    expect(await Promise.all(Array.from({ length: 5 }, () => asCaller('a', nested)))).toEqual(Array(5).fill('done'))
  })

  it('background work waits for no turn', async () => {
    const turns = new DatabaseTurns(2)
    const blocking = Array.from({ length: 5 }, open)
    const running = blocking.map(({ run }) => asCaller('a', () => turns.read(run)))
    expect(await turns.read(async () => 'at once')).toBe('at once')
    for (const each of blocking) {
      each.end()
      await settle()
    }
    await Promise.all(running)
  })
})
