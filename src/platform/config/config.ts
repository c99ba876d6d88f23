import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isContact } from '#platform/settings/settings-schema.ts'
import type { S3Options } from '#platform/storage/s3.ts'
import { parseFromAddress } from '#platform/text/mail-address.ts'
import type { SocialLink } from '#platform/ui/layouts/context/site-settings-context.ts'
import { type ApnsOptions, type FcmOptions, readApns, readFcm } from './app-push.ts'
import { type LoginProvider, readLoginProviders } from './login-providers.ts'
import { ConfigError, type Environment, EnvReader } from './read-env.ts'
import { readSocialLinks } from './social-links.ts'

export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent'

/** What the operator configures (operations: Environment). Only what is marked as public may reach browsers. */
export interface Config {
  port: number
  /** the address to listen at; null: not given, so the setting `listen` decides */
  host: string | null
  /** public address without a trailing slash; null: the address of this machine with the port that the server listens on */
  rootUrl: string | null
  /** origins that may open sockets, besides the site's own */
  allowedOrigins: string[]
  dataDir: string
  /** the folder of backups that the site makes itself */
  backupDir: string
  /** address of the database; null: the embedded Postgres */
  databaseUrl: string | null
  /** address of a hot standby of the database, which answers reads; null: there is none */
  databaseReplicaUrl: string | null
  /** the Redis over which the nodes of one database tell each other of changes; null: there is one node */
  redisUrl: string | null
  /** who may create an account. This and what else may be set in the administration is null where the environment says nothing */
  signUps: 'open' | 'invite' | 'closed' | null
  /** who may invite people to the site; null: not given */
  invitations: 'administrators' | 'players' | null
  /** days until a login token expires; null: never */
  loginExpirationDays: number | null
  rateLimits: 'on' | 'warn' | 'off'
  forwardedCount: number
  /** `smtp://` or `smtps://`, with the credentials; null: not given */
  mailUrl: string | null
  /** the sender of mails: an address, or `Name <address>`; null: not given */
  mailFrom: string | null
  /** how the people who run the site are reached: an e-mail address or an https address; null: not given */
  contact: string | null
  /** the object store for pictures; null: they are in the data directory */
  s3: S3Options | null
  /** the token that `/metrics` requires; null: it answers only requests from this machine */
  metricsToken: string | null
  /** the OpenTelemetry collector that traces go to, without `/v1/traces`; null: tracing is off */
  otlpEndpoint: string | null
  /** the Patreon client by which players link their memberships; null: they cannot */
  patreon: PatreonOptions | null
  /** providers by which users may sign in */
  loginProviders: LoginProvider[]
  /** origins of push services that may be used, besides those of the browsers' makers */
  pushOrigins: string[]
  /** the account by which the app on Android phones gets messages; null: it gets none */
  fcm: FcmOptions | null
  /** null: the app on iPhones gets no messages */
  apns: ApnsOptions | null
  /** origin of Discord, to which the webhooks of groups belong, without a slash at its end */
  discordUrl: string
  /** true: webhooks may lead to addresses of the operator's own network, and over http */
  privateWebhooks: boolean
  /** the Pinball Map that lists of machines come from: its origin, without a slash at its end, and the key that it gave the operator */
  pinballMap: { url: string; token: string | null }
  /** the Match Play that events are imported from: its origin, without a slash at its end */
  matchPlay: { url: string }
  /** the API of the IFPA, without a slash at its end, and the operator's key; null: numbers are not checked */
  ifpa: { url: string; key: string | null }
  /** the folder of the memory maps by which files of PinMAME are read; null: none are read */
  nvramMaps: string | null
  /** the analytics service that gets data on visits; null: none. Public: every browser gets it */
  analytics: AnalyticsOptions | null
  /** the names and https addresses of the links in every footer; null: not given. Public: every browser gets them */
  socialLinks: SocialLink[] | null
  /** 32 bytes in base64url that seal the secrets in the database; null: the data folder has the keys */
  secretsKey: string | null
  /** where the latest release of Skillshot is described, for the notice to administrators; null: nowhere */
  releasesUrl: string | null
  /** the key of the reporter that runs in this process and listens to the machine boards of its network; null: none runs */
  reporter: { key: string } | null
  logLevel: LogLevel
}

