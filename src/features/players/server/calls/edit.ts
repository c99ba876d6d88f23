import { signInFirst } from '#platform/live/call-errors.ts'
import { handle } from '#platform/live/server/call-handler.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { playersEdit } from '#players/contract/players.ts'
import { type PlayersServices, PROFILE_PICTURE, toCardChange } from '../players.ts'
import { savePicture, saveProfile } from '../store.ts'

export const editPlayer = handle(playersEdit, async (call, { accounts, uploads }: PlayersServices) => {
  const userId = signedIn(call)
  const { displayName, picture, bio, location, unlisted, ifpaNumber } = call.input
  // Read before the transaction: within it, a second connection could be one that all others wait for too.
  const isRenamed = displayName !== undefined && displayName !== (await accounts.getUser(userId))?.displayName
  await call.commit(async tx => {
    // Locked first, as by all who attach pictures; an account that is being deleted is gone by now.
    const user = await accounts.lock(tx, userId)
    if (user === null) throw signInFirst()
    const upload = picture ? await uploads.reserve(tx, PROFILE_PICTURE, picture, userId) : null
    if (displayName !== undefined) {
      // A name from before it was blocked stays.
      if (isRenamed) await accounts.blockedNames.check(tx, { texts: [{ path: 'displayName', name: displayName, userId }] })
      await accounts.rename(tx, user, displayName)
    }
    await saveProfile(tx, userId, { bio, location, unlisted, ifpaNumber })
    if (upload !== null) await uploads.attach(tx, upload, userId)
    if (picture === null) {
      await savePicture(tx, userId, null)
      await uploads.remove(tx, PROFILE_PICTURE, userId)
    }
    return [await toCardChange(tx, userId)]
  })
  uploads.kick()
  return {}
})
