/// <reference path="./unicode-confusables.d.ts" />
import { sql } from 'kysely'
import { rectifyConfusion } from 'unicode-confusables'
import type { Db } from '../../../platform/db/database.ts'
import { usernameKey } from '../rules.ts'

/**
 * User names that look alike though they are spelled with other letters: `аdmin` with a Cyrillic а beside `admin`.
 * They are compared by their skeletons (UTS 39, §4): each character gives way to the one that stands for all that look like it.
 * This counts only while a name with letters beyond ASCII is being chosen. Nobody is kept from logging in, and nobody who takes a plain
 * ASCII name is kept from it by one who took its look-alike before.
 */

const skeleton = (text: string): string => rectifyConfusion(text.normalize('NFD')).normalize('NFD')

/**
 * The skeletons of a name, one or two: as it is written in small letters, and as it was typed, since `Η` (eta) looks like `H` and `η` like `n`.
 * They are stored with the user; whoever changes the table must compute them again (see the migration `accounts/005-lookalikes`).
 */
export function getSkeletons(username: string): string[] {
  const typed = skeleton(username.normalize('NFKC').trim())
  return [...new Set([skeleton(usernameKey(username)), skeleton(usernameKey(typed))])]
}

/** Any number, but no other advisory lock's. */
const LOCK = 7_402_914

/**
 * Whether a name that is being chosen looks like somebody else's. Until the transaction ends nobody else may choose a name beyond ASCII, so
 * that of two that are alike one comes first. Names of the same key are not its concern: the unique index refuses them.
 * @param id the user who is to have the name
 */
export async function looksTaken(tx: Db, username: string, id: string): Promise<boolean> {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the whole range of ASCII
  if (/^[\u0000-\u007f]*$/.test(username)) return false
  await sql`SELECT pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(tx)
  const { rows } = await sql`
    SELECT 1 FROM users
    WHERE username_skeletons && ${getSkeletons(username)}::text[] AND username_key <> ${usernameKey(username)} AND id <> ${id}
    LIMIT 1
  `.execute(tx)
  return rows.length > 0
}
