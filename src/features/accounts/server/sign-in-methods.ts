import { anyOf } from '#platform/db/any-of.ts'
import type { Db } from '#platform/db/database.ts'
import { lastWayIn } from '../contract/errors.ts'
import type { SignInMethodCounts } from '../contract/sign-in-methods.ts'

/**
 * Counts the ways in which a user can sign in. A link of an e-mail, which sets a password, is none.
 * @param configured names of the providers that the site has: an account at another one is no way in
 */
export async function signInMethods(db: Db, userId: string, configured: readonly string[]): Promise<SignInMethodCounts> {
  const found = await db
    .selectNoFrom(({ exists, or, selectFrom }) => [
      or([
        exists(selectFrom('user_passwords').select('user_id').where('user_id', '=', userId)),
        exists(selectFrom('user_srp').select('user_id').where('user_id', '=', userId)),
      ]).as('password'),
      selectFrom('passkeys')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .where('user_id', '=', userId)
        .as('passkeys'),
      selectFrom('login_identities')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .where('user_id', '=', userId)
        .where('service', '=', anyOf(configured))
        .as('services'),
    ])
    .executeTakeFirstOrThrow()
  return { password: Boolean(found.password), passkeys: Number(found.passkeys), services: Number(found.services) }
}

/**
 * Called after a way in was removed, in the same transaction, which has locked the account: otherwise two removals at the same moment could
 * leave none.
 * @throws DdpError 409 if it was the last one
 */
export async function refuseIfLastSignInMethod(tx: Db, userId: string, configured: readonly string[]): Promise<void> {
  const { password, passkeys, services } = await signInMethods(tx, userId, configured)
  if (!password && passkeys + services === 0) throw lastWayIn()
}
