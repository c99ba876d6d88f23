import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Frame } from '#ddp/server/frame.ts'
import { batchJoiner } from './batch-joiner.ts'

const bytesOf = (frame: Frame): Uint8Array => {
  frame.encoded.ws ??= Buffer.from(frame.text)
  return frame.encoded.ws
}

it('L1, B11: sockets that get the same batch one after another share its bytes, and no others do', () => {
  const frames = ['a', 'b', 'c', 'd'].map(text => new Frame(text))
  fc.assert(
    fc.property(fc.array(fc.array(fc.nat(3), { minLength: 1, maxLength: 3 }), { maxLength: 8 }), batches => {
      const join = batchJoiner(bytesOf)
      let before: { key: string; bytes: Uint8Array } | null = null
      for (const batch of batches) {
        const bytes = join(batch.map(index => frames[index]!))
        expect(Buffer.from(bytes).toString()).toBe(batch.map(index => 'abcd'[index]).join(''))
        if (batch.length > 1 && before?.key === batch.join()) expect(bytes).toBe(before.bytes)
        if (batch.length > 1) before = { key: batch.join(), bytes }
      }
    }),
  )
})

it('B11: a batch that cannot be made leaves no bytes of another behind', () => {
  const join = batchJoiner(bytesOf)
  const bad = new Frame(() => {
    throw new Error('cannot be made')
  })
  const batch = [new Frame('b'), bad]
  join([new Frame('secret'), new Frame('of another')])
  for (let i = 0; i < 2; i++) expect(() => join(batch)).toThrow('cannot be made')
})
