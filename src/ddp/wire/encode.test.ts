import { describe, expect, it } from 'vitest'
import type { Fields } from './ejson.ts'
import { addedText, changedText, removedText, resultText, ventText } from './encode.ts'

describe('data messages', () => {
  it('B5: keys stand in the order msg, collection, id, fields, cleared, without spaces', () => {
    expect(addedText('c', '1', { b: 1, a: 'x' })).toBe('{"msg":"added","collection":"c","id":"1","fields":{"b":1,"a":"x"}}')
    expect(changedText('c', '1', { b: 1 }, ['a', 'z'])).toBe(
      '{"msg":"changed","collection":"c","id":"1","fields":{"b":1},"cleared":["a","z"]}',
    )
    expect(removedText('c', '1')).toBe('{"msg":"removed","collection":"c","id":"1"}')
    expect(addedText('a"b', 'c\n', { 'd"': 'ü' })).toBe('{"msg":"added","collection":"a\\"b","id":"c\\n","fields":{"d\\"":"ü"}}')
  })

  it('B2: _id is never a field, and empty fields are left out', () => {
    expect(addedText('c', '1', { _id: '1' })).toBe('{"msg":"added","collection":"c","id":"1"}')
    expect(addedText('c', '1', { _id: '1', a: undefined })).toBe('{"msg":"added","collection":"c","id":"1"}')
    expect(addedText('c', '1', { _id: '1', a: { _id: 2 } })).toBe('{"msg":"added","collection":"c","id":"1","fields":{"a":{"_id":2}}}')
    expect(changedText('c', '1', { _id: '1' }, ['a'])).toBe('{"msg":"changed","collection":"c","id":"1","cleared":["a"]}')
  })

  it('B3: cleared comes last, and only when a field has gone', () => {
    expect(changedText('c', '1', { a: 1 }, [])).toBe('{"msg":"changed","collection":"c","id":"1","fields":{"a":1}}')
  })

  it('E1, E6: values are EJSON and a field may have any name', () => {
    const fields: Fields = JSON.parse('{"__proto__":1,"constructor":2,"$date":3}')
    expect(addedText('c', '1', { at: new Date(7) })).toBe('{"msg":"added","collection":"c","id":"1","fields":{"at":{"$date":7}}}')
    expect(addedText('c', '1', fields)).toBe('{"msg":"added","collection":"c","id":"1","fields":{"__proto__":1,"constructor":2,"$date":3}}')
  })
})

describe('other messages', () => {
  it('M4: result is left out when it is undefined, and only then', () => {
    expect(resultText('1', undefined)).toBe('{"msg":"result","id":"1"}')
    expect(resultText('1', null)).toBe('{"msg":"result","id":"1","result":null}')
    expect(resultText('1', { at: new Date(0) })).toBe('{"msg":"result","id":"1","result":{"at":{"$date":0}}}')
  })

  it('V2: an event begins with exactly what vent clients look for', () =>
    expect(ventText('abc', 'feed', '{"a":1}')).toBe('{"msg":"changed","__vent":"1","id":"abc.feed","e":{"a":1}}'))
})
