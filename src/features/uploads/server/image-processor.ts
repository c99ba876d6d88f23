import type { Clock } from '../../../ddp/timing/clock.ts'
import { appendChanges, type ChangeLogEntry, type NewChange } from '../../../platform/db/change-log/write.ts'
import type { Database, Db } from '../../../platform/db/database.ts'
import { PictureRefused } from '../../../platform/images/image-rejected.ts'
import type { Pictures, TakenIn } from '../../../platform/images/pictures.ts'
import { type Job, startIntervalJob } from '../../../platform/jobs/interval-job.ts'
import type { ClaimedJob, JobKind, JobQueue } from '../../../platform/jobs/job-queue.ts'
import type { Log } from '../../../platform/log/log.ts'
import type { Storage } from '../../../platform/storage/storage.ts'
import type { PictureSize, UploadedPicture } from '../contract.ts'
import type { UploadKind } from '../rules.ts'
import { type PictureOwner, pictureRefused } from './api.ts'
import { pictureKey } from './keys.ts'
import * as store from './store.ts'
import { INCOMING } from './upload-requests.ts'

export interface IntakeOptions {
  database: Database
  storage: Storage
  pictures: Pictures
  clock: Clock
  log: Log
  jobs: JobQueue
  owners: ReadonlyMap<UploadKind, PictureOwner>
  tell(entries: readonly ChangeLogEntry[]): Promise<void>
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** Tries to process a picture; after that its player is told to send it again. */
const MOST_TRIES = 10
/** Tries to delete the files of a picture, nearly all an hour apart: a store may be away for days. */
const MOST_REMOVALS = 100

const NEVER_CAME = 'The picture did not arrive. Try to upload it again.'
const GIVEN_UP = 'The picture could not be taken in. Try to upload it again.'

/** A picture that is to be processed, or whose files are to be deleted, by its state when the job is done. Its key is the picture's id. */
export interface PictureJob {
  pictureId: string
  upload: UploadKind
}

/** Thrown to roll back a transaction because the picture is no longer waiting: another transaction was faster. */
class NotWaiting extends Error {}

/**
 * Processes attached uploads and sets them on their subjects. Also deletes the
 * files of removed pictures and of uploads that were never used.
 */
export class ImageProcessor {
  readonly #options: IntakeOptions
  readonly #work: JobKind<PictureJob>
  readonly #sweep: Job

