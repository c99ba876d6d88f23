import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { DdpError } from '#ddp/wire/error.ts'
import { parseArgument } from './parse-argument.ts'
import { id, integer, strictObject, text, timestamp, uuidV7 } from './schemas.ts'

const schema = strictObject({ name: text(1, 5), count: v.optional(integer(1, 3)) })

function refusal(params: unknown[]): DdpError {
  try {
    parseArgument(schema, params)
  } catch (error) {
    if (error instanceof DdpError) return error
    throw error
  }
  throw new Error('It was accepted')
}

describe('an argument', () => {
  it('is exactly one object', () => {
    for (const params of [[], [null], [[]], ['x'], [1], [{ name: 'a' }, {}], [new Date()]])
      expect(refusal(params)).toMatchObject({ error: 400 })
    expect(parseArgument(schema, [{ name: 'a' }])).toEqual({ name: 'a' })
  })

  it('is refused with a sentence and the field’s name', () => {
    expect(refusal([{ name: 'a', count: 4 }])).toMatchObject({
      error: 400,
      reason: 'count must be a whole number from 1 to 3.',
      details: [{ path: 'count', message: 'must be a whole number from 1 to 3', code: 'integer', min: 1, max: 3 }],
    })
    expect(refusal([{}]).details).toEqual([{ path: 'name', message: 'is missing', code: 'missing' }])
    expect(refusal([{ name: 'a', extra: 1 }]).details).toEqual([{ path: 'extra', message: 'is not known here', code: 'not-known' }])
    expect(refusal([JSON.parse('{"name":"a","__proto__":{}}')]).error).toBe(400)
  })
})

describe('text', () => {
  it('is trimmed and normalised, and counted in code points', () => {
    expect(parseArgument(schema, [{ name: '  e\u0301  ' }])).toEqual({ name: 'é' })
    expect(parseArgument(schema, [{ name: '🎱🎱🎱🎱🎱' }])).toEqual({ name: '🎱🎱🎱🎱🎱' })
    expect(refusal([{ name: 'sixsix' }]).reason).toBe('name must have at most 5 characters.')
    expect(refusal([{ name: '   ' }]).reason).toBe('name must not be empty.')
  })

  it('holds nothing that a database or a reader would choke on', () => {
    for (const bad of ['a\u0000', '\ud800', '\udc00x', 'a\nb', '\u007f'])
      expect(refusal([{ name: bad }]).error, JSON.stringify(bad)).toBe(400)
  })
})

describe('ids and instants', () => {
  it('are of the right kind', () => {
    const ok = (shape: v.GenericSchema<unknown, unknown>, value: unknown): boolean => v.safeParse(shape, value).success
    expect(ok(uuidV7, '01a1fd0f-7ef9-7074-8e58-66097c36fbcd')).toBe(true)
    for (const bad of ['01A1FD0F-7EF9-7074-8E58-66097C36FBCD', '01a1fd0f-7ef9-4074-8e58-66097c36fbcd', 'x', 1, null])
      expect(ok(uuidV7, bad)).toBe(false)
    expect(ok(id, 'abc')).toBe(true)
    for (const bad of ['', 'a b', 'ä', 'x'.repeat(65), { $gt: '' }]) expect(ok(id, bad)).toBe(false)
    expect(ok(timestamp, new Date(0))).toBe(true)
    for (const bad of [new Date(Number.NaN), new Date(-1), new Date(253_402_300_800_000), 'now', 5]) expect(ok(timestamp, bad)).toBe(false)
  })
})
