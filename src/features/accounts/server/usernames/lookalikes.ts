/// <reference path="./unicode-confusables.d.ts" />
import { sql } from 'kysely'
import { rectifyConfusion } from 'unicode-confusables'
import type { Db } from '../../../../platform/db/database.ts'
import { lockUntilCommit } from '../../../../platform/db/lock-until-commit.ts'
import { returnsRow } from '../../../../platform/db/returns-row.ts'
import { usernameKey } from '../../rules.ts'

/**
 * User names that look alike although they are spelled with different letters: `аdmin` with a Cyrillic а beside `admin`.
 * They are compared by their skeletons (UTS 39, §4): each character is replaced by the one that represents all characters that look like
 * it.
 * This is checked only when a name with letters beyond ASCII is chosen. It never prevents a login, and a plain ASCII name is never refused
 * because somebody chose a look-alike of it before.
 */

const skeleton = (text: string): string => rectifyConfusion(text.normalize('NFD')).normalize('NFD')

/**
 * Returns the skeletons of a name, one or two: of its lower-case form, and of the name as it was typed, since `Η` (eta) looks like `H` and
 * `η` like `n`.
 * They are stored with the user, so they must be computed again when the table changes (see the migration `accounts/005-lookalikes`).
 */
export function getSkeletons(username: string): string[] {
  const typed = skeleton(username.normalize('NFKC').trim())
  return [...new Set([skeleton(usernameKey(username)), skeleton(usernameKey(typed))])]
}

/**
 * True if a name that is being chosen looks like another user's name. A lock is held until the transaction ends, so that names beyond ASCII
 * are chosen one after the other, and the second of two look-alikes is refused. Names with the same key are not handled here: the unique
 * index refuses them.
 * @param id the user who is to have the name
 */
export async function hasLookalike(tx: Db, username: string, id: string): Promise<boolean> {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it is the whole range of ASCII
  if (/^[\u0000-\u007f]*$/.test(username)) return false
  await lockUntilCommit(tx, 'lookalikes')
  return returnsRow(
    tx
      .selectFrom('users')
      .select('id')
      .where(sql<boolean>`username_skeletons && ${getSkeletons(username)}::text[]`)
      .where('username_key', '<>', usernameKey(username))
      .where('id', '<>', id)
      .limit(1),
  )
}