/** The client that the operator has registered with Patreon. */
export interface PatreonOptions {
  clientId: string
  clientSecret: string
  /** the campaign whose members are supporters */
  campaignId: string
  /** the secret that its webhooks are signed with; null: webhooks are not accepted */
  webhookSecret: string | null
  /** origin of the provider, without a slash at its end */
  url: string
}

export interface AnalyticsOptions {
  writeKey: string
  /** origin of the service, without a slash at its end */
  host: string
  /** user names that count as administrators to analytics */
  admins: string[]
}

const MOBILE_ORIGINS = ['capacitor://localhost', 'https://localhost']

/** @throws ConfigError with every problem at once */
export function readConfig(env: Environment): Config {
  const reader = new EnvReader(env)
  const rootUrl = reader.url('ROOT_URL', ['http:', 'https:'])
  const databaseUrl = reader.url('DATABASE_URL', ['postgres:', 'postgresql:'])
  const databaseReplicaUrl = reader.url('DATABASE_REPLICA_URL', ['postgres:', 'postgresql:'])
  if (databaseReplicaUrl !== null && databaseUrl === null)
    reader.problems.push('DATABASE_REPLICA_URL is set without DATABASE_URL. Name the Postgres whose standby it is too, or remove it.')
  const redisUrl = reader.url('REDIS_URL', ['redis:', 'rediss:'])
  if (redisUrl !== null && databaseUrl === null)
    reader.problems.push('REDIS_URL is set without DATABASE_URL. It is for several nodes on one database: name that too, or remove it.')
  const expiration = reader.text('LOGIN_EXPIRATION_DAYS') === 'never' ? null : reader.integer('LOGIN_EXPIRATION_DAYS', 90, 1, 36_500)
  const origins = reader.list('ALLOWED_ORIGINS')
  for (const origin of origins) {
    if (!/^[a-z][a-z0-9+.-]*:\/\/[^/]+$/i.test(origin))
      reader.problems.push(
        `ALLOWED_ORIGINS holds "${origin}". Give origins like https://scores.example, separated by commas, without paths.`,
      )
  }
  const mailUrl = reader.url('MAIL_URL', ['smtp:', 'smtps:'])
  if (mailUrl?.hostname === '') reader.problems.push('MAIL_URL names no server. Give one like smtps://user:password@mail.example.com.')
  const mailFrom = reader.text('MAIL_FROM')
  if (mailFrom !== null && parseFromAddress(mailFrom) === null)
    reader.problems.push(`MAIL_FROM is "${mailFrom}". Give an address, or a name and an address: Skillshot <no-reply@scores.example>.`)
  const contact = reader.text('CONTACT')
  if (contact !== null && !isContact(contact))
    reader.problems.push(`CONTACT is "${contact}". Give an e-mail address, or the https address of a page.`)
  const secretsKey = reader.text('SECRETS_KEY')
  if (secretsKey !== null && (!/^[\w-]{43}$/.test(secretsKey) || Buffer.from(secretsKey, 'base64url').length !== 32))
    reader.problems.push(
      'SECRETS_KEY is not 32 bytes in base64url. Make one with: node -p "crypto.randomBytes(32).toString(\'base64url\')".',
    )
  const s3 = readS3(reader)
  const patreon = readPatreon(reader)
  const analytics = readAnalytics(reader)
  const metricsToken = reader.text('METRICS_TOKEN')
  if (metricsToken !== null && !/^[\x21-\x7e]{16,}$/.test(metricsToken))
    reader.problems.push('METRICS_TOKEN is too easily guessed. Give 16 or more letters, digits and signs without spaces, or remove it.')
  const otlpEndpoint = reader.url('OTEL_EXPORTER_OTLP_ENDPOINT', ['http:', 'https:'])
  const releasesUrl = reader.encryptedUrl('RELEASES_URL')
  const discordUrl = reader.encryptedUrl('DISCORD_URL')
  const pinballMapUrl = reader.encryptedUrl('PINBALL_MAP_URL')
  const matchPlayUrl = reader.encryptedUrl('MATCH_PLAY_URL')
  const ifpaUrl = reader.encryptedUrl('IFPA_URL')
  const nvramMaps = reader.text('NVRAM_MAPS')
  if (nvramMaps !== null && !existsSync(join(nvramMaps, 'index.json')))
    reader.problems.push(`NVRAM_MAPS names ${nvramMaps}, which has no index.json. Give the folder of a copy of pinmame-nvram-maps.`)
  const dataDir = resolve(reader.text('DATA_DIR') ?? './data')
  const config: Config = {
    port: reader.integer('PORT', 3000, 0, 65_535),
    host: reader.text('HOST'),
    rootUrl: rootUrl === null ? null : rootUrl.href.replace(/\/+$/, ''),
    allowedOrigins: origins.length > 0 ? origins : MOBILE_ORIGINS,
    dataDir,
    backupDir: resolve(reader.text('BACKUP_DIR') ?? join(dataDir, 'backups')),
    databaseUrl: databaseUrl === null ? null : databaseUrl.href,
    databaseReplicaUrl: databaseReplicaUrl === null ? null : databaseReplicaUrl.href,
    redisUrl: redisUrl === null ? null : redisUrl.href,
    signUps: reader.oneOfOrNull('SIGN_UPS', ['open', 'invite', 'closed']),
    invitations: reader.oneOfOrNull('INVITATIONS', ['administrators', 'players']),
    loginExpirationDays: expiration,
    rateLimits: reader.oneOf('RATE_LIMITS', 'on', ['on', 'warn', 'off']),
    forwardedCount: reader.integer('FORWARDED_COUNT', 0, 0, 16),
    mailUrl: mailUrl === null ? null : mailUrl.href,
    mailFrom,
    contact,
    s3,
    metricsToken,
    otlpEndpoint: otlpEndpoint === null ? null : otlpEndpoint.href.replace(/\/+$/, ''),
    patreon,
    loginProviders: readLoginProviders(reader),
    pushOrigins: readPushOrigins(reader),
    fcm: readFcm(reader),
    apns: readApns(reader),
    discordUrl: discordUrl?.origin ?? 'https://discord.com',
    privateWebhooks: reader.oneOf('WEBHOOK_TARGETS', 'public', ['public', 'any']) === 'any',
    pinballMap: { url: pinballMapUrl?.origin ?? 'https://pinballmap.com', token: reader.text('PINBALL_MAP_TOKEN') },
    matchPlay: { url: matchPlayUrl?.origin ?? 'https://app.matchplay.events' },
    ifpa: { url: ifpaUrl?.origin ?? 'https://api.ifpapinball.com', key: reader.text('IFPA_API_KEY') },
    nvramMaps: nvramMaps === null ? null : resolve(nvramMaps),
    analytics,
    socialLinks: readSocialLinks(reader),
    secretsKey,
    releasesUrl: releasesUrl?.href ?? null,
    reporter: readReporter(reader),
    logLevel: reader.oneOf('LOG_LEVEL', 'info', ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']),
  }
  if (reader.problems.length > 0) throw new ConfigError(reader.problems)
  return config
}

/** Reads the settings of the object store: all that are required, or none. */
function readS3(reader: EnvReader): S3Options | null {
  const endpoint = reader.url('S3_ENDPOINT', ['http:', 'https:'])?.href ?? null
  const publicUrl = reader.url('S3_PUBLIC_URL', ['http:', 'https:'])?.href ?? null
  const region = reader.text('S3_REGION')
  const needed = {
    S3_BUCKET: reader.text('S3_BUCKET'),
    S3_ACCESS_KEY_ID: reader.text('S3_ACCESS_KEY_ID'),
    S3_SECRET_ACCESS_KEY: reader.text('S3_SECRET_ACCESS_KEY'),
  }
  if ([endpoint, publicUrl, region, ...Object.values(needed)].every(value => value === null)) return null
  for (const [name, value] of Object.entries(needed))
    if (value === null)
      reader.problems.push(`${name} is missing. An object store needs ${Object.keys(needed).join(', ')}, or none of the S3_ names.`)
  if (region !== null && !/^[a-z]{2}-\w+-\d$/.test(region)) reader.problems.push(`S3_REGION is "${region}". Give one like us-east-1.`)
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = needed
  if (bucket === null || accessKeyId === null || secretAccessKey === null) return null
  return { endpoint, region: region ?? 'us-east-1', bucket, accessKeyId, secretAccessKey, publicUrl }
}

/** Reads the settings of Patreon: all that are required, or none. Client secrets and tokens may leave this machine only over https. */
function readPatreon(reader: EnvReader): PatreonOptions | null {
  const url = reader.encryptedUrl('PATREON_URL')
  const webhookSecret = reader.text('PATREON_WEBHOOK_SECRET')
  const needed = {
    PATREON_CLIENT_ID: reader.text('PATREON_CLIENT_ID'),
    PATREON_CLIENT_SECRET: reader.text('PATREON_CLIENT_SECRET'),
    PATREON_CAMPAIGN_ID: reader.text('PATREON_CAMPAIGN_ID'),
  }
  if ([url, webhookSecret, ...Object.values(needed)].every(value => value === null)) return null
  for (const [name, value] of Object.entries(needed))
    if (value === null)
      reader.problems.push(`${name} is missing. Linking supporters needs ${Object.keys(needed).join(', ')}, or none of the PATREON_ names.`)
  const { PATREON_CLIENT_ID: clientId, PATREON_CLIENT_SECRET: clientSecret, PATREON_CAMPAIGN_ID: campaignId } = needed
  if (clientId === null || clientSecret === null || campaignId === null) return null
  return { clientId, clientSecret, campaignId, webhookSecret, url: url?.origin ?? 'https://www.patreon.com' }
}

/** Reads whether a reporter runs in this process, and its key: both, or neither. */
function readReporter(reader: EnvReader): { key: string } | null {
  const isOn = reader.oneOf('REPORTER', 'off', ['off', 'on']) === 'on'
  const key = reader.text('REPORTER_KEY')
  if (isOn && key === null)
    reader.problems.push('REPORTER_KEY is missing. Make a key under "Stations" of the venue whose machine boards are to be heard.')
  if (!isOn && key !== null) reader.problems.push('REPORTER_KEY is set without REPORTER=on. Set that too, or remove it.')
  return isOn && key !== null ? { key } : null
}

function readPushOrigins(reader: EnvReader): string[] {
  const origins = reader.list('PUSH_ORIGINS')
  for (const origin of origins)
    if (!URL.canParse(origin) || !origin.startsWith('https://') || new URL(origin).origin !== origin)
      reader.problems.push(`PUSH_ORIGINS holds "${origin}". Give origins like https://push.example, separated by commas, without paths.`)
  return origins
}

/** Reads the settings of analytics: write key and host, or neither. Data on people may leave their browsers only over https. */
function readAnalytics(reader: EnvReader): AnalyticsOptions | null {
  const writeKey = reader.text('ANALYTICS_WRITE_KEY')
  const host = reader.encryptedUrl('ANALYTICS_HOST')
  const admins = reader.list('ADMIN_USERNAMES')
  if (host !== null && host.href !== `${host.origin}/`)
    reader.problems.push('ANALYTICS_HOST is more than an origin. Give one like https://api.segment.io, without a path.')
  if ((writeKey === null) !== (host === null))
    reader.problems.push(
      `${writeKey === null ? 'ANALYTICS_WRITE_KEY' : 'ANALYTICS_HOST'} is missing. Analytics need both names, or neither.`,
    )
  if (writeKey === null || host === null) {
    if (admins.length > 0)
      reader.problems.push('ADMIN_USERNAMES is for analytics alone: set ANALYTICS_WRITE_KEY and ANALYTICS_HOST, or remove it.')
    return null
  }
  return { writeKey, host: host.origin, admins }
}

export const processConfig = (): Config => readConfig(process.env)
