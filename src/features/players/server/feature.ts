import { LRUCache } from 'lru-cache'
import { type AccountsApi, userChanged } from '#accounts/server/api.ts'
import { appendChanges, type NewChange } from '#platform/db/change-log/write.ts'
import type { Db } from '#platform/db/database.ts'
import type { FeatureContext } from '#platform/feature-context.ts'
import { signInFirst } from '#platform/live/call-errors.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { noPlayer } from '#players/contract.ts'
import type { UploadsApi } from '#uploads/server/api.ts'
import { playersEdit } from '../contract.ts'
import type { PlayersApi } from './api.ts'
import { publishOwnPicture, publishPlayer } from './publications.ts'
import {
  deleteProfile,
  findPlayerCard,
  findProfile,
  playerPicturesShown,
  savePicture,
  saveProfile,
  saveSupporter,
  searchPlayers,
} from './store.ts'

const PROFILE_PICTURE = 'profilePicUpload'

/** Number of user names whose users are remembered. */
const MAX_USER_IDS = 10_000

/** The change-log entry to write after a player's card (what other users see of the player) has changed. */
const toCardChange = async (tx: Db, userId: string): Promise<NewChange> =>
  userChanged.of({ userId, card: await findPlayerCard(tx, userId) })

export function startPlayers(
  { live, database }: FeatureContext,
  { accounts, uploads }: { accounts: AccountsApi; uploads: UploadsApi },
): PlayersApi {
  // A name keeps its user as long as that user exists, so only the user has to be looked up again, and users are cached.
  const userIds = new LRUCache<string, string>({ max: MAX_USER_IDS })
  const findUser = async (username: string): Promise<{ id: string; username: string }> => {
    const userId = userIds.get(username)
    const known = userId === undefined ? null : await accounts.getUser(userId)
    if (known !== null) return { id: known.userId, username: known.username }
    const user = await accounts.findUserByName(username)
    if (user === null) throw noPlayer()
    userIds.set(username, user.id)
    return user
  }
  publishPlayer(live, accounts, findUser)
  publishOwnPicture(live)

  live.method(playersEdit, async call => {
    const userId = signedIn(call)
    const { displayName, picture, bio, location, unlisted, ifpaNumber } = call.input
    // Read before the transaction: within it, a second connection could be one that all others wait for too.
    const isRenamed = displayName !== undefined && displayName !== (await accounts.getUser(userId))?.displayName
    await call.committed(
      await database.transaction(async tx => {
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
        return appendChanges(tx, [await toCardChange(tx, userId)])
      }),
    )
    uploads.kick()
    return {}
  })
  uploads.registerOwner(PROFILE_PICTURE, {
    mayUpload: async userId => userId,
    setPicture: async (tx, userId, picture) => ((await savePicture(tx, userId, picture)) ? [await toCardChange(tx, userId)] : null),
    listPictures: playerPicturesShown,
    describeForReport: async (_db, userId) => {
      const user = await accounts.getUser(userId)
      return user === null ? null : { label: `Picture of ${user.displayName}`, path: `/players/${user.username}`, userId }
    },
  })

  accounts.onExport(async userId => ({ 'profile.json': await findProfile(database.db, userId) }))
  accounts.onDelete(async (tx, { userId }) => {
    await deleteProfile(tx, userId)
    await uploads.remove(tx, PROFILE_PICTURE, userId)
    return []
  })
  return {
    userIdByName: async username => (await findUser(username)).id,
    search: (text, limit) => database.read(db => searchPlayers(db, text, limit)),
    async setSupporter(tx, userId, supporter) {
      await saveSupporter(tx, userId, supporter)
      return [await toCardChange(tx, userId)]
    },
  }
}
