import { secondStepOff, secondStepOn } from '#accounts/contract/errors.ts'
import { invalidSecondStepCode, secondStepCodeMissing } from '#accounts/contract/protocol-errors.ts'
import type { SecondStepInfo } from '#accounts/contract/second-step.ts'
import type { DdpError } from '#ddp/wire/error.ts'
import type { Database, Db } from '#platform/db/database.ts'
import { fieldError } from '#platform/live/contract.ts'
import type { SecretBox } from '#platform/storage/secret-box.ts'
import { fieldRule } from '#platform/text/field-rules.ts'
import type { MailQueue } from '../mail/mail-queue.ts'
import type { LoginLimits } from '../passwords/login-limits.ts'
import * as accounts from '../store.ts'
import * as store from './store.ts'
import { hashRecoveryCode, newRecoveryCodes, newTotpSecret, totpAddress, totpStep } from './totp.ts'

export interface SecondStepOptions {
  database: Database
  now: () => number
  secretBox: SecretBox
  limits: LoginLimits
  mailQueue: MailQueue
  /** name of the site in authenticator apps */
  siteName: () => string
}

const wrongCode = (): DdpError => fieldError('code', fieldRule('code-wrong', 'is wrong or was used before'))
/** As Meteor's accounts-2fa says it. */

/**
 * The second step of signing in with a password: a code of an authenticator app (RFC 6238), or one of ten recovery codes. Each code works
 * once. Guesses are limited by account, and by address where the account has signed in before.
 */
export class SecondStep {
  readonly #options: SecondStepOptions

  constructor(options: SecondStepOptions) {
    this.#options = options
  }

  /**
   * Checks the code of a login whose password was right, and uses it up.
   * @param code undefined: none was given
   * @param address of the client
   * @throws DdpError `no-2fa-code`, `invalid-2fa-code` (those of Meteor's accounts-2fa), too-many-requests
   */
  async check(userId: string, code: string | undefined, address: string | null): Promise<void> {
    if (code === undefined || code === '') throw secondStepCodeMissing()
    await this.#attempt(userId, code, address, invalidSecondStepCode())
  }

  async info(userId: string): Promise<SecondStepInfo> {
    const { db } = this.#options.database
    const found = await store.findTotp(db, userId)
    if (found === null || found.enabledAt === null) return { on: false }
    return { on: true, since: found.enabledAt, recoveryCodes: await store.countRecoveryCodes(db, userId) }
  }

  /** How far an account is. `begun`: an app may have got the secret */
  async progress(userId: string): Promise<'off' | 'begun' | 'on'> {
    const found = await store.findTotp(this.#options.database.db, userId)
    if (found === null) return 'off'
    return found.enabledAt === null ? 'begun' : 'on'
  }

  /**
   * Makes a secret for an authenticator app. It takes effect by `enable`.
   * @param issuer name that the app shows. @throws DdpError 409
   */
  async begin(userId: string, issuer = this.#options.siteName()): Promise<{ secret: string; address: string }> {
    const { database, secretBox } = this.#options
    const user = await accounts.findUser(database.db, { id: userId })
    const secret = newTotpSecret()
    if (!(await store.putPendingTotp(database.db, userId, secretBox.encrypt(secret, userId)))) throw secondStepOn()
    return { secret, address: totpAddress(secret, { issuer, label: user?.username ?? '' }) }
  }

  /**
   * Turns the second step on.
   * @param code of the app that has got the secret
   * @returns the recovery codes. @throws DdpError 400, 409, too-many-requests
   */
  async enable(userId: string, code: string, address: string | null): Promise<string[]> {
    const codes = newRecoveryCodes()
    await this.#enable(userId, code, address, codes, wrongCode())
    return codes
  }

  /** As `enable`, for a client that could not show them. @throws DdpError `invalid-2fa-code`, 409, too-many-requests */
  enableWithoutRecoveryCodes(userId: string, code: string, address: string | null): Promise<void> {
    return this.#enable(userId, code, address, [], invalidSecondStepCode())
  }

  async #enable(userId: string, code: string, address: string | null, recoveryCodes: readonly string[], refusal: DdpError): Promise<void> {
    const { database, limits, now } = this.#options
    await limits.attemptCode(userId, address, () =>
      database.transaction(async tx => {
        await accounts.lockUser(tx, userId)
        const found = await store.findTotp(tx, userId)
        if (found === null) throw secondStepOff()
        if (found.enabledAt !== null) throw secondStepOn()
        if (!(await this.#consumeTotp(tx, userId, found, code))) return refusal
        await store.enableTotp(tx, userId, new Date(now()))
        await store.putRecoveryCodes(tx, userId, recoveryCodes.map(hashRecoveryCode))
        await this.#options.mailQueue.enqueueToAll(tx, 'second-step-on', userId)
        return {}
      }),
    )
    this.#options.mailQueue.drain()
  }

  /** Makes new recovery codes; the old ones no longer work. @throws DdpError 400, 409, too-many-requests */
  async renewRecoveryCodes(userId: string, code: string, address: string | null): Promise<string[]> {
    await this.#mustBeOn(userId)
    await this.#attempt(userId, code, address, wrongCode())
    const codes = newRecoveryCodes()
    await this.#options.database.transaction(tx => store.putRecoveryCodes(tx, userId, codes.map(hashRecoveryCode)))
    return codes
  }

  /** @throws DdpError 400, 409, too-many-requests */
  async disable(userId: string, code: string, address: string | null): Promise<void> {
    await this.#mustBeOn(userId)
    await this.#attempt(userId, code, address, wrongCode())
    await this.disableProved(userId)
  }

  /** Turns the second step off, or forgets a secret that was not enabled, for a user who has just passed it. */
  async disableProved(userId: string): Promise<void> {
    await this.#options.database.transaction(tx => this.reset(tx, userId))
    this.#options.mailQueue.drain()
  }

  /** Turns the second step off without a code, in the caller's transaction. @returns false if it was off */
  async reset(tx: Db, userId: string): Promise<boolean> {
    const wasOn = await store.deleteSecondStep(tx, userId)
    if (wasOn) await this.#options.mailQueue.enqueueToAll(tx, 'second-step-off', userId)
    return wasOn
  }

  /** Uses up a code. @throws DdpError `refusal`, too-many-requests */
  async #attempt(userId: string, code: string, address: string | null, refusal: DdpError): Promise<void> {
    await this.#options.limits.attemptCode(userId, address, async () => ((await this.#consume(userId, code)) ? { userId } : refusal))
  }

  async #mustBeOn(userId: string): Promise<void> {
    if (!(await this.info(userId)).on) throw secondStepOff()
  }

  async #consume(userId: string, code: string): Promise<boolean> {
    const { db } = this.#options.database
    const found = await store.findTotp(db, userId)
    if (found === null || found.enabledAt === null) return true
    if (await this.#consumeTotp(db, userId, found, code)) return true
    return store.consumeRecoveryCode(db, userId, hashRecoveryCode(code))
  }

  async #consumeTotp(db: Db, userId: string, { secret }: store.StoredTotp, code: string): Promise<boolean> {
    const known = this.#options.secretBox.tryDecrypt(secret, userId)
    const step = known === null ? null : totpStep(known, code, this.#options.now())
    return step !== null && (await store.consumeTotpStep(db, userId, step))
  }
}
