import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAX_DEPTH, parse, tooDeep } from './parse.ts'

const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`

describe('reading a frame', () => {
  it('F3: brackets in texts do not count, and closed ones do not either', () => {
    expect(tooDeep(nested(MAX_DEPTH))).toBe(false)
    expect(tooDeep(nested(MAX_DEPTH + 1))).toBe(true)
    expect(tooDeep(`"${'['.repeat(99)}"`)).toBe(false)
    expect(tooDeep(`"\\"${'{'.repeat(99)}"`)).toBe(false)
    expect(tooDeep(`"\\\\"${'{'.repeat(99)}`)).toBe(true)
    expect(tooDeep('[],'.repeat(99))).toBe(false)
    expect(tooDeep(`${']'.repeat(50)}${'['.repeat(83)}`)).toBe(true)
  })

  it('F3: a million brackets do not overflow the stack', () =>
    expect(parse('['.repeat(1_000_000))).toEqual({ kind: 'unreadable', malformed: { reason: 'Bad request' } }))

  it('F4: values are judged before the message that holds them', () =>
    expect(parse('{"msg":"sub","params":[{"$type":"x","$value":1}]}')).toEqual({
      kind: 'unreadable',
      malformed: { reason: 'Parse error' },
    }))

  it('F1, F2: any text is read or found unreadable, and nothing is thrown', () => {
    const member = fc.oneof(
      fc.constantFrom('"msg":"sub"', '"msg":"method"', '"msg":"ping"', '"msg":"connect"', '"id":"1"', '"id":1', '"name":"x"'),
      fc.constantFrom('"method":"m"', '"params":[]', '"params":[{"$date":"x"}]', '"params":{}', '"randomSeed":1', '"__proto__":{}'),
      fc.json({ maxDepth: 3 }).map(json => `"x":${json}`),
    )
    const message = fc.array(member, { maxLength: 5 }).map(members => `{${members.join()}}`)
    const broken = fc
      .tuple(message, fc.nat(60), fc.constantFrom('', '"', '[', '}', '\\', '\0'))
      .map(([text, at, by]) => text.slice(0, at) + by + text.slice(at + 1))
    fc.assert(
      fc.property(fc.oneof(message, broken, fc.string(), fc.json()), text => {
        const parsed = parse(text)
        expect(['unreadable', 'message', 'dropped']).toContain(parsed.kind)
        expect(() => JSON.stringify(parsed)).not.toThrow()
      }),
      { numRuns: 2000 },
    )
  })
})
