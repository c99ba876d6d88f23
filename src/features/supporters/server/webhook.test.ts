import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { isSigned, readMemberId } from './webhook.ts'

const bytes = (value: unknown): Buffer => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value))
const member = (id: unknown) => ({ data: { type: 'member', id: 'm', relationships: { user: { data: { id, type: 'user' } } } } })

it('accepts the hex HMAC-MD5 of exactly these bytes, and nothing else', () => {
  const body = bytes('{"a":"é"}')
  const right = createHmac('md5', 'secret').update(body).digest('hex')
  expect(isSigned(body, right, 'secret')).toBe(true)
  expect(isSigned(body, right.toUpperCase(), 'secret')).toBe(true)
  expect(isSigned(bytes('{"a": "é"}'), right, 'secret')).toBe(false)
  expect(isSigned(body, right, 'other')).toBe(false)
  for (const wrong of [
    '',
    right.slice(1),
    `${right}0`,
    'z'.repeat(32),
    '0'.repeat(32),
    createHmac('sha256', 'secret').update(body).digest('hex'),
  ])
    expect(isSigned(body, wrong, 'secret'), wrong).toBe(false)
})

it("reads the member's id from an event", () => {
  expect(readMemberId(bytes(member('987')))).toBe('987')
  for (const other of [
    '',
    '{',
    'null',
    '[]',
    {},
    { data: null },
    member(7),
    { data: { type: 'post', id: 'p', relationships: { user: { data: { id: '1' } } } } },
  ])
    expect(readMemberId(bytes(other))).toBe(null)
})
