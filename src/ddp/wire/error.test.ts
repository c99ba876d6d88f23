import { describe, expect, it } from 'vitest'
import { DdpError, errorFromWire, errorToWire, sanitise } from './error.ts'

describe('errors', () => {
  it.each([
    [
      new DdpError('not-found', 'No such machine', { id: 'x' }),
      '{"isClientSafe":true,"error":"not-found","reason":"No such machine","details":{"id":"x"},"message":"No such machine [not-found]","errorType":"Meteor.Error"}',
    ],
    [
      new DdpError(404, "Method 'x' not found"),
      `{"isClientSafe":true,"error":404,"reason":"Method 'x' not found","message":"Method 'x' not found [404]","errorType":"Meteor.Error"}`,
    ],
    [new DdpError(500), '{"isClientSafe":true,"error":500,"message":"[500]","errorType":"Meteor.Error"}'],
    [new DdpError('a', undefined, null), '{"isClientSafe":true,"error":"a","details":null,"message":"[a]","errorType":"Meteor.Error"}'],
  ])('M8: %s has its keys in order, and those that say something only', (error, json) =>
    expect(JSON.stringify(errorToWire(error))).toBe(json),
  )

  it('M9: a client-safe error passes and is not reported', () => {
    const reports: unknown[] = []
    const error = new DdpError(403, 'No')
    expect(sanitise(error, cause => reports.push(cause))).toBe(error)
    expect(reports).toEqual([])
  })

  it('M9: an error is replaced by the client-safe one that it carries', () => {
    const reports: unknown[] = []
    const sanitizedError = new DdpError(400, 'Match failed')
    expect(sanitise(Object.assign(new Error('Expected string, got number'), { sanitizedError }), cause => reports.push(cause))).toBe(
      sanitizedError,
    )
    expect(reports).toEqual([])
  })

  it.each([
    new Error('password of the database'),
    Object.assign(new Error('x'), { sanitizedError: new Error('not safe') }),
    Object.assign(new Error('x'), { isClientSafe: true, error: 'forged', reason: 'forged' }),
    { error: 1, reason: 'not an error' },
    'text',
    undefined,
    null,
  ])('M9: %s becomes a 500 and is reported', thrown => {
    const reports: unknown[] = []
    const error = sanitise(thrown, cause => reports.push(cause))
    expect(JSON.stringify(errorToWire(error))).toBe(
      '{"isClientSafe":true,"error":500,"reason":"Internal server error","message":"Internal server error [500]","errorType":"Meteor.Error"}',
    )
    expect(reports).toEqual([thrown])
  })

  it('M10: a client rebuilds it from error, reason and details alone', () => {
    const error = errorFromWire({ error: 'a', reason: 'b', details: [1], message: 'forged', errorType: 'other' })
    expect(error).toBeInstanceOf(DdpError)
    expect([error.error, error.reason, error.details, error.message]).toEqual(['a', 'b', [1], 'b [a]'])
    expect(errorToWire(errorFromWire(errorToWire(error)))).toEqual(errorToWire(error))
  })

  it.each([null, undefined, 1, 'x', {}, { error: {} }, { error: 500, reason: 7 }])('F9, M10: an error of the shape %j is a 500', wire =>
    expect(errorFromWire(wire).error).toBe(500),
  )
})
