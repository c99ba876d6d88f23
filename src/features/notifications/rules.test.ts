import { describe, expect, it } from 'vitest'
import { askedPause, beatenMessage, LIFE, moderatedMessage, pushOutcome, startsMessage, vapidSubject } from './rules.ts'

const MINUTE = 60_000

describe('a message that was not taken', () => {
  it('waits as long as the service asks', () => {
    expect(['120', '0', '', undefined, '-5', '1e9', 'Wed, 21 Oct 2026 07:28:00 GMT'].map(askedPause)).toEqual([120_000, 0, 0, 0, 0, 0, 0])
  })

  it('is given up, tried again, or ends the subscription, by what the service answers', () => {
    expect([200, 201, 204].map(pushOutcome)).toEqual(['taken', 'taken', 'taken'])
    expect([404, 410].map(pushOutcome)).toEqual(['gone', 'gone'])
    expect([0, 408, 429, 500, 503].map(pushOutcome)).toEqual(Array(5).fill('again'))
    expect([301, 400, 401, 403, 413].map(pushOutcome)).toEqual(Array(5).fill('refused'))
  })

  it('is worth telling for a day, and the start of an event for an hour', () => {
    expect(LIFE).toEqual({ beaten: 1440 * MINUTE, starts: 60 * MINUTE, moderated: 1440 * MINUTE })
  })
})

describe('what a device shows', () => {
  const score = { scoreId: 's', machineId: 'm', machineName: 'Attack From Mars', value: 1_234_567_890 }

  it('says who, what and where, and opens the page of it', () => {
    expect(beatenMessage({ ...score, by: 'Ada' })).toEqual({
      title: 'Your record was beaten',
      body: 'Ada scored 1,234,567,890 on Attack From Mars.',
      tag: 'beaten:m',
      url: '/scores/s',
    })
    expect(startsMessage({ eventId: 'e', name: 'Friday', venue: '' }).body).toBe('Friday')
    expect(startsMessage({ eventId: 'e', name: 'Friday', venue: 'The Silverball' }).body).toBe('Friday, The Silverball')
    expect(moderatedMessage({ ...score, status: 'verified', reason: null }).body).toBe('Your 1,234,567,890 on Attack From Mars.')
    expect(moderatedMessage({ ...score, status: 'rejected', reason: 'No picture' })).toMatchObject({
      title: 'Your score was rejected',
      body: 'Your 1,234,567,890 on Attack From Mars: No picture',
    })
  })

  it('is short, whatever people write', () => {
    const { body } = moderatedMessage({ ...score, status: 'rejected', reason: '🎱'.repeat(2000) })
    expect([...body]).toHaveLength(300)
    expect(body.endsWith('🎱…')).toBe(true)
    expect(Buffer.byteLength(JSON.stringify(startsMessage({ eventId: 'e', name: '\u0001'.repeat(300), venue: 'x' })))).toBeLessThan(3000)
  })
})

it('a push service may write to the operator, or else to the site', () => {
  const sender = 'no-reply@localhost'
  expect(vapidSubject('desk@a.example', 'http://localhost:3000', sender)).toBe('mailto:desk@a.example')
  expect(vapidSubject('https://a.example/contact', 'http://localhost:3000', sender)).toBe('https://a.example/contact')
  expect(vapidSubject(null, 'https://scores.example', sender)).toBe('https://scores.example')
  expect(vapidSubject(null, 'http://localhost:3000', sender)).toBe('mailto:no-reply@localhost')
})
