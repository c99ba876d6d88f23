import { appendChanges, type NewChange } from '../../../platform/db/change-log/write.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { FeatureContext } from '../../../platform/feature-context.ts'
import { signedIn } from '../../../platform/live/server/live-server.ts'
import { type AccountsApi, type KnownUser, userChanged } from '../../accounts/server/api.ts'
import type { UploadsApi } from '../../uploads/server/api.ts'
import { playersEdit } from '../contract.ts'
import type { PlayersApi } from './api.ts'
import { noSuchPlayer, publishPlayer } from './publications.ts'
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

const PROFILE = 'profilePicUpload'

/** The change-log entry to write after a player's card (what other users see of the player) has changed. */
const shownChange = async (tx: Db, userId: string): Promise<NewChange> => userChanged.of({ userId, card: await findPlayerCard(tx, userId) })

export function startPlayers(
  { live, database }: FeatureContext,
  { accounts, uploads }: { accounts: AccountsApi; uploads: UploadsApi },
): PlayersApi {
  const player = async (username: string): Promise<KnownUser> => {
    const user = await accounts.userByName(username)
    if (user === null) throw noSuchPlayer()
    return user
  }
  publishPlayer(live, accounts, player)

  live.method(playersEdit, async call => {
    const userId = signedIn(call)
    const { displayName, picture, bio, location, unlisted, ifpaNumber } = call.input
    await call.wrote(
      await database.transaction(async tx => {
        const sent = picture ? await uploads.take(tx, PROFILE, picture, userId) : null
        if (displayName !== undefined) await accounts.rename(tx, userId, displayName)
        await saveProfile(tx, userId, { bio, location, unlisted, ifpaNumber })
        if (sent !== null) await uploads.attach(tx, sent, userId)
        if (picture === null) {
          await savePicture(tx, userId, null)
          await uploads.drop(tx, PROFILE, userId)
        }
        return appendChanges(tx, [await shownChange(tx, userId)])
      }),
    )
    uploads.work()
    return {}
  })
  uploads.owner(PROFILE, {
    mayUpload: async userId => userId,
    show: async (tx, userId, picture) => ((await savePicture(tx, userId, picture)) ? [await shownChange(tx, userId)] : null),
    shown: playerPicturesShown,
    describe: async (_db, userId) => {
      const person = await accounts.person(userId)
      return person === null ? null : { label: `Picture of ${person.displayName}`, path: `/players/${person.username}`, userId }
    },
  })

  accounts.onExport(async userId => ({ 'profile.json': await findProfile(database.db, userId) }))
  accounts.onDelete(async (tx, { userId }) => {
    await deleteProfile(tx, userId)
    await uploads.drop(tx, PROFILE, userId)
    return []
  })
  return {
    idOf: async username => (await player(username)).id,
    search: (text, limit) => searchPlayers(database.db, text, limit),
    async setSupporter(tx, userId, supporter) {
      await saveSupporter(tx, userId, supporter)
      return [await shownChange(tx, userId)]
    },
  }
}
