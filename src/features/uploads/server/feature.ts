import type { AccountsApi } from '#accounts/server/api.ts'
import type { AuditApi } from '#audit/server/api.ts'
import { appendChanges, type ChangeLogEntry } from '#platform/db/change-log/write.ts'
import type { Db } from '#platform/db/database.ts'
import type { FeatureContext } from '#platform/feature-context.ts'
import { Pictures } from '#platform/images/pictures.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import type { ReportsApi } from '#reports/server/api.ts'
import { moderatorsOnly } from '#roles/contract.ts'
import { hasGlobalRole } from '#roles/rules.ts'
import { pictureGone, picturesRemove, uploadRequest } from '../contract.ts'
import type { UploadKind } from '../rules.ts'
import type { PictureOwner, UploadsApi } from './api.ts'
import { ImageProcessor } from './image-processor.ts'
import { readPictureId } from './keys.ts'
import * as store from './store.ts'
import { UploadRequests } from './upload-requests.ts'
import { type StorageVerification, verifyStorage } from './verify-storage.ts'

export interface UploadsFeature extends UploadsApi {
  imageProcessor: ImageProcessor
  verify(): Promise<StorageVerification>
}

const AUDIT_LABELS: Record<UploadKind, string> = {
  scorePicUpload: 'Picture of a score',
  profilePicUpload: 'Picture of a player',
  groupPicUpload: 'Picture of a group',
  machineBackglassPicUpload: 'Picture of a backglass',
  siteLogoUpload: 'Logo of the site',
}

/**
 * Thrown to roll back a transaction because, before the picture was locked, it was removed, or moved to another subject as by a merge of
 * machines.
 */
class PictureChangedError extends Error {}

export function startUploads(
  platform: FeatureContext,
  { accounts, audit, reports }: { accounts: AccountsApi; audit: AuditApi; reports: ReportsApi },
): UploadsFeature {
  const { address, database, storage, clock, log, live, jobs, onClose } = platform
  const owners = new Map<UploadKind, PictureOwner>()
  const requests = new UploadRequests({ database, storage, owners, address })
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

  live.protocolMethod(uploadRequest, ({ userId }, ...params) => requests.authorize(userId, params))

  /** True if a picture is removed already, perhaps by an earlier call of this moderator whose answer was lost. */
  const wasRemoved = async (tx: Db, pictureId: string, userId: string): Promise<boolean> =>
    (await store.isGone(tx, pictureId)) ||
    audit.has(tx, { by: userId, action: 'pictures.remove', subject: { kind: 'picture', id: pictureId } })

  /** Removes a picture for a moderator; one that is removed already stays so. @returns change-log entries that are already committed @throws DdpError 404 */
  async function removePicture(pictureId: string, userId: string): Promise<ChangeLogEntry[]> {
    const transaction = database.transaction(async tx => {
      const picture = await store.findShownPicture(tx, pictureId)
      if (picture === null) {
        if (await wasRemoved(tx, pictureId, userId)) return []
        throw pictureGone()
      }
      const { kind, subjectId } = picture
      const changes = await owners.get(kind)?.setPicture(tx, subjectId, null, userId)
      const locked = await store.lockPicture(tx, pictureId, 'shown')
      if (locked === null || locked.subjectId !== subjectId) throw new PictureChangedError()
      await imageProcessor.add(tx, await store.removePictures(tx, { id: pictureId }))
      const written = await audit.write(tx, {
        by: userId,
        action: 'pictures.remove',
        subject: { kind: 'picture', id: pictureId, label: AUDIT_LABELS[kind] },
        about: picture.userId,
        details: { kind, subjectId },
      })
      return appendChanges(tx, [...(changes ?? []), ...written])
    })
    return transaction.catch(error => {
      if (error instanceof PictureChangedError) return removePicture(pictureId, userId)
      throw error
    })
  }

  live.method(picturesRemove, async call => {
    const userId = signedIn(call)
    const user = await accounts.getUser(userId)
    if (user === null || !hasGlobalRole(user.roles, ['moderator', 'admin'])) throw moderatorsOnly()
    await call.committed(await removePicture(call.input.pictureId, userId))
    imageProcessor.kick()
    return {}
  })

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