  constructor(options: IntakeOptions) {
    this.#options = options
    const report = (err: unknown): void => options.log.error({ err }, 'pictures could not be looked after')
    this.#work = options.jobs.register<PictureJob>({
      name: 'picture',
      atOnce: 2,
      lease: 2 * MINUTE,
      mostTries: MOST_REMOVALS,
      backoff: { first: 2000, most: HOUR },
      unavailable: 'pictures could not be looked after',
      run: job => this.#one(job),
      logFailure: (err, { body: { upload: kind }, tries }, last) =>
        options.log.warn({ err, kind, tries }, last ? 'a picture was given up' : 'a picture will be tried again'),
    })
    this.#sweep = startIntervalJob(options.clock, HOUR, () => this.#sweepOld(), report)
  }

  /** Queues pictures in the transaction that attaches or removes them. */
  async add(tx: Db, pictures: readonly store.QueuedPicture[]): Promise<void> {
    await this.#work.add(tx, ...pictures.map(({ id, kind }) => ({ key: id, body: { pictureId: id, upload: kind } })))
  }

  /** Starts working on the due pictures in the background. */
  work(): void {
    this.#work.wake()
  }

  /** Resolves when all pictures that are due now are finished or postponed. */
  idle(): Promise<void> {
    return this.#work.idle()
  }

  sweep(): Promise<void> {
    return this.#sweep.run()
  }

  stop(): Promise<void> {
    return this.#sweep.stop()
  }

  async #one({ body: { pictureId }, tries }: ClaimedJob<PictureJob>): Promise<null> {
    const { database, storage, log } = this.#options
    const row = await store.findUnfinished(database.db, pictureId)
    if (row === null) return null
    if (row.state === 'gone') {
      await storage.remove([...row.objects, ...(row.incoming === null ? [] : [row.incoming])])
      await store.deletePicture(database.db, row.id)
      return null
    }
    try {
      await this.#takeIn(row)
    } catch (err) {
      if (tries < MOST_TRIES) throw err
      log.warn({ err, kind: row.kind, tries }, 'a picture was given up')
      await this.#refuse(row, GIVEN_UP)
    }
    return null
  }

  async #takeIn(row: store.PictureRow): Promise<void> {
    const { database, storage, pictures, owners } = this.#options
    const bytes = row.incoming === null ? null : await storage.read(row.incoming)
    if (bytes === null) return this.#refuse(row, NEVER_CAME)
    let taken: TakenIn
    try {
      taken = await pictures.takeIn(bytes)
    } catch (error) {
      if (error instanceof PictureRefused) return this.#refuse(row, error.message)
      throw error
    }
    const files = taken.copies.map(copy => ({
      ...copy,
      key: pictureKey(row.kind, row.id, copy.size, copy.type),
    }))
    await store.planObjects(
      database.db,
      row.id,
      files.map(({ key }) => key),
    )
    for (const { key, bytes: file, type } of files) await storage.write(key, file, type)
    const picture = documentOf(
      taken,
      files.map(({ key, ...copy }) => ({ ...copy, url: storage.url(key) })),
    )
    const shown = await this.#settle(row, 'shown', async tx => (await owners.get(row.kind)?.show(tx, row.subjectId, picture, null)) ?? null)
    if (shown && row.incoming !== null) await storage.remove([row.incoming])
  }

  async #refuse(row: store.PictureRow, reason: string): Promise<void> {
    const { subjectId, userId } = row
    const owner = this.#options.owners.get(row.kind)
    const told: NewChange = pictureRefused.of({ userId, upload: row.kind, subjectId, reason })
    await this.#settle(row, 'gone', async tx => [...((await owner?.refused?.(tx, subjectId, reason)) ?? []), told])
  }

  /**
   * Ends the processing of a waiting picture: it is shown, or gone (rejected).
   * @param tell updates the subject and returns the changes to append to the change log, or null if the subject no longer exists. It runs
   * first because the subject's row is locked before the picture's.
   * @returns false if the picture was no longer waiting or the subject no longer exists
   */
  async #settle(row: store.PictureRow, state: 'shown' | 'gone', tell: (tx: Db) => Promise<NewChange[] | null>): Promise<boolean> {
    const { database } = this.#options
    const { id, kind, subjectId } = row
    const settled = database.transaction(async tx => {
      const news = await tell(tx)
      if ((await store.lockPicture(tx, id, 'waiting')) === null) throw new NotWaiting()
      if (news === null || state === 'gone') await this.add(tx, await store.dropPictures(tx, { id }))
      else {
        await store.showPicture(tx, id)
        await this.add(tx, await store.dropPictures(tx, { kind, subjectId, but: id }))
      }
      return news === null ? null : appendChanges(tx, news)
    })
    const entries = await settled.catch(error => {
      if (error instanceof NotWaiting) return null
      throw error
    })
    if (entries !== null) await this.#options.tell(entries)
    return entries !== null
  }

  /** Deletes uploads that were not attached to anything within a day, and sent files of that age that no row refers to. */
  async #sweepOld(): Promise<void> {
    const { database, storage } = this.#options
    const before = new Date(this.#options.clock.now() - DAY)
    await storage.remove(await store.deleteOldUploads(database.db, before))
    const known = await store.knownKeys(database.db)
    for await (const { key, modifiedAt } of storage.list(INCOMING)) if (modifiedAt < before && !known.has(key)) await storage.remove([key])
  }
}

type Shown = Omit<TakenIn['copies'][number], 'bytes'> & { url: string; bytes?: Buffer }

function documentOf({ width, height, placeholder }: TakenIn, copies: readonly Shown[]): UploadedPicture {
  const of = (size: Shown['size']): PictureSize => {
    const jpeg = copies.find(copy => copy.size === size && copy.type === 'image/jpeg')!
    const webp = copies.find(copy => copy.size === size && copy.type === 'image/webp')
    return { url: jpeg.url, ...(webp === undefined ? {} : { webp: webp.url }), width: jpeg.width, height: jpeg.height }
  }
  return { ...of('full'), width, height, sizes: [of('small'), of('medium')], placeholder }
}
