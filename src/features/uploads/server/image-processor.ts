import type { Clock } from '#ddp/timing/clock.ts'
import { appendChanges, type ChangeLogEntry, type NewChange } from '#platform/db/change-log/write.ts'
import type { Database, Db } from '#platform/db/database.ts'
import { ImageRejected } from '#platform/images/image-rejected.ts'
import type { Pictures, ProcessedPicture } from '#platform/images/pictures.ts'
import { type IntervalJob, startIntervalJob } from '#platform/jobs/interval-job.ts'
import type { JobKind } from '#platform/jobs/job-kind.ts'
import type { JobQueue } from '#platform/jobs/job-queue.ts'
import type { ClaimedJob } from '#platform/jobs/job-store.ts'
import type { Log } from '#platform/log/log.ts'
import type { Storage } from '#platform/storage/storage.ts'
import type { PictureSize, UploadedPicture } from '../contract.ts'
import type { UploadKind } from '../rules.ts'
import { type PictureOwner, pictureRefused } from './api.ts'
import { INCOMING, pictureKey } from './keys.ts'
import * as store from './store.ts'

export interface ImageProcessorOptions {
  database: Database
  storage: Storage
  pictures: Pictures
  clock: Clock
  log: Log
  jobs: JobQueue
  owners: ReadonlyMap<UploadKind, PictureOwner>
  publish(entries: readonly ChangeLogEntry[]): Promise<void>
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** Tries to process a picture; after that its player is told to send it again. */
const MAX_TRIES = 10

const DID_NOT_ARRIVE = 'The picture did not arrive. Try to upload it again.'
const COULD_NOT_PROCESS = 'The picture could not be taken in. Try to upload it again.'

/** A picture that is to be processed, or whose files are to be deleted, by its state when the job is done. Its key is the picture's id. */
export interface PictureJob {
  pictureId: string
  upload: UploadKind
}

/** Thrown to roll back a transaction because the picture is no longer waiting: another transaction was faster. */
class NotWaitingError extends Error {}

/**
 * Processes attached uploads and sets them on their subjects. Also deletes the
 * files of removed pictures and of uploads that were never used.
 */
export class ImageProcessor {
  readonly #options: ImageProcessorOptions
  readonly #jobs: JobKind<PictureJob>
  readonly #sweep: IntervalJob

