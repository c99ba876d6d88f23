import { expect, it } from 'vitest'
import { SignedMessages } from '#platform/pubsub/signed-messages.ts'
import { Announcements } from './announcements.ts'

const withKey = (key: string): Announcements => new Announcements(new SignedMessages(key))
const makeRow = () => ({ n: 7, kind: 'several', body: { a: 'ä' } as unknown, at: '1.5', changes: 2 })
const entriesOf = (row: ReturnType<typeof makeRow>) => [6, 7].map(n => ({ n, kind: 'one', body: {}, row }))
const other = { n: 8, kind: 'other', body: {} }

it('a node that has the key reads the rows that another node wrote, each once', () => {
  const [writer, row] = [withKey('a key'), makeRow()]
  expect(withKey('a key').read(writer.write(entriesOf(row))!)).toEqual({ rows: [row], isComplete: true })
  expect(writer.write(entriesOf(row))).toBeNull()
  expect(writer.write([...entriesOf(row), other])).toBe('')
})

it('other changes of the same turn have to be read from the database', () => {
  const [announcements, row] = [withKey('a key'), makeRow()]
  expect(announcements.write([other])).toBe('')
  expect(announcements.read(announcements.write([...entriesOf(row), other])!)).toEqual({ rows: [row], isComplete: false })
})

it('what is not signed with the key, is cut off or was changed says nothing but that there are changes', () => {
  const announcements = withKey('a key')
  const message = announcements.write(entriesOf(makeRow()))!
  const forged = withKey('another').write(entriesOf(makeRow()))!
  for (const bad of ['', 'x', message.slice(0, 44), message.slice(0, -1), message.replace('"n":7', '"n":9'), forged])
    expect(announcements.read(bad)).toEqual({ rows: [], isComplete: false })
})

it('rows that are too long for a message are read from the database', () => {
  expect(withKey('a key').write(entriesOf({ ...makeRow(), body: 'x'.repeat(300_000) }))).toBe('')
})
