import { Readable } from 'node:stream'
import type { S3Client } from '@aws-sdk/client-s3'
import type { Clock } from '#ddp/timing/clock.ts'
import { IMMUTABLE } from '#platform/http/cache-control.ts'
import { openS3Client, type S3Account } from './s3-client.ts'
import { type PostRequest, type PostSecret, signedPost } from './signed-post.ts'
import { assertKey, assertPrefix, type OpenObject, type SignedForm, type Storage, type StoredObject } from './storage.ts'

export interface S3Options extends S3Account {
  bucket: string
  /** Base URL at which `pictures/*` are public; null if this server delivers them. */
  publicUrl: string | null
}

/** The URL of a bucket, as in the mission's upload service (wire reference §3.3). */
export function bucketUrl({ endpoint, region, bucket }: Pick<S3Options, 'endpoint' | 'region' | 'bucket'>): string {
  if (endpoint !== null) return `${endpoint.replace(/\/+$/, '')}/${bucket}`
  const suffix =
    region === 'cn-north-1' ? 's3.cn-north-1.amazonaws.com.cn' : region === 'us-east-1' ? 's3.amazonaws.com' : `s3-${region}.amazonaws.com`
  return bucket.includes('.') ? `https://${suffix}/${bucket}` : `https://${bucket}.${suffix}`
}

/** Stores objects in an S3-compatible service. Clients upload directly to it, with a presigned POST. */
export class S3Storage implements Storage {
  readonly origins: Storage['origins']
  readonly #options: S3Options
  readonly #secret: PostSecret
  readonly #clock: Clock
  readonly #base: string
  #client: Promise<S3Client> | null = null

  constructor(options: S3Options, clock: Clock) {
    const { accessKeyId: keyId, secretAccessKey: secret, region, bucket, publicUrl } = options
    this.#options = options
    this.#clock = clock
    this.#secret = { keyId, secret, region, bucket }
    this.#base = bucketUrl(options)
    this.origins = { upload: new URL(this.#base).origin, pictures: publicUrl === null ? null : new URL(publicUrl).origin }
  }

  presign(request: PostRequest): SignedForm {
    assertKey(request.key)
    return { upload: this.#base, postData: signedPost(request, this.#secret, this.#clock.now()) }
  }

  async read(key: string): Promise<Buffer | null> {
    const { GetObjectCommand, NoSuchKey } = await import('@aws-sdk/client-s3')
    try {
      const { Body } = await (await this.#open()).send(new GetObjectCommand({ Bucket: this.#options.bucket, Key: assertKey(key) }))
      return Body === undefined ? null : Buffer.from(await Body.transformToByteArray())
    } catch (error) {
      if (error instanceof NoSuchKey) return null
      throw error
    }
  }

  async open(key: string): Promise<OpenObject | null> {
    const { HeadObjectCommand, NotFound } = await import('@aws-sdk/client-s3')
    try {
      const object = { Bucket: this.#options.bucket, Key: assertKey(key) }
      const { ContentLength = 0 } = await (await this.#open()).send(new HeadObjectCommand(object))
      return { bytes: ContentLength, stream: range => Readable.toWeb(Readable.from(this.#pieces(key, range))) as ReadableStream }
    } catch (error) {
      if (error instanceof NotFound) return null
      throw error
    }
  }

  async write(key: string, bytes: Buffer, contentType: string): Promise<void> {
    const { PutObjectCommand } = await import('@aws-sdk/client-s3')
    const object = { Bucket: this.#options.bucket, Key: assertKey(key), Body: bytes, ContentType: contentType }
    await (await this.#open()).send(new PutObjectCommand({ ...object, CacheControl: IMMUTABLE }))
  }

  async remove(keys: readonly string[]): Promise<void> {
    const { DeleteObjectCommand } = await import('@aws-sdk/client-s3')
    const client = await this.#open()
    for (const key of keys) await client.send(new DeleteObjectCommand({ Bucket: this.#options.bucket, Key: assertKey(key) }))
  }

  async *list(prefix: string): AsyncIterable<StoredObject> {
    const { paginateListObjectsV2 } = await import('@aws-sdk/client-s3')
    for await (const page of paginateListObjectsV2(
      { client: await this.#open() },
      { Bucket: this.#options.bucket, Prefix: assertPrefix(prefix) },
    ))
      for (const { Key, Size = 0, LastModified = new Date(0) } of page.Contents ?? [])
        if (Key !== undefined) yield { key: Key, bytes: Size, modifiedAt: LastModified }
  }

  async *#pieces(key: string, range?: { start: number; end: number }): AsyncIterable<Uint8Array> {
    const { GetObjectCommand } = await import('@aws-sdk/client-s3')
    const part = range === undefined ? {} : { Range: `bytes=${range.start}-${range.end}` }
    const { Body } = await (await this.#open()).send(new GetObjectCommand({ Bucket: this.#options.bucket, Key: key, ...part }))
    yield* Body as AsyncIterable<Uint8Array>
  }

  url(key: string): string {
    const { publicUrl } = this.#options
    return publicUrl === null ? `/storage/${assertKey(key)}` : `${publicUrl.replace(/\/+$/, '')}/${assertKey(key)}`
  }

  #open(): Promise<S3Client> {
    this.#client ??= openS3Client(this.#options)
    return this.#client
  }
}
