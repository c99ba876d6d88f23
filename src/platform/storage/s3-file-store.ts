import { type FileHandle, open } from 'node:fs/promises'
import type { S3Client } from '@aws-sdk/client-s3'
import { openS3Client, type S3Account } from './s3-client.ts'

export interface S3FilesOptions extends S3Account {
  bucket: string
  /** what the names in the bucket begin with */
  prefix: string
}

const MiB = 1024 * 1024
/** Largest file that is sent by one request, in bytes. */
const MAX_SINGLE = 64 * MiB
/** Smallest part of a larger file, in bytes. */
const MIN_PART = 16 * MiB
/** S3 takes up to 10,000 parts. */
const MAX_PARTS = 9_000
/** ms: a part may take long on a slow line */
const REQUEST_TIMEOUT_MS = 600_000

/** Large files in a bucket of an S3-compatible service. One part at a time is in memory. */
export class S3FileStore {
  readonly #options: S3FilesOptions
  readonly #maxSingle: number
  readonly #minPart: number
  #client: Promise<S3Client> | null = null

  /** @param sizes for tests: when a file is sent in parts, and how large they are, in bytes */
  constructor(options: S3FilesOptions, sizes: { maxSingle?: number; minPart?: number } = {}) {
    this.#options = options
    this.#maxSingle = sizes.maxSingle ?? MAX_SINGLE
    this.#minPart = sizes.minPart ?? MIN_PART
  }

  /** Uploads a file. The object appears when it is complete. @param onProgress gets the bytes sent so far; what it throws ends the upload */
  async put(file: string, name: string, onProgress: (bytes: number) => void = () => {}): Promise<void> {
    const handle = await open(file)
    try {
      const { size } = await handle.stat()
      if (size > this.#maxSingle) return await this.#putParts(handle, size, name, onProgress)
      const { PutObjectCommand } = await import('@aws-sdk/client-s3')
      const Body = await readRange(handle, 0, size)
      await (await this.#open()).send(new PutObjectCommand({ ...this.#object(name), Body, ContentType: 'application/x-tar' }))
      onProgress(size)
    } finally {
      await handle.close()
    }
  }

  /** @returns null: there is no such file */
  async open(name: string): Promise<{ bytes: number; chunks: AsyncIterable<Uint8Array> } | null> {
    const { GetObjectCommand, NoSuchKey } = await import('@aws-sdk/client-s3')
    try {
      const { Body, ContentLength = 0 } = await (await this.#open()).send(new GetObjectCommand(this.#object(name)))
      return Body === undefined ? null : { bytes: ContentLength, chunks: Body as AsyncIterable<Uint8Array> }
    } catch (error) {
      if (error instanceof NoSuchKey) return null
      throw error
    }
  }

  async has(name: string): Promise<boolean> {
    const { HeadObjectCommand, NotFound } = await import('@aws-sdk/client-s3')
    try {
      await (await this.#open()).send(new HeadObjectCommand(this.#object(name)))
      return true
    } catch (error) {
      if (error instanceof NotFound) return false
      throw error
    }
  }

  async remove(name: string): Promise<void> {
    const { DeleteObjectCommand } = await import('@aws-sdk/client-s3')
    await (await this.#open()).send(new DeleteObjectCommand(this.#object(name)))
  }

  /** Deletes the parts that interrupted uploads of a file have left. */
  async abort(name: string): Promise<void> {
    const { AbortMultipartUploadCommand, ListMultipartUploadsCommand } = await import('@aws-sdk/client-s3')
    const client = await this.#open()
    const object = this.#object(name)
    // A name is used once, so one page of the list has all of its uploads.
    const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: object.Bucket, Prefix: object.Key }))
    for (const { Key, UploadId } of Uploads)
      if (Key === object.Key && UploadId !== undefined) await client.send(new AbortMultipartUploadCommand({ ...object, UploadId }))
  }

  async close(): Promise<void> {
    ;(await this.#client)?.destroy()
  }

  async #putParts(handle: FileHandle, size: number, name: string, onProgress: (bytes: number) => void): Promise<void> {
    const { AbortMultipartUploadCommand, CompleteMultipartUploadCommand, CreateMultipartUploadCommand, UploadPartCommand } = await import(
      '@aws-sdk/client-s3'
    )
    const client = await this.#open()
    const object = this.#object(name)
    const { UploadId } = await client.send(new CreateMultipartUploadCommand({ ...object, ContentType: 'application/x-tar' }))
    if (UploadId === undefined) throw new Error('The object store has begun no upload.')
    const upload = { ...object, UploadId }
    const partSize = Math.max(this.#minPart, Math.ceil(size / MAX_PARTS))
    const Parts: { ETag: string | undefined; PartNumber: number }[] = []
    try {
      for (let at = 0; at < size; at += partSize) {
        const PartNumber = Parts.length + 1
        const Body = await readRange(handle, at, Math.min(partSize, size - at))
        const { ETag } = await client.send(new UploadPartCommand({ ...upload, PartNumber, Body }))
        Parts.push({ ETag, PartNumber })
        onProgress(at + Body.length)
      }
      await client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }))
    } catch (error) {
      // What the store has of it is kept until it is aborted, and costs.
      await client.send(new AbortMultipartUploadCommand(upload)).catch(() => {})
      throw error
    }
  }

  #object(name: string): { Bucket: string; Key: string } {
    return { Bucket: this.#options.bucket, Key: this.#options.prefix + name }
  }

  #open(): Promise<S3Client> {
    this.#client ??= openS3Client(this.#options, REQUEST_TIMEOUT_MS)
    return this.#client
  }
}

async function readRange(handle: FileHandle, at: number, bytes: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(bytes)
  for (let done = 0; done < bytes; ) {
    const { bytesRead } = await handle.read(buffer, done, bytes - done, at + done)
    if (bytesRead === 0) throw new Error('The file has become shorter while it was read.')
    done += bytesRead
  }
  return buffer
}
