import { expect, it } from 'vitest'
import { isCommonPassword } from './common-passwords.ts'
import { toDigest } from './password-hasher.ts'

it('recognizes the digests of common passwords, also with a first capital letter, and no others', () => {
  for (const password of ['123456', 'password', 'Password', 'baseball', 'iloveyou', 'Sunshine'])
    expect(isCommonPassword(toDigest(password)), password).toBe(true)
  for (const password of ['correct horse battery', 'PASSword', 'multiball at midnight'])
    expect(isCommonPassword(toDigest(password)), password).toBe(false)
})
