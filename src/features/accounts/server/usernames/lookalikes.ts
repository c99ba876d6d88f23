import { sql } from 'kysely'
import unhomoglyph from 'unhomoglyph'
import { foldName, usernameKey } from '#accounts/rules.ts'
import type { Db } from '#platform/db/database.ts'
import { lockUntilCommit } from '#platform/db/lock-until-commit.ts'

/**
 * User names that look alike although they are spelled with different letters: `аdmin` with a Cyrillic а beside `admin`.
 * They are compared by their skeletons (UTS 39, §4): each character is replaced by the one that represents all characters that look like
 * it.
 * This is checked only when a name is chosen, so it never prevents a login. A plain ASCII name is never refused because somebody chose a
 * look-alike of it beyond ASCII before; it is refused beside another ASCII name that differs in `I`, `l` and `1`, or in `O` and `0`, alone.
 */

const skeleton = (text: string): string =>
  unhomoglyph(text.normalize('NFD').replace(/\p{Default_Ignorable_Code_Point}/gu, '')).normalize('NFD')

// biome-ignore lint/suspicious/noControlCharactersInRegex: it is the whole range of ASCII
const isAscii = (name: string): boolean => /^[\u0000-\u007f]*$/.test(name)

/** The keys of an ASCII name, as it was typed and in lower case. Two names with a key in common are taken for each other. */
const asciiKeys = (name: string): string[] =>
  [name, name.toLowerCase()].map(each => each.replace(/[I1]/g, 'l').replace(/0/g, 'O').toLowerCase())

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
 * True if a user name that is being chosen looks like another user's, or like the name of an office. A lock is held until the transaction
 * ends, so that names are chosen one after the other, and the second of two look-alikes is refused. Names with the same key are not handled
 * here: the unique index refuses them.
 * @param id the user who is to have the name
 */
export async function hasLookalike(tx: Db, username: string, id: string): Promise<boolean> {
  if (looksOfficial(username)) return true
  await lockUntilCommit(tx, 'lookalikes')
  const others = await listLookalikes(tx, username)
  const keys = asciiKeys(username)
  return others.some(
    other =>
      other.id !== id &&
      usernameKey(other.username) !== usernameKey(username) &&
      (!isAscii(username) || (isAscii(other.username) && asciiKeys(other.username).some(each => keys.includes(each)))),
  )
}

/** Users whose names have a skeleton in common with this one. They are few, because their own names were compared. */
const listLookalikes = (db: Db, name: string): Promise<{ id: string; username: string }[]> =>
  db
    .selectFrom('users')
    .select(['id', 'username'])
    .where(sql<boolean>`username_skeletons && ${getSkeletons(name)}::text[]`)
    .execute()

/** Letters with which the languages of Europe are written in Latin script, and what is neither letter nor mark. */
const ORDINARY = /^[ -\u024f\u1e00-\u1eff\p{Script=Inherited}]*$/u
/** Names of those who run sites. A display name may be one of them, but must not be spelled otherwise. */
const OFFICES = ['admin', 'administrator', 'moderator', 'official', 'staff', 'support', 'system']
const BETWEEN_WORDS = /[^\p{L}\p{M}\p{N}]+/u

/** True if a name, or a word of it, has letters beyond ASCII and looks like the name of an office or of the site. */
export const looksOfficial = (name: string, siteName = ''): boolean =>
  [name, ...name.split(BETWEEN_WORDS)].some(part => {
    if (isAscii(part)) return false
    const skeletons = getSkeletons(part)
    return [...OFFICES, siteName].some(
      other => foldName(other) !== foldName(part) && getSkeletons(other).some(each => skeletons.includes(each)),
    )
  })

/**
 * True if a name under which somebody is to be shown looks like the user name of another user. Such names need not be unique, so one that is
 * spelled alike is allowed, and one with ordinary Latin letters always is.
 * @param id the user who is to have the name; null: nobody has it yet
 */
export async function looksLikeUser(db: Db, name: string, id: string | null): Promise<boolean> {
  if (name === name.normalize('NFKC') && ORDINARY.test(name)) return false
  const others = await listLookalikes(db, name)
  return others.some(other => other.id !== id && foldName(other.username) !== foldName(name))
}
