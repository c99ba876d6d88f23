import { expect, it } from 'vitest'
import { rotateSecret, signingSecrets } from './hook-address.ts'

const HOUR = 3_600_000

it('a secret that was replaced signs for 24 hours, at most three of them beside the new one', () => {
  let secrets = rotateSecret({ address: 'https://example.com', secret: 'a' }, { secret: 'b', rotation: '1' }, 0)
  expect(signingSecrets(secrets, 24 * HOUR - 1)).toEqual(['b', 'a'])
  expect(signingSecrets(secrets, 24 * HOUR)).toEqual(['b'])
  for (const [i, secret] of ['c', 'd', 'e'].entries())
    secrets = rotateSecret({ ...secrets, secret: secrets.secret! }, { secret, rotation: secret }, (i + 1) * HOUR)
  expect(signingSecrets(secrets, 4 * HOUR)).toEqual(['e', 'b', 'c', 'd'])
  expect(signingSecrets(secrets, 25 * HOUR)).toEqual(['e', 'c', 'd'])
  expect(signingSecrets({ address: 'https://discord.com', secret: null }, 0)).toEqual([])
})
