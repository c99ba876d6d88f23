import type { Db } from '#platform/db/database.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { type Call, signedIn } from '#platform/live/server/live-server.ts'
import { moderatorsOnly } from '#roles/contract.ts'
import { hasGlobalRole } from '#roles/rules.ts'
import { pictureGone, picturesRemove } from '#uploads/contract.ts'
import type { UploadKind } from '#uploads/rules.ts'
import type { UploadsServices } from '../services.ts'
import * as store from '../store.ts'

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

export const removeAnyPicture = handle(picturesRemove, async (call, services: UploadsServices) => {
  const userId = signedIn(call)
  const user = await services.accounts.getUser(userId)
  if (user === null || !hasGlobalRole(user.roles, ['moderator', 'admin'])) throw moderatorsOnly()
  await removePicture(call, services, userId)
  services.imageProcessor.kick()
  return {}
})

async function removePicture(call: Call<{ pictureId: string }>, services: UploadsServices, userId: string): Promise<void> {
  const { audit, owners, imageProcessor } = services
  const { pictureId } = call.input
  const commit = call.commit(async tx => {
    const picture = await store.findShownPicture(tx, pictureId)
    if (picture === null) {
      if (await wasRemoved(services, tx, pictureId, userId)) return []
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
    return [...(changes ?? []), ...written]
  })
  await commit.catch(error => {
    if (error instanceof PictureChangedError) return removePicture(call, services, userId)
    throw error
  })
}

/** True if a picture is removed already, perhaps by an earlier call of this moderator whose answer was lost. */
const wasRemoved = async ({ audit }: UploadsServices, tx: Db, pictureId: string, userId: string): Promise<boolean> =>
  (await store.isGone(tx, pictureId)) ||
  audit.has(tx, { by: userId, action: 'pictures.remove', subject: { kind: 'picture', id: pictureId } })
