import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createSecret, signedHeaders } from './signature.ts'

it('signs as the specification of Standard Webhooks does in its example', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', body: '{"test": 2432232314}' }
  expect(signedHeaders([secret], message, 1614265330)).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  })
})

it('makes secrets of 32 random bytes, and signs any body so that a receiver finds the same', () => {
  expect(new Set(Array.from({ length: 50 }, createSecret)).size).toBe(50)
  fc.assert(
    fc.property(fc.string(), fc.uuid(), fc.nat(), (body, id, seconds) => {
      const secret = createSecret()
      expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
      const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
      expect(key).toHaveLength(32)
      const expected = createHmac('sha256', key)
        .update(Buffer.from(`${id}.${seconds}.${body}`, 'utf8'))
        .digest('base64')
      expect(signedHeaders([secret], { id, body }, seconds)['webhook-signature']).toBe(`v1,${expected}`)
    }),
  )
})
