import { randomBytes } from 'node:crypto'
import { DdpError } from '../../../ddp/wire/error.ts'
import { Pictures } from '../../../platform/images/pictures.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { AccountsDoor } from '../../accounts/server/door.ts'
import { UPLOAD_REQUEST } from '../contract.ts'
import type { UploadKind } from '../rules.ts'
import type { PictureOwner, UploadsDoor } from './door.ts'
import { Intake } from './intake.ts'
import { UploadRequests } from './requests.ts'
import * as store from './store.ts'

export interface UploadsFeature extends UploadsDoor {
  intake: Intake
}

export function startUploads(platform: Platform, { accounts }: { accounts: AccountsDoor }): UploadsFeature {
  const { database, storage, clock, log, live, onClose } = platform
  const owners = new Map<UploadKind, PictureOwner>()
  const requests = new UploadRequests({ database, storage, owners })
  const intake = new Intake({ database, storage, pictures: new Pictures(), clock, log, owners, tell: entries => live.feed.push(entries) })
  const now = (): Date => new Date(clock.now())

  live.ddp.method(UPLOAD_REQUEST, ({ userId }, ...params) => requests.ask(userId, params))
  accounts.onDelete(async (tx, { userId }) => {
    await store.dropPictures(tx, { userId, kinds: ['scorePicUpload', 'profilePicUpload'] }, now())
    await store.dropUploadsOf(tx, userId, now())
    return []
  })
  const first = clock.after(0, () => intake.work())
  onClose(() => {
    first.cancel()
    return intake.stop()
  })

  return {
    intake,
    owner: (kind, owner) => void owners.set(kind, owner),
    async attach(tx, { kind, picture, userId, subjectId }) {
      const upload = await store.takeUpload(tx, picture.key, userId, kind)
      if (upload === null || (upload.subjectId !== null && upload.subjectId !== subjectId))
        throw new DdpError(404, 'There is no such picture.')
      await store.dropPictures(tx, { kind, subjectId, waiting: true }, now())
      await store.insertPicture(tx, { id: randomBytes(16).toString('hex'), kind, subjectId, userId, incoming: upload.key }, now())
    },
    drop: (tx, kind, subjectId) => store.dropPictures(tx, { kind, subjectId }, now()),
    work: () => intake.work(),
  }
}
