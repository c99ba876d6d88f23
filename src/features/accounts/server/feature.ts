import type { LoginProvider } from '#platform/config/login-providers.ts'
import type { FeatureContext } from '#platform/feature-context.ts'
import { startIntervalJob } from '#platform/jobs/interval-job.ts'
import { registerCalls } from '#platform/live/server/call-handler.ts'
import { mayAdminister } from '#platform/log/request-context.ts'
import { describeSite, type EmailSite } from '#platform/mail/email-site.ts'
import { SecretBox } from '#platform/storage/secret-box.ts'
import type { AccountsApi } from './api.ts'
import { ACCOUNT_CALLS } from './calls.ts'
import { tokenEnded, userChanged } from './changes.ts'
import { Enrollments } from './enrollments.ts'
import { EmailAddresses } from './mail/email-addresses.ts'
import { MailQueue } from './mail/mail-queue.ts'
import { registerMethods } from './methods.ts'
import { OwnerCheck } from './owner-check.ts'
import { Passkeys } from './passkeys/passkeys.ts'
import { Credentials } from './passwords/credentials.ts'
import { LoginLimits } from './passwords/login-limits.ts'
import { PasswordHasher } from './passwords/password-hasher.ts'
import { AccountDeletion } from './personal-data/account-deletion.ts'
import { PersonalExport } from './personal-data/personal-export.ts'
import { LoginProviders } from './providers/login-providers.ts'
import { ProviderLogins } from './providers/provider-logins.ts'
import { registerOauthRoutes } from './providers/routes.ts'
import { deleteIdentities } from './providers/store.ts'
import { registerPublications } from './publications.ts'
import { registerMeteorSecondStepMethods } from './second-step/meteor-methods.ts'
import { SecondStep } from './second-step/second-step.ts'
import { AccountsService } from './service.ts'
import { ConnectionRegistry, MAX_SOCKETS_PER_USER } from './sessions/connection-registry.ts'
import { FreshSignIn } from './sessions/fresh-sign-in.ts'
import { LoginServices } from './sessions/login-services.ts'
import { Sessions } from './sessions/sessions.ts'
import { SignUps } from './sign-ups.ts'
import { findUser, isNewcomer, listEmails, lockUser, setDisplayName } from './store.ts'
import { Suspensions } from './suspensions/suspensions.ts'
import { createUserCache } from './user-cache.ts'
import { BlockedNames } from './usernames/blocked-names.ts'

/** ms between removals of expired tokens and links (wire reference §2.3). */
const HOUSEKEEPING = 600_000

/** Name of the key that encrypts secrets of users. */
const SECRETS_KEY = 'accounts'

export interface AccountsFeature extends AccountsApi {
  mailQueue: MailQueue
  /** Deletes expired tokens and links, as happens every ten minutes too. Resolves when that is done. */
  sweep(): Promise<void>
  /** For tests, whose provider has an http address: replaces the providers until the settings change. */
  setLoginProviders(providers: readonly LoginProvider[]): void
}

