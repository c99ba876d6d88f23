import { describe, expect, it } from 'vitest'
import { sockjsMessages } from './sockjs.ts'

describe('what a SockJS client sends', () => {
  it.each([
    ['', []],
    ['[]', []],
    ['["a"]', ['a']],
    ['["a","{\\"msg\\":\\"ping\\"}"]', ['a', '{"msg":"ping"}']],
    ['"a"', ['a']],
  ])('T3: %j is %j', (payload, messages) => expect(sockjsMessages(payload)).toEqual(messages))

  it.each(['x', '[', '[1]', '["a",null]', '{}', '1', 'null', '[["a"]]'])('T3: %j is broken framing', payload =>
    expect(sockjsMessages(payload)).toBe(null),
  )
})
