import type { FeatureContext } from '../../../platform/feature-context.ts'
import { startIntervalJob } from '../../../platform/jobs/interval-job.ts'
import { Enrolments } from './account-invitations.ts'
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
import { ConnectionRegistry, MOST_SOCKETS } from './sessions/connection-registry.ts'
import { LoginServices } from './sessions/login-services.ts'
import { Sessions } from './sessions/sessions.ts'
import { findUser, listEmails, setDisplayName } from './store.ts'
import { UserCache } from './user-cache.ts'

/** ms between removals of expired tokens and links (wire reference §2.3). */
const HOUSEKEEPING = 600_000

export interface AccountsFeature extends AccountsApi {
  post: MailQueue
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
  const report = (err: unknown): void => log.error({ err }, 'housekeeping of accounts failed')
  const people = caches.add('known people', new UserCache(database))
  const connections = new ConnectionRegistry(config.rateLimits === 'on' ? MOST_SOCKETS : null)
  const post = new MailQueue({ database, clock, log, mailer, address, limited: config.rateLimits === 'on', bus, jobs })
  const { loginExpirationDays, signUps } = config
  const sessions = new Sessions({ database, clock, loginExpirationDays, report, tell: entries => live.feed.push(entries) })
  const credentials = new Credentials(database, new PasswordHasher(), new LoginLimits(config.rateLimits, log, bus))
  const service = new AccountsService({ database, now: () => clock.now(), credentials, sessions, post, signUps })
  const emails = new Emails({ database, now: () => clock.now(), credentials, sessions, post })
  const deletion = new Deletion({ database, sessions, mailer, post })
  const exports = new Export(database, clock)
  const enrolments = new Enrolments({ database, clock, post })
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
  exports.serve(http)
  live.onChange(userChanged, ({ userId }) => people.forget(userId))
  live.onChange(tokenEnded, ({ hashedToken }) => connections.revoke(hashedToken))

  const housekeeping = startIntervalJob(
    clock,
    HOUSEKEEPING,
    async () => {
      await sessions.seen(connections.tokens())
      await live.feed.push(await sessions.sweep())
    },
    report,
  )
  onClose(async () => {
    sessions.stop()
    await housekeeping.stop()
  })

  return {
    post,
    sweep: () => housekeeping.run(),
    person: userId => people.get(userId),
    userByName: (username, db = database.db) => findUser(db, { username }),
    rename: setDisplayName,
    onDelete: (part, settled) => deletion.add(part, settled),
    onSignUp: rule => service.onSignUp(rule),
    onExport: part => exports.add(part),
    deleteUser: (deleting, also) => deletion.run(deleting, also),
    enroll: (enrolment, also) => enrolments.enroll(enrolment, also),
    enrolLink: userId => enrolments.link(userId),
    configureLoginService: (name, fields) => services.configure(name, fields),
  }
}
