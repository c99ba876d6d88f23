import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Frame } from '#ddp/server/frame.ts'
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
})
