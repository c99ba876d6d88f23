import { LRUCache } from 'lru-cache'
import type { AccountsApi } from '#accounts/server/api.ts'
import { userChanged } from '#accounts/server/changes.ts'
import type { FeatureContext } from '#platform/feature-context.ts'
import { registerCalls } from '#platform/live/server/call-handler.ts'
import type { UploadsApi } from '#uploads/server/api.ts'
import { noPlayer } from '../contract/players.ts'
import type { PlayersApi } from './api.ts'
import { editPlayer } from './calls/edit.ts'
import { createPlayerSearch } from './player-search.ts'
import { PROFILE_PICTURE, toCardChange } from './players.ts'
import { publishOwnPicture, publishPlayer } from './publications.ts'
import { deleteProfile, findProfile, playerPicturesShown, savePicture, saveSupporter } from './store.ts'

/** Number of user names whose users are remembered. */
const MAX_USER_IDS = 10_000

export function startPlayers(
  { live, database, caches }: FeatureContext,
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
  const playerSearch = caches.add('short searches of players', createPlayerSearch(database))
  live.onChange(userChanged, () => void playerSearch.clear())
  publishPlayer(live, accounts, findUser)
  publishOwnPicture(live)

  registerCalls(live, [editPlayer], { accounts, uploads })
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
    search: playerSearch.search,
    async setSupporter(tx, userId, supporter) {
      await saveSupporter(tx, userId, supporter)
      return [await toCardChange(tx, userId)]
    },
  }
}
