import { accountPicture, USERS } from '#accounts/contract/accounts.ts'
import type { AccountsApi } from '#accounts/server/api.ts'
import { userChanged } from '#accounts/server/changes.ts'
import type { Ejson } from '#ddp/wire/ejson.ts'
import type { LiveServer } from '#platform/live/server/live-server.ts'
import { noPlayer, playersOne } from '../contract/players.ts'
import { findAvatar, findProfile } from './store.ts'

/**
 * Publishes the document of one player. Subscriptions end when the player is deleted.
 * @param player finds a user by user name, or throws DdpError 404
 */
export function publishPlayer(
  live: LiveServer,
  accounts: AccountsApi,
  player: (username: string) => Promise<{ id: string; username: string }>,
): void {
  live.query(playersOne, {
    cache: { name: 'players', maxIdle: 300 },
    params: ({ username }) => player(username),
    key: ({ id }) => id,
    async load(tx, { id, username: name }) {
      const user = await accounts.findUserByName(name, tx)
      if (user === null || user.id !== id) throw noPlayer()
      const { username, displayName, createdAt } = user
      const { bio, location, unlisted, picture, supporter, ifpaNumber } = await findProfile(tx, id)
      const document = {
        username,
        displayName,
        bio,
        location,
        supporter,
        joinedAt: createdAt,
        ...(unlisted ? { unlisted } : {}),
        ...(ifpaNumber === null ? {} : { ifpaNumber }),
        ...(picture === null ? {} : { picture: picture as unknown as Ejson }),
      }
      return { players: [[id, document]] }
    },
    reloadOn: [userChanged.touches(({ userId }) => [userId])],
  })
}

/** Publishes a user's own picture to that user, for the navigation. */
export function publishOwnPicture(live: LiveServer): void {
  live.query(accountPicture, {
    cache: { name: 'own pictures', maxIdle: 1000 },
    params: (_input, { userId }) => userId,
    key: userId => userId,
    async load(tx, userId) {
      const avatar = await findAvatar(tx, userId)
      return { [USERS]: avatar === null ? [] : [[userId, { avatar }]] }
    },
    reloadOn: [userChanged.touches(({ userId, card }) => (card === undefined ? [] : [userId]))],
  })
}
