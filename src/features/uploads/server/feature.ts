import { DdpError } from '../../../ddp/wire/error.ts'
import { appendChanges } from '../../../platform/db/change-log/write.ts'
import type { FeatureContext } from '../../../platform/feature-context.ts'
import { Pictures } from '../../../platform/images/pictures.ts'
import { codedError } from '../../../platform/live/error-code.ts'
import { signedIn } from '../../../platform/live/server/live-server.ts'
import type { AccountsApi } from '../../accounts/server/api.ts'
import type { AuditApi } from '../../audit/server/api.ts'
import type { ReportsApi } from '../../reports/server/api.ts'
import { hasGlobalRole } from '../../roles/rules.ts'
import { picturesRemove, UPLOAD_REQUEST } from '../contract.ts'
import type { UploadKind } from '../rules.ts'
import type { PictureOwner, UploadsApi } from './api.ts'
import { ImageProcessor } from './image-processor.ts'
import { readPictureId } from './keys.ts'
import * as store from './store.ts'
import { UploadRequests } from './upload-requests.ts'
import { type Verified, verifyStorage } from './verify-storage.ts'

export interface UploadsFeature extends UploadsApi {
  intake: ImageProcessor
  verify(): Promise<Verified>
}

const WORDS: Record<UploadKind, string> = {
  scorePicUpload: 'Picture of a score',
  profilePicUpload: 'Picture of a player',
  groupPicUpload: 'Picture of a group',
  machineBackglassPicUpload: 'Picture of a backglass',
}

const noPicture = (): DdpError => codedError(404, 'There is no such picture.', 'picture-gone')

export function startUploads(
  platform: FeatureContext,
  { accounts, audit, reports }: { accounts: AccountsApi; audit: AuditApi; reports: ReportsApi },
): UploadsFeature {
  const { address, database, storage, clock, log, live, jobs, onClose } = platform
  const owners = new Map<UploadKind, PictureOwner>()
  const requests = new UploadRequests({ database, storage, owners, address })
  const intake = new ImageProcessor({
    database,
    storage,
    pictures: new Pictures(),
    clock,
    log,
    jobs,
    owners,
    tell: entries => live.feed.push(entries),
  })

  live.ddp.method(UPLOAD_REQUEST, ({ userId }, ...params) => requests.ask(userId, params))

  live.method(picturesRemove, async call => {
    const userId = signedIn(call)
    const person = await accounts.person(userId)
    if (person === null || !hasGlobalRole(person.roles, ['moderator', 'admin'])) throw new DdpError(403, 'Only a moderator may do this.')
    const { pictureId } = call.input
    await call.wrote(
      await database.transaction(async tx => {
        const picture = await store.shownPicture(tx, pictureId)
        if (picture === null) throw noPicture()
        const news = await owners.get(picture.kind)?.show(tx, picture.subjectId, null, userId)
        if ((await store.lockPicture(tx, pictureId, 'shown')) === null) throw noPicture()
        await intake.add(tx, await store.dropPictures(tx, { id: pictureId }))
        const { kind, subjectId } = picture
        const written = await audit.write(tx, {
          by: userId,
          action: 'pictures.remove',
          subject: { kind: 'picture', id: pictureId, label: WORDS[kind] },
          about: picture.userId,
          details: { kind, subjectId },
        })
        return appendChanges(tx, [...(news ?? []), ...written])
      }),
    )
    intake.work()
    return {}
  })

  reports.subject('picture', async (db, pictureId, userId) => {
    const picture = await store.shownPicture(db, pictureId)
    return picture === null ? null : ((await owners.get(picture.kind)?.describe(db, picture.subjectId, userId)) ?? null)
  })
  accounts.onDelete(async (tx, { userId }) => {
    await intake.add(tx, await store.dropUserUploads(tx, userId))
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
  onClose(() => intake.stop())

  return {
    intake,
    verify: () => verifyStorage(database.db, storage, owners),
    owner: (kind, owner) => void owners.set(kind, owner),
    async take(tx, kind, { key }, userId) {
      const found = await store.takeUpload(tx, key, userId, kind)
      return { kind, key, userId, found, attachedTo: found === null ? await store.attachedTo(tx, { key, userId, kind }) : null }
    },
    async attach(tx, { kind, key, userId, found, attachedTo }, subjectId) {
      if (attachedTo === subjectId) return
      if (found === null || (found.subjectId !== null && found.subjectId !== subjectId)) throw noPicture()
      const picture = { id: readPictureId(key), kind, subjectId, userId, incoming: key }
      const replaced = await store.dropPictures(tx, { kind, subjectId, waiting: true })
      await store.insertPicture(tx, picture)
      await intake.add(tx, [...replaced, picture])
    },
    drop: async (tx, kind, subjectId) => intake.add(tx, await store.dropPictures(tx, { kind, subjectId })),
    isUnderWay: store.isUnderWay,
    move: store.movePictures,
    dropOf: async (tx, kind, userId) => intake.add(tx, await store.dropPictures(tx, { kind, userId })),
    work: () => intake.work(),
  }
}
