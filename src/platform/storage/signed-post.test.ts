import { expect, it } from 'vitest'
import { signedPost } from './signed-post.ts'

it('gives the known answer of the wire reference', () => {
  const fields = signedPost(
    { key: 'scores/x.jpg', contentType: 'image/jpeg', maxBytes: 1000, acl: 'public-read', fileName: 'a b.jpg' },
    { keyId: 'AKID', secret: 'SECRET', region: 'us-west-2', bucket: 'my-bucket' },
    1_700_000_000_000,
  )
  expect(fields.map(({ name }) => name)).toEqual([
    'key',
    'bucket',
    'Content-Type',
    'acl',
    'Content-Disposition',
    'x-amz-algorithm',
    'x-amz-credential',
    'x-amz-date',
    'policy',
    'x-amz-signature',
  ])
  const policy = JSON.parse(Buffer.from(fields.find(({ name }) => name === 'policy')!.value, 'base64').toString()) as { expiration: string }
  expect(policy.expiration).toBe('2023-11-14T22:18:20.000Z')
  expect(fields.at(-1)).toEqual({ name: 'x-amz-signature', value: '0ad4f34a911d04732ae938fb8226e0e739236c9681d10668fc6d65a22b896fb9' })
})
