import { expect, it } from 'vitest'
import type { DdpConnection } from '#ddp/server/connection.ts'
import { CHALLENGE_LIFETIME, Challenges } from './challenges.ts'

const connection = (id: string): DdpConnection => ({ id, clientAddress: null, httpHeaders: {}, close() {}, onClose() {} })

it('hands out a challenge once, and only to the connection it was made for', () => {
  const challenges = new Challenges(() => 0)
  const [one, other] = [connection('one'), connection('other')]
  challenges.put(one, 'first')
  expect(challenges.take(other)).toBe(null)
  expect(challenges.take(one)).toBe('first')
  expect(challenges.take(one)).toBe(null)
})

it('hands out a challenge for a user only while the connection is signed in as that user', () => {
  const challenges = new Challenges(() => 0)
  const one = connection('one')
  challenges.put(one, 'first', 'ada')
  expect(challenges.take(one, 'bea')).toBe(null)
  challenges.put(one, 'second', 'ada')
  expect(challenges.take(one, 'ada')).toBe('second')
})

it('replaces a challenge by a newer one', () => {
  const challenges = new Challenges(() => 0)
  const one = connection('one')
  challenges.put(one, 'first')
  challenges.put(one, 'second')
  expect(challenges.take(one)).toBe('second')
  expect(challenges.take(one)).toBe(null)
})

it('forgets a challenge after five minutes', () => {
  let now = 0
  const challenges = new Challenges(() => now)
  const one = connection('one')
  challenges.put(one, 'first')
  now = CHALLENGE_LIFETIME - 1
  expect(challenges.take(one)).toBe('first')
  challenges.put(one, 'second')
  now += CHALLENGE_LIFETIME
  expect(challenges.take(one)).toBe(null)
})
