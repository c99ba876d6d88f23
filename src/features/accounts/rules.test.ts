import { describe, expect, it } from 'vitest'
import { DAY_MS, expiresSoon, tokenLifetime, userSelector } from './rules/sign-in.ts'
import { emailProblem, foldName, usernameProblem } from './rules.ts'

describe('a login token', () => {
  it('is valid for 90 days, or for 36500 days if it is unexpiring', () => {
    expect(tokenLifetime(90)).toBe(90 * DAY_MS)
    expect(tokenLifetime(null)).toBe(36_500 * DAY_MS)
  })

  it('expires soon within a tenth of its lifetime, but at most an hour', () => {
    const expires = 10_000_000
    expect(expiresSoon(expires - 3_600_000, expires, 90 * DAY_MS)).toBe(false)
    expect(expiresSoon(expires - 3_599_999, expires, 90 * DAY_MS)).toBe(true)
    expect(expiresSoon(expires - 100, expires, 1000)).toBe(false)
    expect(expiresSoon(expires - 99, expires, 1000)).toBe(true)
  })
})

describe('a login name', () => {
  it('is an e-mail if it has an @, else a user name', () => {
    expect(userSelector('ann@example.org')).toEqual({ email: 'ann@example.org' })
    expect(userSelector('ann')).toEqual({ username: 'ann' })
  })

  it('is compared without case', () => {
    expect(foldName(' Ann ')).toBe(foldName('aNN'))
  })
})

describe('a new name', () => {
  it('may be a common name of a person', () => {
    for (const name of ['ann', 'Zoë', 'Jörg-Peter', "O'Neil", 'player 1', '李雷', 'x_y.z']) expect(usernameProblem(name), name).toBeNull()
  })

  it('has no characters that are ambiguous in a URL or a table', () => {
    for (const name of ['', ' ann', 'a/b', 'a@b', 'a?b', '<b>', '.ann', 'a\u202eb', 'x'.repeat(41)])
      expect(usernameProblem(name), name).not.toBeNull()
  })

  it('is an e-mail address only if it looks like one', () => {
    for (const email of ['ann@example.org', 'a+b@sub.example.org']) expect(emailProblem(email), email).toBeNull()
    for (const email of ['ann', 'ann@', '@x.y', 'a b@x.y', 'bob@x\r\nRCPT TO:<evil@y.z>', 'a@b', '<a@b.c>'])
      expect(emailProblem(email), email).not.toBeNull()
  })
})
