import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Frame } from '#ddp/server/frame.ts'
import { batchJoiner } from './batch-joiner.ts'
import { frameBytes, sockjsText, textFrame } from './ws-frame.ts'

/** The texts of the frames in these bytes, parsed according to RFC 6455 §5.2. */
function texts(bytes: Uint8Array): string[] {
  const buffer = Buffer.from(bytes)
  const out: string[] = []
  for (let at = 0; at < buffer.length; ) {
    expect(buffer[at]).toBe(0x81)
    const short = buffer[at + 1]!
    const [head, length] =
      short < 126 ? [2, short] : short === 126 ? [4, buffer.readUInt16BE(at + 2)] : [10, Number(buffer.readBigUInt64BE(at + 2))]
    out.push(buffer.toString('utf8', at + head, at + head + length))
    at += head + length
  }
  return out
}

describe('frames', () => {
  it.each([0, 1, 125, 126, 127, 65_535, 65_536, 70_000])('T1: a text of %i bytes is one text frame', length => {
    const text = 'x'.repeat(length)
    const bytes = textFrame(text)
    expect(texts(bytes)).toEqual([text])
    expect(bytes.length - length).toBe(length < 126 ? 2 : length < 65_536 ? 4 : 10)
  })

  it('T1: its length is that of its UTF-8 bytes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), text => {
        expect(texts(textFrame(text))).toEqual([Buffer.from(text).toString()])
      }),
    )
  })

  it('T3: SockJS puts a message into a list of texts', () => {
    expect(sockjsText('{"a":"ü\n"}')).toBe('a["{\\"a\\":\\"ü\\n\\"}"]')
    expect(texts(frameBytes(new Frame('x'), 'sockjs'))).toEqual(['a["x"]'])
  })

  it('B11: a frame is made into text once and into bytes once for each framing', () => {
    let made = 0
    const frame = new Frame(() => `text ${++made}`)
    expect(made).toBe(0)
    const bytes = frameBytes(frame, 'ws')
    expect(frameBytes(frame, 'ws')).toBe(bytes)
    expect(frameBytes(frame, 'sockjs')).not.toBe(bytes)
    expect(frameBytes(frame, 'sockjs')).toBe(frameBytes(frame, 'sockjs'))
    expect([made, frame.text]).toEqual([1, 'text 1'])
  })

  it('L1, B11: sockets that get the same batch one after another share its bytes, and no others do', () => {
    const frame = fc.nat(3)
    const frames = ['a', 'b', 'c', 'd'].map(text => new Frame(text))
    fc.assert(
      fc.property(fc.array(fc.array(frame, { minLength: 1, maxLength: 3 }), { maxLength: 8 }), batches => {
        const join = batchJoiner(frame => frameBytes(frame, 'ws'))
        let before: { key: string; bytes: Uint8Array } | null = null
        for (const batch of batches) {
          const bytes = join(batch.map(index => frames[index]!))
          expect(texts(bytes)).toEqual(batch.map(index => 'abcd'[index]))
          if (batch.length > 1 && before?.key === batch.join()) expect(bytes).toBe(before.bytes)
          if (batch.length > 1) before = { key: batch.join(), bytes }
        }
      }),
    )
  })

  it('B11: a batch that cannot be made leaves no bytes of another behind', () => {
    const join = batchJoiner(frame => frameBytes(frame, 'ws'))
    const bad = new Frame(() => {
      throw new Error('cannot be made')
    })
    const batch = [new Frame('b'), bad]
    join([new Frame('secret'), new Frame('of another')])
    for (let i = 0; i < 2; i++) expect(() => join(batch)).toThrow('cannot be made')
  })
})
