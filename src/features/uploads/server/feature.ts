import type { AccountsApi } from '#accounts/server/api.ts'
import type { AuditApi } from '#audit/server/api.ts'
import type { FeatureContext } from '#platform/feature-context.ts'
import { Pictures } from '#platform/images/pictures.ts'
import { registerCalls } from '#platform/live/server/call-handler.ts'
import type { ReportsApi } from '#reports/server/api.ts'
import { pictureGone, uploadRequest } from '../contract.ts'
import type { UploadKind } from '../rules.ts'
import type { PictureOwner, UploadsApi } from './api.ts'
import { removeAnyPicture } from './calls/remove.ts'
import { ImageProcessor } from './image-processor.ts'
import { readPictureId } from './keys.ts'
import type { UploadsServices } from './services.ts'
import * as store from './store.ts'
import { authorizeUpload } from './upload-requests.ts'
import { type StorageVerification, verifyStorage } from './verify-storage.ts'

export interface UploadsFeature extends UploadsApi {
  imageProcessor: ImageProcessor
  verify(): Promise<StorageVerification>
}

export function startUploads(
  platform: FeatureContext,
  { accounts, audit, reports }: { accounts: AccountsApi; audit: AuditApi; reports: ReportsApi },
): UploadsFeature {
  const { database, storage, clock, log, live, jobs, onClose } = platform
  const owners = new Map<UploadKind, PictureOwner>()
  const imageProcessor = new ImageProcessor({
    database,
    storage,
    pictures: new Pictures(),
    clock,
    log,
    jobs,
    owners,
    publish: entries => live.changeLog.publish(entries),
  })

  const services: UploadsServices = { ...platform, accounts, audit, owners, imageProcessor }
  live.protocolMethod(uploadRequest, ({ userId }, ...params) => authorizeUpload(services, userId, params))
  registerCalls(live, [removeAnyPicture], services)

  reports.registerSubject(
    'picture',
    async (db, pictureId, userId) => {
      const picture = await store.findShownPicture(db, pictureId)
      if (picture === null) return null
      const described = (await owners.get(picture.kind)?.describeForReport(db, picture.subjectId, userId)) ?? null
      return described && { ...described, shownBy: picture.subjectId }
    },
    [],
  )
  accounts.onDelete(async (tx, { userId }) => {
    await imageProcessor.add(tx, await store.removeUserUploads(tx, userId))
    return []
  })
  accounts.onExport(async userId => {
    const pictures = await store.listPictures(database.db, userId)
    return Object.fromEntries(
      pictures.flatMap(({ kind, id, objects }) => {
        const full = objects.find(key => key.endsWith('/full.jpg'))
        return full === undefined ? [] : [[`pictures/${kind}/${id}.jpg`, () => storage.read(full)]]
      }),
    )
  })
  onClose(() => imageProcessor.stop())

  return {
    imageProcessor,
    verify: () => verifyStorage(database.db, storage, owners),
    registerOwner(kind, owner) {
      owners.set(kind, owner)
      reports.followSubjects(owner.changes ?? [])
    },
    async reserve(tx, kind, { key }, userId) {
      const found = await store.reserveUpload(tx, key, userId, kind)
      return { kind, key, userId, found, attachedTo: found === null ? await store.findAttachedSubject(tx, { key, userId, kind }) : null }
    },
    async attach(tx, { kind, key, userId, found, attachedTo }, subjectId) {
      if (attachedTo === subjectId) return
      if (found === null || (found.subjectId !== null && found.subjectId !== subjectId)) throw pictureGone()
      const picture = { id: readPictureId(key), kind, subjectId, userId, incoming: key }
      const replaced = await store.removePictures(tx, { kind, subjectId, waiting: true })
      await store.insertPicture(tx, picture)
      await imageProcessor.add(tx, [...replaced, picture])
    },
    remove: async (tx, kind, subjectId) => imageProcessor.add(tx, await store.removePictures(tx, { kind, subjectId })),
    isUnderWay: store.hasWaiting,
    move: store.movePictures,
    removeAllOf: async (tx, kind, userId) => imageProcessor.add(tx, await store.removePictures(tx, { kind, userId })),
    kick: () => imageProcessor.kick(),
  }
}