export function startAccounts({
  database,
  pubSub,
  clock,
  live,
  config,
  settings,
  secrets,
  log,
  mailer,
  logo,
  address,
  http,
  caches,
  jobs,
  onClose,
}: FeatureContext): AccountsFeature {
  const logFailure = (err: unknown): void => log.error({ err }, 'housekeeping of accounts failed')
  const userCache = caches.add('known people', createUserCache(database))
  const connections = new ConnectionRegistry(config.rateLimits === 'on' ? MAX_SOCKETS_PER_USER : null)
  const site = (): EmailSite => describeSite(settings, logo, address())
  const mailQueue = new MailQueue({
    database,
    clock,
    log,
    mailer,
    site,
    limited: config.rateLimits === 'on',
    pubSub,
    jobs,
  })
  const { loginExpirationDays } = config
  const sessions = new Sessions({
    database,
    clock,
    loginExpirationDays,
    reportFailure: logFailure,
    publish: entries => live.changeLog.publish(entries),
  })
  const limits = new LoginLimits(config.rateLimits, log, pubSub)
  const credentials = new Credentials(database, new PasswordHasher(), limits)
  secrets.check(SECRETS_KEY)
  const secretBox = new SecretBox(() => secrets.key(SECRETS_KEY))
  const secondStep = new SecondStep({
    database,
    now: () => clock.now(),
    secretBox,
    limits,
    mailQueue,
    siteName: () => site().name,
  })
  const suspensions = new Suspensions({ database, clock, sessions })
  const blockedNames = new BlockedNames(database, () => settings.current().name)
  const now = (): number => clock.now()
  const signUps = new SignUps({ database, credentials, sessions, mailQueue, blockedNames, settings })
  const service = new AccountsService({ database, now, credentials, sessions, mailQueue, secondStep })
  const freshSignIn = new FreshSignIn({ sessions, connections })
  const providers = new LoginProviders({ clock, address, services: new LoginServices(live) })
  const ownerCheck = new OwnerCheck({ database, credentials, secondStep, freshSignIn, providers })
  const passkeys = new Passkeys({ database, now, log, sessions, limits, mailQueue, address })
  const emails = new EmailAddresses({ database, now, sessions, mailQueue, blockedNames })
  const deletion = new AccountDeletion({ database, sessions, mailer, mailQueue })
  const exports = new PersonalExport(database, clock)
  const enrollments = new Enrollments({ database, clock, mailQueue })
  const applyProviders = (): void => providers.set(settings.current().loginProviders)
  applyProviders()
  settings.onChange(applyProviders)
  const providerLogins = new ProviderLogins({
    database,
    now: () => clock.now(),
    providers,
    secretBox,
    signUps,
    sessions,
    mailQueue,
  })

  const parts = {
    live,
    providerLogins,
    service,
    signUps,
    passkeys,
    emails,
    sessions,
    limits,
    connections,
    emailOf: async (userId: string) => (await listEmails(database.db, userId))[0],
  }
  registerMethods(parts)
  registerCalls(live, ACCOUNT_CALLS, {
    database,
    now,
    credentials,
    connections,
    deletion,
    emails,
    exports,
    freshSignIn,
    mailQueue,
    ownerCheck,
    passkeys,
    providerLogins,
    providers,
    secondStep,
    service,
    sessions,
  })
  registerMeteorSecondStepMethods(live, { secondStep, freshSignIn })
  registerOauthRoutes(http, {
    logins: providerLogins,
    log,
    address,
    origins: config.allowedOrigins.filter(origin => /^https?:/.test(origin)),
    forwardedCount: config.forwardedCount,
    limiter: config.rateLimits === 'on' ? pubSub.limiter('login/visits', { points: 60, duration: 300 }) : null,
  })
  deletion.add(async (tx, { userId }) => {
    await deleteIdentities(tx, userId)
    return []
  })
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
      await live.changeLog.publish(await suspensions.sweep())
      await providerLogins.sweep()
    },
    logFailure,
  )
  onClose(async () => {
    sessions.stop()
    await housekeeping.stop()
  })

  let rolesLeft = (_: unknown): unknown => null
  return {
    mailQueue,
    sweep: () => housekeeping.run(),
    async getUser(userId) {
      const user = await userCache.get(userId)
      return user === null || mayAdminister(userId) ? user : { ...user, roles: rolesLeft(user.roles) }
    },
    getLocale: async userId => (await findUser(database.db, { id: userId }))?.locale ?? null,
    findUserByName: (username, db = database.db) => findUser(db, { username }),
    rename: setDisplayName,
    onDelete: (part, settled) => deletion.add(part, settled),
    onSignOut: hook => sessions.onSignOut(hook),
    onMayNotAdminister(rule) {
      rolesLeft = rule
    },
    onSignUp: rule => signUps.setRule(rule),
    onExport: part => exports.add(part),
    deleteUser: (deleting, also) => deletion.run(deleting, also),
    enroll: (enrollment, also) => enrollments.enroll(enrollment, also),
    requireFreshSignIn: call => freshSignIn.require(call.invocation),
    enrollmentLink: userId => enrollments.issueLink(userId),
    lock: lockUser,
    isNewcomer,
    suspend: (tx, userId, suspension) => suspensions.begin(tx, userId, suspension),
    liftSuspension: (tx, userId) => suspensions.lift(tx, userId),
    signOut: (tx, userId) => sessions.endAll(tx, userId, null),
    resetSecondStep: (tx, userId) => secondStep.reset(tx, userId),
    registerMail: (kind, render) => mailQueue.register(kind, render),
    drainMails: () => mailQueue.drain(),
    blockedNames,
    setLoginProviders: found => providers.set(found),
  }
}
