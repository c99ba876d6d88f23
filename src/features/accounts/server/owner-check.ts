import { wrongCredentials } from '#accounts/contract/protocol-errors.ts'
import type { DdpConnection } from '#ddp/server/connection.ts'
import type { Database } from '#platform/db/database.ts'
import { signInAgain } from '../contract/errors.ts'
import type { Credentials, PasswordInput } from './passwords/credentials.ts'
import type { LoginProviders } from './providers/login-providers.ts'
import type { SecondStep } from './second-step/second-step.ts'
import type { FreshSignIn } from './sessions/fresh-sign-in.ts'
import { signInMethods } from './sign-in-methods.ts'

/** What a user proves with; undefined: not given */
interface OwnerProof {
  password?: PasswordInput | undefined
  /** of the second step */
  code?: string | undefined
}

export interface OwnerCheckOptions {
  database: Database
  credentials: Credentials
  secondStep: SecondStep
  freshSignIn: FreshSignIn
  providers: Pick<LoginProviders, 'names'>
}

/** Checks before a serious change that the caller is the owner of the account, and not someone who found the device unlocked. */
export class OwnerCheck {
  readonly #options: OwnerCheckOptions

  constructor(options: OwnerCheckOptions) {
    this.#options = options
  }

  /**
   * For changes of how the user signs in: the password, with the code of the second step where that is on, or having signed in just now.
   * @throws DdpError 403; `no-2fa-code`, `invalid-2fa-code`; as Credentials.check
   */
  async forSignInMethods(userId: string, { password, code }: OwnerProof, connection: DdpConnection): Promise<void> {
    const { credentials, secondStep } = this.#options
    if (password === undefined) return this.#freshSignIn(connection)
    const { hasSecondStep } = await credentials.check({ id: userId }, password, connection.clientAddress)
    if (hasSecondStep) await secondStep.check(userId, code, connection.clientAddress)
  }

  /**
   * For other changes: the password; of an account without one, having signed in just now.
   * @throws DdpError 403; as Credentials.check
   */
  async forOtherChanges(userId: string, password: PasswordInput | undefined, connection: DdpConnection): Promise<void> {
    const { database, credentials, providers } = this.#options
    if (password !== undefined) await credentials.check({ id: userId }, password, connection.clientAddress)
    else if ((await signInMethods(database.db, userId, providers.names())).password) throw wrongCredentials()
    else await this.#freshSignIn(connection)
  }

  async #freshSignIn(connection: DdpConnection): Promise<void> {
    if (!(await this.#options.freshSignIn.isFresh(connection))) throw signInAgain()
  }
}
