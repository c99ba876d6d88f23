import { describe, expect, it } from 'vitest'
import { parseRetryAfter, pushOutcome, vapidSubject } from './rules.ts'

describe('a message that was not accepted', () => {
  it('waits as long as the service asks', () => {
    expect(['120', '0', '', undefined, '-5', '1e9', 'Wed, 21 Oct 2026 07:28:00 GMT'].map(parseRetryAfter)).toEqual([
      120_000, 0, 0, 0, 0, 0, 0,
    ])
  })

  it("is given up, retried, or ends the subscription, depending on the service's response", () => {
    expect([200, 201, 204].map(pushOutcome)).toEqual(['taken', 'taken', 'taken'])
    expect([404, 410].map(pushOutcome)).toEqual(['gone', 'gone'])
    expect([0, 408, 429, 500, 503].map(pushOutcome)).toEqual(Array(5).fill('again'))
    expect([301, 400, 401, 403, 413].map(pushOutcome)).toEqual(Array(5).fill('refused'))
  })
})

it("a push service gets the operator's contact, or else the site's", () => {
  const sender = 'no-reply@localhost'
  expect(vapidSubject('desk@a.example', 'http://localhost:3000', sender)).toBe('mailto:desk@a.example')
  expect(vapidSubject('https://a.example/contact', 'http://localhost:3000', sender)).toBe('https://a.example/contact')
  expect(vapidSubject(null, 'https://scores.example', sender)).toBe('https://scores.example')
  expect(vapidSubject(null, 'http://localhost:3000', sender)).toBe('mailto:no-reply@localhost')
})
