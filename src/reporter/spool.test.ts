import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { chmod, mkdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { manualClock } from '#ddp/timing/manual-clock.ts'
import type { RememberedGame } from './game-tracker.ts'
import { Spool, type SpoolOptions } from './spool.ts'

const root = mkdtempSync(join(tmpdir(), 'skillshot-spool-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
let folders = 0
const newDir = (): string => join(root, String(++folders))
const fileOf = (dir: string): string => join(dir, 'spool.jsonl')
const clock = manualClock()
const open = (dir: string, more: Partial<SpoolOptions> = {}): Promise<Spool> => Spool.open({ dir, clock, ...more })

const game = (id: string, initials = ''): RememberedGame => ({
  game: { id, boardId: '4f0c12ab', plays: [{ score: 1000, ...(initials === '' ? {} : { initials }) }], endedAt: clock.now(), doubts: [] },
  gameNumber: 1,
  heardAt: clock.now(),
})

/** What the site would get, in order, with the initials of each game. */
function waiting(spool: Spool): string[] {
  const found: string[] = []
  spool.next(id => {
    found.push(id)
    return false
  })
  return found
}

describe('the spool', () => {
  it('gives a game only when it is on the disk, and again after a restart until the site has it', async () => {
    const dir = newDir()
    const spool = await open(dir)
    spool.put(game('a'))
    expect(spool.next(() => true)).toBeNull()
    await spool.flush()
    expect(readFileSync(fileOf(dir), 'utf8')).toContain('"id":"a"')
    expect(spool.next(() => true)?.entry.game.id).toBe('a')
    await spool.close()
    const second = await open(dir)
    second.acknowledge(second.next(() => true)!)
    expect(second.counts.waiting).toBe(0)
    await second.close()
    const third = await open(dir)
    expect([waiting(third), third.remembered(0).map(({ game: { id } }) => id)]).toEqual([[], ['a']])
    await third.close()
  })

  it('gives games in the order in which they ended', async () => {
    const dir = newDir()
    const spool = await open(dir)
    for (const id of ['c', 'a', 'b']) spool.put(game(id))
    spool.put(game('c', 'ABC'))
    await spool.close()
    const again = await open(dir)
    expect(waiting(again)).toEqual(['c', 'a', 'b'])
    expect(again.next(() => true)?.entry.game.plays).toEqual([{ score: 1000, initials: 'ABC' }])
    await again.close()
  })

  it('gives a game again of which more became known while it was sent', async () => {
    const spool = await open(newDir())
    spool.put(game('a'))
    await spool.flush()
    const first = spool.next(() => true)!
    spool.put(game('a', 'ABC'))
    await spool.flush()
    spool.acknowledge(first)
    const second = spool.next(() => true)!
    expect(second.entry.game.plays[0]).toEqual({ score: 1000, initials: 'ABC' })
    spool.acknowledge(second)
    expect(spool.next(() => true)).toBeNull()
    await spool.close()
  })

  it('sets a game aside with the reason, goes on with the others, and tries it again after a restart', async () => {
    const dir = newDir()
    const spool = await open(dir)
    for (const id of ['a', 'b']) spool.put(game(id))
    await spool.flush()
    spool.setAside(spool.next(() => true)!, 'no such machine')
    expect([waiting(spool), spool.counts.aside, [...spool.reasons]]).toEqual([['b'], 1, [['no such machine', 1]]])
    await spool.close()
    const again = await open(dir)
    expect([again.counts.aside, waiting(again)]).toEqual([0, ['b', 'a']])
    await again.close()
  })

  it('forgets games that the site has before it has no room, and counts those for which there is none', async () => {
    const spool = await open(newDir(), { mostGames: 4 })
    for (const id of ['a', 'b']) spool.put(game(id))
    await spool.flush()
    for (let i = 0; i < 2; i++) spool.acknowledge(spool.next(() => true)!)
    for (const id of ['c', 'd', 'e']) expect(spool.put(game(id))).toBe(true)
    expect(spool.put(game('f'), 0.5)).toBe(false)
    expect(spool.put(game('f'))).toBe(true)
    expect(spool.put(game('g'))).toBe(false)
    expect(spool.put(game('c', 'ABC'))).toBe(true)
    expect(spool.counts).toEqual({ waiting: 4, aside: 0, dropped: 2 })
    await spool.close()
  })

  it('writes the file anew when most of its lines are not needed any more', async () => {
    const dir = newDir()
    const spool = await open(dir)
    spool.put(game('kept'))
    await spool.flush()
    const kept = spool.next(() => true)!
    for (let i = 0; i < 800; i++) {
      spool.put(game(`g${i}`))
      await spool.flush()
      spool.acknowledge(spool.next(id => id !== 'kept')!)
      clock.advance(5000)
    }
    await spool.flush()
    expect(readFileSync(fileOf(dir), 'utf8').split('\n').length).toBeLessThan(1100)
    expect(waiting(spool)).toEqual([kept.entry.game.id])
    await spool.close()
    const again = await open(dir)
    expect(waiting(again)).toEqual(['kept'])
    await again.close()
  })

  it('keeps the paired boards', async () => {
    const dir = newDir()
    const spool = await open(dir)
    spool.keepBoards([{ id: '4f0c12ab', name: 'Attack from Mars', address: '10.0.0.1' }])
    await spool.close()
    const again = await open(dir)
    expect(again.boards).toEqual([{ id: '4f0c12ab', name: 'Attack from Mars', address: '10.0.0.1' }])
    await again.close()
  })

  it('goes on in memory where the disk takes nothing, says so, and writes all when it does again', async () => {
    const dir = newDir()
    let written = 0
    const spool = await open(dir, { onWritten: () => void written++ })
    await rm(dir, { recursive: true })
    spool.put(game('a'))
    await spool.flush()
    expect(spool.failure).toContain('ENOENT')
    expect([written, waiting(spool)]).toEqual([1, ['a']])
    for (let i = 0; i < 2000; i++) spool.put(game('b', `A${i}`))
    await mkdir(dir)
    clock.advance(10_000)
    await spool.flush()
    expect(spool.failure).toBeNull()
    await spool.close()
    const again = await open(dir)
    expect(waiting(again)).toEqual(['a', 'b'])
    await again.close()
  })

  it('writes a game too that ended while the whole file was written', async () => {
    const dir = newDir()
    const spool = await open(dir)
    await rm(dir, { recursive: true })
    spool.put(game('a'))
    await spool.flush()
    // So many lines wait for the disk that the whole file is written instead, which fails once more.
    for (let i = 0; i < 2000; i++) spool.put(game('a', `A${i}`))
    for (const id of ['b', 'c']) {
      const writing = spool.flush()
      spool.put(game(id))
      await writing
      if (id === 'b') await mkdir(dir)
    }
    await spool.flush()
    expect([spool.failure, waiting(spool)]).toEqual([null, ['a', 'b', 'c']])
    await spool.close()
    const again = await open(dir)
    expect(waiting(again)).toEqual(['a', 'b', 'c'])
    expect(again.next(() => true)?.entry.game.plays[0]).toEqual({ score: 1000, initials: 'A1999' })
    await again.close()
  })

  it('ignores a line that was cut at any byte, and what is written after it counts', async () => {
    const dir = newDir()
    const spool = await open(dir)
    spool.put(game('a'))
    await spool.flush()
    spool.put(game('é'))
    await spool.close()
    const whole = readFileSync(fileOf(dir))
    const begins = whole.lastIndexOf('\n', whole.length - 2) + 1
    for (let at = 0; at <= whole.length; at++) {
      const cut = newDir()
      await mkdir(cut)
      writeFileSync(fileOf(cut), whole.subarray(0, at))
      const opened = await open(cut)
      expect(waiting(opened).includes('é'), String(at)).toBe(at >= whole.length - 1)
      expect(waiting(opened).includes('a'), String(at)).toBe(at >= begins - 1)
      opened.put(game('next'))
      await opened.close()
      const again = await open(cut)
      expect(waiting(again).at(-1), String(at)).toBe('next')
      expect(waiting(again).slice(0, -1), String(at)).toEqual(at >= whole.length - 1 ? ['a', 'é'] : at >= begins - 1 ? ['a'] : [])
      await again.close()
      await chmod(cut, 0o700)
      rmSync(cut, { recursive: true })
    }
  })
})

describe('after crashes at any byte', () => {
  type Step =
    | { do: 'put'; id: string; initials: string }
    | { do: 'ack' }
    | { do: 'aside' }
    | { do: 'crash'; lost: number }
    | { do: 'restart' }
  const step: fc.Arbitrary<Step> = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        do: fc.constant('put' as const),
        id: fc.constantFrom(...'abcdefgh'),
        initials: fc.constantFrom('', 'AA', 'BB'),
      }),
    },
    { weight: 4, arbitrary: fc.constant({ do: 'ack' as const }) },
    { weight: 1, arbitrary: fc.constant({ do: 'aside' as const }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('crash' as const), lost: fc.nat({ max: 400 }) }) },
    { weight: 1, arbitrary: fc.constant({ do: 'restart' as const }) },
  )

  it('a game that was given is never lost before the site has it, and its last form that was on the disk is given', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async steps => {
        const dir = newDir()
        let spool = await open(dir)
        /** the last form of each game that is on the disk, unless the site has it or does not take it */
        const model = new Map<string, string>()
        const done = new Set<string>()
        /** what the site does not take, until the next start */
        const aside = new Map<string, string>()
        for (const each of steps) {
          if (each.do === 'put') {
            if (done.has(each.id)) continue
            spool.put(game(each.id, each.initials))
            await spool.flush()
            model.set(each.id, each.initials)
          } else if (each.do === 'ack' || each.do === 'aside') {
            const next = spool.next(() => true)
            expect(next?.entry.game.id).toBe(model.keys().next().value)
            if (next === null) continue
            expect(next.entry.game.plays[0]!.initials ?? '').toBe(model.get(next.entry.game.id))
            if (each.do === 'ack') spool.acknowledge(next)
            else {
              spool.setAside(next, 'no')
              aside.set(next.entry.game.id, model.get(next.entry.game.id)!)
            }
            model.delete(next.entry.game.id)
            done.add(next.entry.game.id)
            await spool.flush()
          } else if (each.do === 'restart') {
            await spool.close()
            spool = await open(dir)
          } else {
            // A write that was under way, of which a part is on the disk.
            const before = readFileSync(fileOf(dir)).length
            spool.put(game('torn'))
            await spool.close()
            const whole = readFileSync(fileOf(dir))
            writeFileSync(fileOf(dir), whole.subarray(0, Math.max(before, whole.length - 2 - each.lost)))
            spool = await open(dir)
            if (waiting(spool).includes('torn') && !model.has('torn')) throw new Error('a torn game came back')
          }
          if (each.do === 'restart' || each.do === 'crash') {
            for (const [id, initials] of aside) {
              model.set(id, initials)
              done.delete(id)
            }
            aside.clear()
          }
          expect(waiting(spool).filter(id => id !== 'torn')).toEqual([...model.keys()])
        }
        await spool.close()
        rmSync(dir, { recursive: true })
      }),
      { numRuns: 60 },
    )
  })
})
