import { sql } from 'kysely'
import type { PlayerCard } from '#accounts/server/changes.ts'
import type { Db } from '#platform/db/database.ts'
import { returnsRow } from '#platform/db/returns-row.ts'
import type { PictureSize, UploadedPicture } from '#uploads/contract.ts'

export interface PlayerProfile {
  bio: string
  location: string
  unlisted: boolean
  picture: UploadedPicture | null
  supporter: boolean
  ifpaNumber: string | null
}

/** The profile fields that a player can edit. A field that is left out keeps its value; null removes the IFPA number. */
export type ProfileChange = Partial<Pick<PlayerProfile, 'bio' | 'location' | 'unlisted' | 'ifpaNumber'>>

export async function findProfile(db: Db, userId: string): Promise<PlayerProfile> {
  const profile = await db
    .selectFrom('player_profiles')
    .select(['bio', 'location', 'unlisted', 'picture', 'supporter', 'ifpa_number as ifpaNumber'])
    .$narrowType<{ picture: UploadedPicture | null }>()
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return profile ?? { bio: '', location: '', unlisted: false, picture: null, supporter: false, ifpaNumber: null }
}

/** The player data that is shown next to each of the player's scores. */
export async function findPlayerCard(db: Db, userId: string): Promise<PlayerCard> {
  const { rows } = await sql<Omit<PlayerCard, 'avatar'> & { avatar: PictureSize | null }>`
    SELECT username, display_name AS "displayName", avatar, supporter FROM player_cards WHERE id = ${userId}
  `.execute(db)
  return rows[0]!
}

/** The smallest size of a player's picture; null: the player has none. */
export async function findAvatar(db: Db, userId: string): Promise<PictureSize | null> {
  const { rows } = await sql<{ avatar: PictureSize | null }>`SELECT avatar FROM player_cards WHERE id = ${userId}`.execute(db)
  return rows[0]?.avatar ?? null
}

/**
 * Writes the given fields and keeps the others. It locks the user's row, so that a concurrent deletion of the account either commits first
 * (then nothing is written) or deletes this profile too.
 */
export async function saveProfile(
  tx: Db,
  userId: string,
  { bio, location, unlisted, ifpaNumber }: { [Field in keyof ProfileChange]: ProfileChange[Field] | undefined },
): Promise<void> {
  await sql<never>`
    INSERT INTO player_profiles AS p (user_id, bio, location, unlisted, ifpa_number)
    SELECT u.id, coalesce(${bio ?? null}::text, ''), coalesce(${location ?? null}::text, ''), coalesce(${unlisted ?? null}::boolean, false),
      ${ifpaNumber ?? null}::text
    FROM user_cards u WHERE u.id = ${userId} AND u.deleted_at IS NULL
    FOR NO KEY UPDATE
    ON CONFLICT (user_id) DO UPDATE SET
      bio = coalesce(${bio ?? null}::text, p.bio),
      location = coalesce(${location ?? null}::text, p.location),
      unlisted = coalesce(${unlisted ?? null}::boolean, p.unlisted),
      ifpa_number = CASE WHEN ${ifpaNumber === undefined} THEN p.ifpa_number ELSE excluded.ifpa_number END
  `.execute(tx)
}

/** @param picture null removes the picture. @returns true if the user exists */
export async function savePicture(tx: Db, userId: string, picture: UploadedPicture | null): Promise<boolean> {
  await saveProfile(tx, userId, {})
  return returnsRow(
    tx
      .updateTable('player_profiles')
      .set({ picture: picture === null ? null : JSON.stringify(picture) })
      .where('user_id', '=', userId)
      .returning('user_id'),
  )
}

export async function saveSupporter(tx: Db, userId: string, supporter: boolean): Promise<void> {
  await saveProfile(tx, userId, {})
  await tx.updateTable('player_profiles').set({ supporter }).where('user_id', '=', userId).execute()
}

export async function playerPicturesShown(db: Db): Promise<{ subjectId: string; url: string }[]> {
  const { rows } = await sql<{ subjectId: string; url: string }>`
    SELECT user_id AS "subjectId", picture ->> 'url' AS url FROM player_profiles WHERE picture IS NOT NULL
  `.execute(db)
  return rows
}

export async function deleteProfile(tx: Db, userId: string): Promise<void> {
  await tx.deleteFrom('player_profiles').where('user_id', '=', userId).execute()
}
