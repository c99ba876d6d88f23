import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readEnvelope } from './envelope.ts'

describe('the envelope of a message that is too large to be parsed', () => {
  it('L8: is the same as a parser finds, wherever in the message it stands', () => {
    const others = fc.dictionary(
      fc.string().filter(key => key !== 'msg' && key !== 'id' && key !== '__proto__'),
      fc.jsonValue(),
    )
    fc.assert(
      fc.property(fc.string(), fc.string(), others, others, fc.boolean(), fc.nat(2), (msg, id, before, after, swap, indent) => {
        fc.pre(JSON.stringify(msg).length < 256 && JSON.stringify(id).length < 256)
        const text = JSON.stringify({ ...before, ...(swap ? { id, msg } : { msg, id }), ...after }, null, indent)
        expect(readEnvelope(text)).toEqual({ msg, id })
      }),
    )
  })

  it('L8: is missing without two texts at the top, in what is no object, and in what is cut off', () => {
    fc.assert(
      fc.property(fc.jsonValue(), value => {
        const { msg, id } = (value ?? {}) as { msg?: unknown; id?: unknown }
        fc.pre(Array.isArray(value) || typeof value !== 'object' || typeof msg !== 'string' || typeof id !== 'string')
        expect(readEnvelope(JSON.stringify(value))).toBe(null)
      }),
    )
    for (const text of [
      '',
      '[{"msg":"method","id":"1"}]',
      '{"params":[{"msg":"method","id":"1"}]}',
      '{"msg":{"msg":"method"},"id":"1"}',
      '{"msg":"method","id":1}',
      '{"msg":"method","id":"1',
      '{"msg":"method","x":"id","y":"1"}',
      `{"msg":"method","id":"${'x'.repeat(300)}"}`,
    ])
      expect(readEnvelope(text)).toBe(null)
  })
})
