import { join } from 'node:path'
import type { Clock } from '#ddp/timing/clock.ts'
import type { Config } from '#platform/config/config.ts'
import { LocalDisk } from '#platform/storage/local-disk.ts'
import { S3Storage } from '#platform/storage/s3.ts'

/** The key of a program that lets nobody upload anything. */
export const noUploads = (): string => ''

/**
 * Opens the storage for pictures: the operator's object store if one is configured, else a folder of the data directory.
 * @param secret returns the key that signs forms for uploads to the disk
 * @param address of the site, without a trailing slash
 */
export function openStorage({ s3, dataDir }: Config, secret: () => string, clock: Clock, address: () => string): LocalDisk | S3Storage {
  if (s3 !== null) return new S3Storage(s3, clock)
  return new LocalDisk({ root: join(dataDir, 'storage'), secret, clock, address })
}
