import type { AccountsApi } from '#accounts/server/api.ts'
import { userChanged } from '#accounts/server/changes.ts'
import type { NewChange } from '#platform/db/change-log/write.ts'
import type { Db } from '#platform/db/database.ts'
import type { UploadsApi } from '#uploads/server/api.ts'
import { findPlayerCard } from './store.ts'

export const PROFILE_PICTURE = 'profilePicUpload'

/** What the calls of this feature use. */
export interface PlayersServices {
  accounts: AccountsApi
  uploads: UploadsApi
}

/** The change-log entry to write after a player's card (what other users see of the player) has changed. */
export const toCardChange = async (tx: Db, userId: string): Promise<NewChange> =>
  userChanged.of({ userId, card: await findPlayerCard(tx, userId) })
