import { expect, it } from 'vitest'
import { Announcements } from './announcements.ts'

const row = { n: 7, kind: 'several', body: { a: 'ä' }, at: '1.5', changes: 2 }
const entries = [6, 7].map(n => ({ n, kind: 'one', body: {}, row }))
const NOTHING = { rows: [], isComplete: false }

it('a node that has the key reads the rows that another node wrote, each once', () => {
  const message = new Announcements('a key').write(entries)
  expect(new Announcements('a key').read(message)).toEqual({ rows: [row], isComplete: true })
})

it('other changes of the same turn have to be read from the database', () => {
  const announcements = new Announcements('a key')
  expect(announcements.write([{ n: 8, kind: 'other', body: {} }])).toBe('')
  expect(announcements.read(announcements.write([...entries, { n: 8, kind: 'other', body: {} }]))).toEqual({
    rows: [row],
    isComplete: false,
  })
})

it('what is not signed with the key, is cut off or was changed says nothing but that there are changes', () => {
  const announcements = new Announcements('a key')
  const message = announcements.write(entries)
  for (const bad of [
    '',
    'x',
    message.slice(0, 44),
    message.slice(0, -1),
    message.replace('"n":7', '"n":9'),
    new Announcements('another').write(entries),
  ])
    expect(announcements.read(bad)).toEqual(NOTHING)
})

it('rows that are too long for a message are read from the database', () => {
  expect(new Announcements('a key').write([{ n: 1, kind: 'one', body: {}, row: { ...row, body: 'x'.repeat(300_000) } }])).toBe('')
})
