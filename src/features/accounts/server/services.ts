import type { Database } from '#platform/db/database.ts'
import type { EmailAddresses } from './mail/email-addresses.ts'
import type { MailQueue } from './mail/mail-queue.ts'
import type { OwnerCheck } from './owner-check.ts'
import type { Passkeys } from './passkeys/passkeys.ts'
import type { Credentials } from './passwords/credentials.ts'
import type { AccountDeletion } from './personal-data/account-deletion.ts'
import type { PersonalExport } from './personal-data/personal-export.ts'
import type { LoginProviders } from './providers/login-providers.ts'
import type { ProviderLogins } from './providers/provider-logins.ts'
import type { SecondStep } from './second-step/second-step.ts'
import type { AccountsService } from './service.ts'
import type { ConnectionRegistry } from './sessions/connection-registry.ts'
import type { FreshSignIn } from './sessions/fresh-sign-in.ts'
import type { Sessions } from './sessions/sessions.ts'

/** What the calls of this feature use, but for Meteor's. */
export interface AccountsServices {
  database: Database
  now: () => number
  credentials: Credentials
  connections: ConnectionRegistry
  deletion: AccountDeletion
  emails: EmailAddresses
  exports: PersonalExport
  freshSignIn: FreshSignIn
  mailQueue: MailQueue
  ownerCheck: OwnerCheck
  passkeys: Passkeys
  providerLogins: ProviderLogins
  providers: LoginProviders
  secondStep: SecondStep
  service: AccountsService
  sessions: Sessions
}
