import { DdpError } from '#ddp/wire/error.ts'
import { appendChanges, type ChangeLogEntry, type NewChange } from '#platform/db/change-log/write.ts'
import type { Database, Db } from '#platform/db/database.ts'
import type { SiteSettings } from '#platform/settings/site-settings.ts'
import type { Locale } from '#platform/text/locales.ts'
import { withoutUnseen } from '#platform/text/names.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { nameLookalike, nameTaken, signUpsForbidden, wrongCredentials } from '../contract/protocol-errors.ts'
import { emailProblem, usernameProblem } from '../rules.ts'
import { userChanged } from './changes.ts'
import type { MailQueue } from './mail/mail-queue.ts'
import type { Credentials, PasswordInput } from './passwords/credentials.ts'
import { profileNameProblem, profileProblem, readDisplayName } from './profile.ts'
import type { NewSession, Sessions } from './sessions/sessions.ts'
import * as store from './store.ts'
import type { BlockedNamesApi } from './usernames/blocked-names.ts'
import { hasLookalike } from './usernames/lookalikes.ts'

/** Decides who may sign up; set by a higher feature. */
export interface SignUpRule {
  /** Called before anything else is checked. @throws DdpError 403 */
  check(invitation: string | null): Promise<void>
  /** Called in the transaction that creates the account. @returns the changes to write. @throws DdpError 403 */
  redeem(tx: Db, userId: string, invitation: string | null): Promise<NewChange[]>
}

export interface SignUpsOptions {
  database: Database
  credentials: Credentials
  sessions: Sessions
  mailQueue: MailQueue
  blockedNames: BlockedNamesApi
  /** who may sign up, as the site is set */
  settings: Pick<SiteSettings, 'current'>
}

/** @property changes already committed; the caller publishes them */
export interface SignedUp {
  login: NewSession
  changes: ChangeLogEntry[]
}

const invalid = (problem: string): DdpError => new DdpError(403, 'User validation failed', problem)

/** Creates accounts for people who sign up, by whichever way. The policy of the site and invitations hold for all of them. */
export class SignUps {
  readonly #options: SignUpsOptions
  #rule: SignUpRule | null = null

  constructor(options: SignUpsOptions) {
    this.#options = options
  }

  setRule(rule: SignUpRule): void {
    this.#rule = rule
  }

  /**
   * Signs a user up with a password.
   * @throws DdpError 400 for a blocked name; 400 and 403 as the mission lists them; 403 `Signups forbidden` without an invitation where one is
   *   needed
   */
  async byPassword(
    options: {
      username?: string | undefined
      email?: string | undefined
      password: PasswordInput
      profile?: Record<string, unknown> | undefined
      invitation?: string | null | undefined
      locale?: Locale | undefined
    },
    device: string,
  ): Promise<SignedUp> {
    const { database, credentials, mailQueue, blockedNames } = this.#options
    const invitation = options.invitation ?? null
    await this.#checkPolicy(invitation)
    const username = options.username?.normalize('NFC').trim() || null
    const email = options.email?.trim() || null
    if (username === null && email === null) throw new DdpError(400, 'Need to set a username or email')
    const profile = options.profile ?? {}
    const problem =
      (username === null ? null : usernameProblem(username)) ??
      (email === null ? null : emailProblem(email)) ??
      profileProblem(profile) ??
      profileNameProblem(profile)
    if (problem !== null) throw invalid(problem)
    await blockedNames.check(database.db, {
      username: username === null ? undefined : { path: 'username', name: username },
      texts: typeof profile.name === 'string' ? [{ path: 'profile.name', name: withoutUnseen(profile.name), userId: null }] : [],
      email: email === null ? undefined : { path: 'email', name: email },
    })
    if (username !== null && (await store.isTaken(database.db, { username }))) throw nameTaken()
    const passwordHash = await credentials.hash(options.password)
    if (email !== null && (await store.isTaken(database.db, { email }))) {
      await mailQueue.enqueue(database.db, 'address-taken', null, email)
      mailQueue.drain()
      throw wrongCredentials()
    }
    const id = uuidv7()
    const name = username ?? madeName(id)
    const displayName = readDisplayName(profile, name)
    const user = { id, username: name, displayName, profile, email, passwordHash, locale: options.locale ?? null }
    const result = await this.#create(user, { invitation, device, beganWith: 'password' }, async tx => {
      if (email !== null) await mailQueue.enqueue(tx, 'verify', id, email)
    })
    if (email !== null) mailQueue.drain()
    return result
  }

  /**
   * Signs a user up by a login service, without a password.
   * @param options.username null: one is made
   * @param options.verifiedEmail not used if an account has it: an address links nothing
   * @param link links the service with the new user, in the transaction that creates the account
   * @throws DdpError 400 and 403 as `byPassword`, and those of `link`
   */
  async byService(
    options: { username: string | null; verifiedEmail: string | null; invitation: string | null; locale: Locale | null; beganWith: string },
    device: string,
    link: (tx: Db, userId: string) => Promise<void>,
  ): Promise<SignedUp> {
    const { database, blockedNames } = this.#options
    const { verifiedEmail, invitation, locale, beganWith } = options
    await this.#checkPolicy(invitation)
    const id = uuidv7()
    const username = options.username?.normalize('NFC').trim() ?? madeName(id)
    const problem = usernameProblem(username)
    if (problem !== null) throw invalid(problem)
    await blockedNames.check(database.db, {
      username: { path: 'username', name: username },
      email: verifiedEmail === null ? undefined : { path: 'email', name: verifiedEmail },
    })
    if (await store.isTaken(database.db, { username })) throw nameTaken()
    const canUse = verifiedEmail !== null && emailProblem(verifiedEmail) === null
    const email = canUse && !(await store.isTaken(database.db, { email: verifiedEmail })) ? verifiedEmail : null
    const user = { id, username, displayName: username, profile: {}, email, passwordHash: null, locale }
    return this.#create(user, { invitation, device, beganWith }, async tx => {
      if (email !== null) await store.verifyAddress(tx, id, email)
      await link(tx, id)
    })
  }

  async #checkPolicy(invitation: string | null): Promise<void> {
    const { signUps } = this.#options.settings.current()
    if (signUps === 'closed' || (signUps === 'invite' && this.#rule === null)) throw signUpsForbidden()
    await this.#rule?.check(invitation)
  }

  /** Creates the account and its first session. @param also what else belongs to the transaction */
  async #create(
    user: store.NewUser,
    { invitation, device, beganWith }: { invitation: string | null; device: string; beganWith: string },
    also: (tx: Db) => Promise<void>,
  ): Promise<SignedUp> {
    const { database, sessions } = this.#options
    const { id, username } = user
    return database
      .transaction(async tx => {
        if (await hasLookalike(tx, username, id)) throw invalid(nameLookalike.reason)
        await store.insertUser(tx, user)
        await also(tx)
        const redeemed = (await this.#rule?.redeem(tx, id, invitation)) ?? []
        const login = await sessions.issue(tx, id, device, beganWith)
        return { login, changes: await appendChanges(tx, [userChanged.of({ userId: id }), ...redeemed]) }
      })
      .catch(error => {
        throw takenError(error)
      })
  }
}

const madeName = (id: string): string => `player-${id.slice(-8)}`

/** When two sign-ups compete for a name or an address, the slower one gets the same error as if it had come a moment later. */
function takenError(error: unknown): unknown {
  const { code, constraint } = (error ?? {}) as { code?: string; constraint?: string }
  if (code !== '23505') return error
  return constraint === 'users_username_key_key' ? nameTaken() : wrongCredentials()
}