  constructor(options: ImageProcessorOptions) {
    this.#options = options
    const logFailure = (err: unknown): void => options.log.error({ err }, 'pictures could not be processed')
    this.#jobs = options.jobs.register<PictureJob>({
      name: 'picture',
      concurrency: 2,
      lease: 2 * MINUTE,
      // Processing gives up by itself. Files of removed pictures must not stay, however long the store is away.
      maxTries: null,
      backoff: { initialMs: 2000, maxMs: HOUR },
      unavailable: 'pictures could not be processed',
      run: job => this.#processJob(job),
      logFailure: (err, { body: { upload: kind }, tries }, last) =>
        options.log.warn({ err, kind, tries }, last ? 'a picture was given up' : 'a picture will be tried again'),
    })
    this.#sweep = startIntervalJob(options.clock, HOUR, () => this.#removeOldUploads(), logFailure)
  }

  /** Queues pictures in the transaction that attaches or removes them. */
  async add(tx: Db, pictures: readonly store.QueuedPicture[]): Promise<void> {
    await this.#jobs.add(tx, ...pictures.map(({ id, kind }) => ({ key: id, body: { pictureId: id, upload: kind } })))
  }

  /** Starts working on the due pictures in the background. */
  kick(): void {
    this.#jobs.processDue()
  }

  /** Resolves when all pictures that are due now are finished or postponed. */
  idle(): Promise<void> {
    return this.#jobs.idle()
  }

  sweep(): Promise<void> {
    return this.#sweep.run()
  }

  stop(): Promise<void> {
    return this.#sweep.stop()
  }

  async #processJob({ body: { pictureId }, tries }: ClaimedJob<PictureJob>): Promise<null> {
    const { database, storage, log } = this.#options
    const row = await store.findUnfinished(database.db, pictureId)
    if (row === null) return null
    if (row.state === 'gone') {
      await storage.remove([...row.objects, ...(row.incoming === null ? [] : [row.incoming])])
      await store.deletePicture(database.db, row.id)
      return null
    }
    // One try too many means that the process ended during a try, as it does when it has too little memory for a picture.
    if (tries > MAX_TRIES) {
      await this.#refuse(row, COULD_NOT_PROCESS)
      return null
    }
    try {
      await this.#processPicture(row)
    } catch (err) {
      if (tries < MAX_TRIES) throw err
      log.warn({ err, kind: row.kind, tries }, 'a picture was given up')
      await this.#refuse(row, COULD_NOT_PROCESS)
    }
    return null
  }

  async #processPicture(row: store.PictureRow): Promise<void> {
    const { database, storage, pictures, owners } = this.#options
    const bytes = row.incoming === null ? null : await storage.read(row.incoming)
    if (bytes === null) return this.#refuse(row, DID_NOT_ARRIVE)
    let processed: ProcessedPicture
    try {
      processed = await pictures.process(bytes)
    } catch (error) {
      if (error instanceof ImageRejected) return this.#refuse(row, error.message)
      throw error
    }
    const files = processed.copies.map(copy => ({
      ...copy,
      key: pictureKey(row.kind, row.id, copy.size, copy.type),
    }))
    await store.savePlannedObjects(
      database.db,
      row.id,
      files.map(({ key }) => key),
    )
    let isShown = false
    try {
      for (const { key, bytes: file, type } of files) await storage.write(key, file, type)
      const picture = toDocument(
        processed,
        files.map(({ key, ...copy }) => ({ ...copy, url: storage.url(key) })),
      )
      isShown = await this.#finish(
        row,
        'shown',
        async tx => (await owners.get(row.kind)?.setPicture(tx, row.subjectId, picture, null)) ?? null,
      )
    } finally {
      if (!isShown)
        await this.#removeUnused(
          row.id,
          files.map(({ key }) => key),
        )
    }
    if (isShown && row.incoming !== null) await storage.remove([row.incoming])
  }

  /**
   * Deletes files that a try has written after its picture was removed, when nothing else deletes them any more: the try may have gone on
   * after its lease had ended, while another worker removed the picture and its row. If that worker has shown the picture, they stay.
   */
  async #removeUnused(id: string, keys: readonly string[]): Promise<void> {
    const { database, storage } = this.#options
    const used = await store.listUsedKeys(database.db, id)
    await storage.remove(keys.filter(key => !used.includes(key)))
  }

  async #refuse(row: store.PictureRow, reason: string): Promise<void> {
    const { subjectId, userId } = row
    const owner = this.#options.owners.get(row.kind)
    const refusedChange: NewChange = pictureRefused.of({ userId, upload: row.kind, subjectId, reason })
    await this.#finish(row, 'gone', async tx => [...((await owner?.onRefused?.(tx, subjectId, reason)) ?? []), refusedChange])
  }

  /**
   * Ends the processing of a waiting picture: it is shown, or gone (rejected).
   * @param applyChange updates the subject and returns the changes to append to the change log, or null if the subject no longer exists. It runs
   * first because the subject's row is locked before the picture's.
   * @returns false if the picture was no longer waiting or the subject no longer exists
   */
  async #finish(row: store.PictureRow, state: 'shown' | 'gone', applyChange: (tx: Db) => Promise<NewChange[] | null>): Promise<boolean> {
    const { database } = this.#options
    const { id, kind, subjectId } = row
    const transaction = database.transaction(async tx => {
      const changes = await applyChange(tx)
      if ((await store.lockPicture(tx, id, 'waiting')) === null) throw new NotWaitingError()
      if (changes === null || state === 'gone') await this.add(tx, await store.removePictures(tx, { id }))
      else {
        await store.showPicture(tx, id)
        await this.add(tx, await store.removePictures(tx, { kind, subjectId, exceptId: id }))
      }
      return changes === null ? null : appendChanges(tx, changes)
    })
    const entries = await transaction.catch(error => {
      if (error instanceof NotWaitingError) return null
      throw error
    })
    if (entries !== null) await this.#options.publish(entries)
    return entries !== null
  }

  /** Deletes uploads that were not attached to anything within a day, and sent files of that age that no row refers to. */
  async #removeOldUploads(): Promise<void> {
    const { database, storage } = this.#options
    const before = new Date(this.#options.clock.now() - DAY)
    await storage.remove(await store.deleteOldUploads(database.db, before))
    const knownKeys = await store.listKnownKeys(database.db)
    for await (const { key, modifiedAt } of storage.list(INCOMING))
      if (modifiedAt < before && !knownKeys.has(key)) await storage.remove([key])
  }
}

type StoredCopy = Omit<ProcessedPicture['copies'][number], 'bytes'> & { url: string; bytes?: Buffer }

function toDocument({ width, height, placeholder }: ProcessedPicture, copies: readonly StoredCopy[]): UploadedPicture {
  const toSize = (size: StoredCopy['size']): PictureSize => {
    const jpeg = copies.find(copy => copy.size === size && copy.type === 'image/jpeg')!
    const webp = copies.find(copy => copy.size === size && copy.type === 'image/webp')
    return { url: jpeg.url, ...(webp === undefined ? {} : { webp: webp.url }), width: jpeg.width, height: jpeg.height }
  }
  return { ...toSize('full'), width, height, sizes: [toSize('small'), toSize('medium')], placeholder }
}
