import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import { expect, it } from 'vitest'
import { makeAppleSecret } from './apple-secret.ts'

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
const decode = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString())
const make = (key: string): string =>
  makeAppleSecret({ privateKey: key, teamId: 'TEAM', keyId: 'KEY', clientId: 'org.example.pins', now: 1_800_000_000_123 })

it.each([
  ['with line breaks', pem],
  ['with \\n for line breaks, as in a variable of the environment', pem.replaceAll('\n', '\\n')],
])('signs the client secret as Apple describes it, with a key %s', (_, key) => {
  const [header, claims, signature] = make(key).split('.') as [string, string, string]
  expect(decode(header)).toEqual({ alg: 'ES256', kid: 'KEY' })
  expect(decode(claims)).toEqual({
    iss: 'TEAM',
    iat: 1_800_000_000,
    exp: 1_800_000_300,
    aud: 'https://appleid.apple.com',
    sub: 'org.example.pins',
  })
  const publicKey = { key: createPublicKey(privateKey), dsaEncoding: 'ieee-p1363' as const }
  expect(verify('sha256', Buffer.from(`${header}.${claims}`), publicKey, Buffer.from(signature, 'base64url'))).toBe(true)
})
