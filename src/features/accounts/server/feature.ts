import type { FeatureContext } from '../../../platform/feature-context.ts'
import { startIntervalJob } from '../../../platform/jobs/interval-job.ts'
import { AccountInvitations } from './account-invitations.ts'
import { registerAccountMethods } from './account-methods.ts'
import type { AccountsApi } from './api.ts'
import { tokenEnded, userChanged } from './changes.ts'
import { Emails } from './mail/emails.ts'
import { MailQueue } from './mail/mail-queue.ts'
import { registerMethods } from './methods.ts'
import { Credentials } from './passwords/credentials.ts'
import { LoginLimits } from './passwords/login-limits.ts'
import { PasswordHasher } from './passwords/password-hasher.ts'
import { Deletion } from './personal-data/deletion.ts'
import { Export } from './personal-data/export.ts'
import { registerPublications } from './publications.ts'
import { AccountsService } from './service.ts'
import { ConnectionRegistry, MAX_SOCKETS_PER_USER } from './sessions/connection-registry.ts'
import { LoginServices } from './sessions/login-services.ts'
import { Sessions } from './sessions/sessions.ts'
import { findUser, listEmails, setDisplayName } from './store.ts'
import { createUserCache } from './user-cache.ts'

/** ms between removals of expired tokens and links (wire reference §2.3). */
const HOUSEKEEPING = 600_000

export interface AccountsFeature extends AccountsApi {
  mailQueue: MailQueue
  /** Deletes expired tokens and links, as happens every ten minutes too. Resolves when that is done. */
  sweep(): Promise<void>
}

export function startAccounts({
  database,
  bus,
  clock,
  live,
  config,
  log,
  mailer,
  address,
  http,
  caches,
  jobs,
  onClose,
}: FeatureContext): AccountsFeature {
  const logFailure = (err: unknown): void => log.error({ err }, 'housekeeping of accounts failed')
  const userCache = caches.add('known people', createUserCache(database))
  const connections = new ConnectionRegistry(config.rateLimits === 'on' ? MAX_SOCKETS_PER_USER : null)
  const mailQueue = new MailQueue({ database, clock, log, mailer, address, limited: config.rateLimits === 'on', bus, jobs })
  const { loginExpirationDays, signUps } = config
  const sessions = new Sessions({
    database,
    clock,
    loginExpirationDays,
    reportFailure: logFailure,
    publish: entries => live.changeLog.publish(entries),
  })
  const credentials = new Credentials(database, new PasswordHasher(), new LoginLimits(config.rateLimits, log, bus))
  const service = new AccountsService({ database, now: () => clock.now(), credentials, sessions, mailQueue, signUps })
  const emails = new Emails({ database, now: () => clock.now(), credentials, sessions, mailQueue })
  const deletion = new Deletion({ database, sessions, mailer, mailQueue })
  const exports = new Export(database, clock)
  const accountInvitations = new AccountInvitations({ database, clock, mailQueue })
  const services = new LoginServices(live)

  const parts = {
    live,
    service,
    emails,
    sessions,
    connections,
    emailOf: async (userId: string) => (await listEmails(database.db, userId))[0],
  }
  registerMethods(parts)
  registerAccountMethods(parts, { credentials, deletion, exports })
  registerPublications(live)
  exports.registerRoute(http)
  live.onChange(userChanged, ({ userId }) => userCache.invalidate(userId))
  live.onChange(tokenEnded, ({ hashedToken }) => connections.revoke(hashedToken))

  const housekeeping = startIntervalJob(
    clock,
    HOUSEKEEPING,
    async () => {
      await sessions.touch(connections.tokens())
      await live.changeLog.publish(await sessions.sweep())
    },
    logFailure,
  )
  onClose(async () => {
    sessions.stop()
    await housekeeping.stop()
  })

  return {
    mailQueue,
    sweep: () => housekeeping.run(),
    person: userId => userCache.get(userId),
    userByName: (username, db = database.db) => findUser(db, { username }),
    rename: setDisplayName,
    onDelete: (part, settled) => deletion.add(part, settled),
    onSignUp: rule => service.onSignUp(rule),
    onExport: part => exports.add(part),
    deleteUser: (deleting, also) => deletion.run(deleting, also),
    enroll: (enrolment, also) => accountInvitations.enroll(enrolment, also),
    enrolLink: userId => accountInvitations.issueLink(userId),
    configureLoginService: (name, fields) => services.configure(name, fields),
  }
}
