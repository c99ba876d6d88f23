import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { openDatabase } from './database.ts'
import { GroupCommit } from './group-commit.ts'
import { createPool } from './pool.ts'

describe('group commit', () => {
  it('writes what arrives meanwhile in one go, in order, and gives each its own outcome', async () => {
    const groups: number[][] = []
    let release: () => void = () => {}
    const gate = new Promise<void>(resolve => {
      release = resolve
    })
    const commit = new GroupCommit<number, number>(async items => {
      groups.push(items)
      if (groups.length === 1) await gate
      return items.map(item => item * 10)
    })
    const all = [1, 2, 3, 4].map(item => commit.add(item))
    release()
    expect(await Promise.all(all)).toEqual([10, 20, 30, 40])
    expect(groups).toEqual([[1], [2, 3, 4]])
    await commit.idle()
  })

  it('is idle for a caller when the items added before have their outcome, even if more are added', async () => {
    let written = 0
    let stopped = false
    const commit = new GroupCommit<number, number>(async items => {
      await new Promise(resolve => setImmediate(resolve))
      written += items.length
      if (!stopped) void commit.add(written)
      return items
    })
    void commit.add(0)
    await commit.idle()
    stopped = true
    expect(written).toBe(1)
  })

  it('writes items one by one when a group fails, so that only the bad one is refused', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.boolean(), { minLength: 1, maxLength: 30 }), async poisoned => {
        const commit = new GroupCommit<number, string>(async items => {
          await Promise.resolve()
          if (items.some(item => poisoned[item])) throw new Error('poisoned')
          return items.map(item => `ok ${item}`)
        })
        const outcomes = await Promise.allSettled(poisoned.map((_, item) => commit.add(item)))
        expect(outcomes.map(outcome => outcome.status)).toEqual(poisoned.map(bad => (bad ? 'rejected' : 'fulfilled')))
      }),
    )
  })

  it('rejects all waiting items at once when the database is unavailable', async () => {
    const nowhere = openDatabase(createPool({ host: '/nowhere', port: 5432, user: 'app', database: 'app' }, () => {}))
    let writes = 0
    const commit = new GroupCommit<number, number>(async items => {
      writes++
      await sql`SELECT 1`.execute(nowhere.db)
      return items
    }, 2)
    const outcomes = await Promise.allSettled([1, 2, 3, 4, 5].map(item => commit.add(item)))
    expect(outcomes.map(outcome => outcome.status)).toEqual(Array(5).fill('rejected'))
    expect(writes).toBe(1)
    await nowhere.close()
  })

  it('never makes a group larger than it may be', async () => {
    const sizes: number[] = []
    const commit = new GroupCommit<number, number>(async items => {
      sizes.push(items.length)
      await Promise.resolve()
      return items
    }, 3)
    await Promise.all(Array.from({ length: 10 }, (_, i) => commit.add(i)))
    expect(Math.max(...sizes)).toBe(3)
    expect(sizes.reduce((a, b) => a + b)).toBe(10)
  })
})
