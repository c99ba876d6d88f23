import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { copyIn, copyOut } from '#platform/db/copy.ts'

let client: pg.Client

const connect = async (): Promise<pg.Client> => {
  const { template, ...address } = inject('postgres')
  const opened = new pg.Client({ ...address, database: template })
  opened.on('error', () => {})
  await opened.connect()
  return opened
}

beforeAll(async () => {
  client = await connect()
  await client.query('CREATE TEMP TABLE numbers (n int PRIMARY KEY, text text)')
})
afterAll(() => client.end())

const give = async function* (parts: readonly string[]): AsyncGenerator<Buffer> {
  for (const part of parts) yield Buffer.from(part)
}

describe('COPY', () => {
  it('takes rows in, cut anywhere, and gives them out again in few parts, one at a time', async () => {
    const many = Array.from({ length: 50_000 }, (_, n) => `${n}\t${'x'.repeat(100)} ☃\n`).join('')
    const pieces = [many.slice(0, 7), many.slice(7, 1_500_003), many.slice(1_500_003)]
    expect(await copyIn(client, 'COPY numbers FROM STDIN', give(pieces))).toBe(50_000)
    const parts: string[] = []
    let busy = 0
    const rows = await copyOut(client, 'COPY (SELECT * FROM numbers ORDER BY n) TO STDOUT', async part => {
      expect(++busy).toBe(1)
      await new Promise(resolve => setImmediate(resolve))
      parts.push(part.toString('latin1'))
      busy--
    })
    expect(rows).toBe(50_000)
    expect(Buffer.from(parts.join(''), 'latin1').toString()).toBe(many)
    expect(parts.length).toBeLessThan(10)
  })

  it('takes in none of the rows when one is wrong, or when they end by an error, and the connection goes on', async () => {
    await client.query('TRUNCATE numbers')
    await expect(copyIn(client, 'COPY numbers FROM STDIN', give(['1\ta\n', 'two\tb\n', '3\tc\n']))).rejects.toThrow('invalid input syntax')
    const failing = async function* (): AsyncGenerator<Buffer> {
      yield Buffer.from('1\ta\n')
      throw new Error('the file is gone')
    }
    await expect(copyIn(client, 'COPY numbers FROM STDIN', failing())).rejects.toThrow('the file is gone')
    expect(await copyIn(client, 'COPY numbers FROM STDIN', give([]))).toBe(0)
    expect((await client.query('SELECT count(*)::int AS n FROM numbers')).rows).toEqual([{ n: 0 }])
  })

  it('ends when what comes cannot be kept', async () => {
    const other = await connect()
    const full = new Error('no space left')
    const copying = copyOut(other, `COPY (SELECT repeat('x', 1000) FROM generate_series(1, 100000)) TO STDOUT`, () => Promise.reject(full))
    await expect(copying).rejects.toBe(full)
    await expect(copyOut(client, 'COPY nothing TO STDOUT', async () => {})).rejects.toThrow('does not exist')
  })
})
