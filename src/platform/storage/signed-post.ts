import { createHmac, timingSafeEqual } from 'node:crypto'

/** A form field of an upload. The order of the fields matters. */
export interface PostField {
  name: string
  value: string
}

export interface PostSecret {
  keyId: string
  secret: string
  /** `us-west-2` */
  region: string
  bucket: string
}

export interface PostRequest {
  key: string
  contentType: string
  /** Maximum size of the file in bytes: the smaller of the declared size and the limit of the kind of upload. */
  maxBytes: number
  /** Such as `public-read`. */
  acl?: string
  cacheControl?: string
  fileName?: string
}

/** Milliseconds for which a policy is valid (wire reference §3.3). */
export const POST_POLICY_LIFETIME_MS = 300_000
const ALGORITHM = 'AWS4-HMAC-SHA256'

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text, 'utf8').digest()

/** The AWS Signature Version 4 of a POST policy, with a key derived from date, region and service. @param policy base64 text */
export function signPost(policy: string, { secret, region }: PostSecret, date: string): string {
  return hmac(hmac(hmac(hmac(hmac(`AWS4${secret}`, date), region), 's3'), 'aws4_request'), policy).toString('hex')
}

export function sameText(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a), Buffer.from(b)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** Maximum number of characters of a file's name, because the length of a form field is limited. */
const NAME_LENGTH = 200

/** A `content-disposition` with an `ext-value` of RFC 5987, as the mission's client builds it. Lone surrogates cannot be encoded. */
const disposition = (name: string): string => {
  const encoded = encodeURIComponent(name.slice(0, NAME_LENGTH).replace(/\p{Surrogate}/gu, '\uFFFD'))
  return `inline; filename="${encoded}"; filename*=utf-8''${encoded}`
}

/** The fields of a presigned POST (wire reference §3.3). The file must come after them. @param now ms since 1970 */
export function signedPost(request: PostRequest, secret: PostSecret, now: number): PostField[] {
  const date = new Date(now).toISOString().slice(0, 10).replaceAll('-', '')
  const optional = (name: string, value: string | undefined): PostField[] => (value === undefined ? [] : [{ name, value }])
  const fields: PostField[] = [
    { name: 'key', value: request.key },
    { name: 'bucket', value: secret.bucket },
    { name: 'Content-Type', value: request.contentType },
    ...optional('acl', request.acl),
    ...optional('Cache-Control', request.cacheControl),
    ...optional('Content-Disposition', request.fileName ? disposition(request.fileName) : undefined),
    { name: 'x-amz-algorithm', value: ALGORITHM },
    { name: 'x-amz-credential', value: `${secret.keyId}/${date}/${secret.region}/s3/aws4_request` },
    { name: 'x-amz-date', value: `${date}T000000Z` },
  ]
  const conditions = [['content-length-range', 0, request.maxBytes], ...fields.map(({ name, value }) => ({ [name]: value }))]
  const policy = Buffer.from(JSON.stringify({ conditions, expiration: new Date(now + POST_POLICY_LIFETIME_MS).toISOString() })).toString(
    'base64',
  )
  return [...fields, { name: 'policy', value: policy }, { name: 'x-amz-signature', value: signPost(policy, secret, date) }]
}
