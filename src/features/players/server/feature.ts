import { writeFeed } from '../../../platform/db/feed/write.ts'
import { signedIn } from '../../../platform/live/server/live-server.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { AccountsDoor, KnownUser } from '../../accounts/server/door.ts'
import type { UploadsDoor } from '../../uploads/server/door.ts'
import { playersEdit, playersOne } from '../contract.ts'
import type { PlayersDoor } from './door.ts'
import { noSuchPlayer, PlayerView } from './player-view.ts'
import { deleteProfile, picturesShown, profileOf, savePicture, saveProfile, saveSupporter, searchPlayers } from './store.ts'

const PROFILE = 'profilePicUpload'

export function startPlayers(
  { live, database }: Platform,
  { accounts, uploads }: { accounts: AccountsDoor; uploads: UploadsDoor },
): PlayersDoor {
  const queries = live.queries('players', 300)
  const open = new Map<string, PlayerView>()

  const player = async (username: string): Promise<KnownUser> => {
    const user = await accounts.userByName(username)
    if (user === null) throw noSuchPlayer()
    return user
  }
  const openView = async (user: KnownUser): Promise<PlayerView> => {
    const view = new PlayerView(user, accounts, database, closed => {
      if (open.get(closed.userId) === closed) open.delete(closed.userId)
    })
    open.set(user.id, view)
    await view.look()
    return view
  }

  live.publish(playersOne, async (publishing, { username }) => {
    const user = await player(username)
    const set = await queries.use(publishing, user.id, () => openView(user))
    if (set.size === 0) throw noSuchPlayer()
    open.get(user.id)?.addReader(publishing)
    return [set]
  })

  live.method(playersEdit, async call => {
    const userId = signedIn(call)
    const { displayName, picture, bio, location, unlisted, ifpaNumber } = call.input
    await call.wrote(
      await database.transaction(async tx => {
        const sent = picture ? await uploads.take(tx, PROFILE, picture, userId) : null
        const news = displayName === undefined ? [] : await accounts.rename(tx, userId, displayName)
        await saveProfile(tx, userId, { bio, location, unlisted, ifpaNumber })
        if (sent !== null) await uploads.attach(tx, sent, userId)
        if (picture === null) {
          await savePicture(tx, userId, null)
          await uploads.drop(tx, PROFILE, userId)
        }
        return writeFeed(tx, news.length > 0 ? news : [{ kind: 'user', body: { userId } }])
      }),
    )
    uploads.work()
    return {}
  })
  uploads.owner(PROFILE, {
    mayUpload: async userId => userId,
    show: async (tx, userId, picture) => ((await savePicture(tx, userId, picture)) ? [{ kind: 'user', body: { userId } }] : null),
    shown: picturesShown,
    describe: async (_db, userId) => {
      const person = await accounts.person(userId)
      return person === null ? null : { label: `Picture of ${person.displayName}`, path: `/players/${person.username}`, userId }
    },
  })

  live.feed.on('user', ({ body }) => open.get((body as { userId: string }).userId)?.look())
  accounts.onExport(async userId => ({ 'profile.json': await profileOf(database.db, userId) }))
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
      return [{ kind: 'user', body: { userId } }]
    },
  }
}
