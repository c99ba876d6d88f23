import { type PostSecret, sameText, signPost } from './signed-post.ts'

/** A rejected upload form, with a status as S3 would return it. */
export class PostRejected extends Error {
  readonly status: 400 | 403 | 408 | 413

  constructor(status: 400 | 403 | 408 | 413, message: string) {
    super(message)
    this.status = status
  }
}

export interface AllowedPost {
  key: string
  contentType: string
  minBytes: number
  maxBytes: number
}

/** Fields for which the policy needs no condition. */
const UNCHECKED_FIELDS = ['policy', 'x-amz-signature']

const denyPost = (message: string): PostRejected => new PostRejected(403, message)

/**
 * Returns what the fields before the file allow. The policy must be signed by this server and not expired, and must contain every sent
 * field with exactly the sent value.
 * @throws PostRejected
 */
export function verifyPost(fields: ReadonlyMap<string, string>, secret: PostSecret, now: number): AllowedPost {
  const policy = fields.get('policy')
  const signature = fields.get('x-amz-signature')
  const credential = fields.get('x-amz-credential')
  if (policy === undefined || signature === undefined || credential === undefined) throw denyPost('The form is not signed.')
  const [keyId, date, ...scope] = credential.split('/')
  if (keyId !== secret.keyId || !/^\d{8}$/.test(date ?? '') || scope.join('/') !== `${secret.region}/s3/aws4_request`)
    throw denyPost('The form is signed by somebody else.')
  if (!sameText(signPost(policy, secret, date!), signature)) throw denyPost('The signature does not fit the policy.')
  const { expiration, conditions } = JSON.parse(Buffer.from(policy, 'base64').toString()) as { expiration: string; conditions: unknown[] }
  if (now >= Date.parse(expiration)) throw denyPost('The policy has expired.')

  const expected = new Map<string, string>()
  let range: [number, number] = [0, 0]
  for (const condition of conditions) {
    if (Array.isArray(condition)) range = [condition[1] as number, condition[2] as number]
    else for (const [name, value] of Object.entries(condition as Record<string, string>)) expected.set(name.toLowerCase(), value)
  }
  for (const [name, value] of expected) if (fields.get(name) !== value) throw denyPost(`The policy has another ${name}.`)
  for (const name of fields.keys())
    if (!expected.has(name) && !UNCHECKED_FIELDS.includes(name)) throw denyPost(`The policy does not know ${name}.`)
  return { key: fields.get('key')!, contentType: fields.get('content-type')!, minBytes: range[0], maxBytes: range[1] }
}
