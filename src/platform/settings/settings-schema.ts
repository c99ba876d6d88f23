import * as v from 'valibot'
import { booleanField, integer, name, strictObject, text, timeZone } from '#platform/live/schemas.ts'
import { fieldRule, mustBeList, unknownHere } from '#platform/text/field-rules.ts'
import { parseFromAddress } from '#platform/text/mail-address.ts'
import { DEFAULT_SITE_NAME } from '#platform/text/site-name.ts'

/**
 * The settings of the site that administrators may change while it runs (docs/decisions/043-site-settings.md). Both ends share this file:
 * the contract of the settings checks with the same schemas what the server reads from its database.
 */

/** Browsers and Node have it, but the types of code for both ends are those of the language alone. */
declare const URL: {
  canParse(text: string): boolean
  new (text: string): { href: string; protocol: string; hostname: string; username: string; password: string }
}

const MAX_URL = 500

const isHttps = (value: string): boolean => {
  if (!URL.canParse(value)) return false
  const { protocol, username, password } = new URL(value)
  return protocol === 'https:' && username === '' && password === ''
}

const mustBeHttps = fieldRule('https', 'must be an https address')

/** An https address without a user name or password, in the spelling of `URL`. */
const httpsUrl = v.pipe(
  text(1, MAX_URL),
  v.check(isHttps, mustBeHttps),
  v.transform(value => new URL(value).href),
)

/** An address, or `Name <address>`. */
const sender = v.pipe(
  text(1, 300),
  v.check(
    value => parseFromAddress(value) !== null,
    fieldRule('sender', 'must be an e-mail address, or a name and an address as in Skillshot <no-reply@scores.example>'),
  ),
)

/** An e-mail address, or the https address of a page, that can stand in Markdown. */
const contact = v.pipe(
  text(1, 200),
  v.regex(
    /^(?:[^\s@<>()[\]\\]+@[^\s@<>()[\]\\]+\.[^\s@<>()[\]\\]+|https:\/\/[^\s<>()[\]\\]+)$/,
    fieldRule('contact', 'must be an e-mail address, or the https address of a page'),
  ),
)

/** True if a text may be the setting `contact`. */
export const isContact = (value: string): boolean => v.is(contact, value)

const isMailServer = (value: string): boolean =>
  URL.canParse(value) && ['smtp:', 'smtps:'].includes(new URL(value).protocol) && new URL(value).hostname !== ''

const mailServer = v.pipe(
  text(1, MAX_URL),
  v.check(isMailServer, fieldRule('mail-server', 'must be an address that begins with smtp:// or smtps:// and names a server')),
)

const httpUrl = v.pipe(
  text(1, MAX_URL),
  v.check(value => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol), fieldRule('http', 'must be an http or https address')),
)

const secret = text(1, 500)
const providerSecret = text(1, 2000, { lines: true })

const providerEntries = {
  service: v.pipe(text(1, 30), v.regex(/^[a-z0-9-]+$/, fieldRule('characters', 'must have lower-case letters, digits and hyphens only'))),
  label: name(1, 40),
  preset: v.nullable(v.picklist(['google', 'apple', 'discord', 'github'], unknownHere())),
  issuer: v.nullable(httpsUrl),
  clientId: text(1, 500),
  /** of Apple: the private key in PEM */
  clientSecret: providerSecret,
  /** of Apple only: the ids of the team and of the private key */
  apple: v.nullable(strictObject({ teamId: text(1, 40), keyId: text(1, 40) })),
}

/** A provider by whose accounts people sign in. `issuer` is null for a preset that knows its own. */
const loginProviderSchema = v.pipe(
  strictObject(providerEntries),
  v.forward(
    v.check(({ preset, issuer }) => preset !== null || issuer !== null, mustBeHttps),
    ['issuer'],
  ),
  v.forward(
    v.check(
      ({ preset, apple }) => (preset === 'apple') === (apple !== null),
      fieldRule('apple-keys', 'must be the ids of the team and of the key, of Apple alone'),
    ),
    ['apple'],
  ),
)
export type LoginProviderSetting = v.InferOutput<typeof loginProviderSchema>

const s3TargetSchema = strictObject({
  kind: v.literal('s3', unknownHere()),
  endpoint: v.nullable(httpUrl),
  region: v.pipe(text(1, 60), v.regex(/^[a-z0-9-]+$/, fieldRule('characters', 'must be a region such as us-east-1'))),
  bucket: v.pipe(text(3, 63), v.regex(/^[a-z0-9.-]+$/, fieldRule('characters', 'must be the name of a bucket'))),
  /** what the names of the backups in the bucket begin with */
  prefix: v.pipe(text(0, 200), v.regex(/^[\w./-]*$/, fieldRule('characters', 'must have letters, digits, dots, hyphens and slashes only'))),
  accessKeyId: text(1, 200),
  secretAccessKey: secret,
})

/** Where backups go: the folder that the environment names, or a bucket of an object store. */
const folderTargetSchema = strictObject({ kind: v.literal('folder', unknownHere()) })

const backupTargetSchema = v.variant('kind', [folderTargetSchema, s3TargetSchema], unknownHere())
export type BackupTarget = v.InferOutput<typeof backupTargetSchema>

/**
 * @property schedule five fields as of cron, in `timeZone`; null: no backups by themselves. The server checks both before they are stored
 * @property keep how many are kept
 */
export const backupSchema = strictObject({
  schedule: v.nullable(text(1, 100)),
  timeZone: v.optional(text(1, 60), 'UTC'),
  keep: integer(1, 1000),
  target: backupTargetSchema,
})
export type BackupSettings = v.InferOutput<typeof backupSchema>

const pictureAddress = text(1, 600)
const pictureSize = { url: pictureAddress, webp: v.exactOptional(pictureAddress), width: integer(1, 10_000), height: integer(1, 10_000) }
/** The logo of the site: a processed picture, as the uploads feature makes it. */
const logoSchema = strictObject({
  ...pictureSize,
  sizes: v.array(strictObject(pictureSize), mustBeList()),
  placeholder: v.exactOptional(text(1, 1000)),
})

export const socialLinkSchema = strictObject({ text: name(1, 40), href: httpsUrl })
export const MAX_SOCIAL_LINKS = 10

/** How each setting is checked, before it is stored and when it is read again. */
export const settingSchemas = {
  name: name(1, 40),
  tagline: text(0, 120),
  /** null: the product's own colours */
  accentColor: v.nullable(
    v.pipe(
      text(7, 7),
      v.regex(/^#[0-9a-f]{6}$/i, fieldRule('colour', 'must be a colour such as #1f6feb')),
      v.transform(color => color.toLowerCase()),
    ),
  ),
  logo: v.nullable(logoSchema),
  signUps: v.picklist(['open', 'invite', 'closed'], unknownHere()),
  invitations: v.picklist(['administrators', 'players'], unknownHere()),
  /** who can open the site while it has no address of its own: programs of its computer, or every device in the network; from the next start on */
  listen: v.picklist(['computer', 'network'], unknownHere()),
  socialLinks: v.pipe(
    v.array(socialLinkSchema, mustBeList()),
    v.maxLength(MAX_SOCIAL_LINKS, fieldRule('max-items', 'must have at most {count} links', { count: MAX_SOCIAL_LINKS })),
    v.check(
      links => new Set(links.map(({ href }) => href)).size === links.length,
      fieldRule('address-once', 'must name each address once'),
    ),
  ),
  contact: v.nullable(contact),
  mailUrl: v.nullable(mailServer),
  mailFrom: v.nullable(sender),
  loginProviders: v.pipe(
    v.array(loginProviderSchema, mustBeList()),
    v.maxLength(10, fieldRule('max-items', 'must have at most {count} providers', { count: 10 })),
    v.check(
      list => new Set(list.map(({ service }) => service)).size === list.length,
      fieldRule('duplicate', 'must name each service once'),
    ),
  ),
  backups: backupSchema,
  /** whether administrators are told of new releases */
  releaseNotice: booleanField,
  /** where midnight is at which day, week, month and year of the site's boards begin */
  timeZone,
  /** whether players are rated by their head-to-head games */
  ratings: booleanField,
} as const

const { logo: _logo, mailUrl, loginProviders: _providers, backups: _backups, ...plainSchemas } = settingSchemas

const makeOptional = <Entries extends Record<string, v.GenericSchema>>(entries: Entries) =>
  Object.fromEntries(Object.entries(entries).map(([key, schema]) => [key, v.optional(schema)])) as {
    [Key in keyof Entries]: v.OptionalSchema<Entries[Key], undefined>
  }

/** What administrators may change by one call, except the logo, which is an upload. A secret that is left out stays as it is. */
export const settingsPatchSchema = strictObject({
  ...makeOptional(plainSchemas),
  mailUrl: v.optional(mailUrl),
  loginProviders: v.optional(
    v.pipe(
      v.array(strictObject({ ...providerEntries, clientSecret: v.optional(providerSecret) }), mustBeList()),
      v.maxLength(10, fieldRule('max-items', 'must have at most {count} providers', { count: 10 })),
    ),
  ),
  backups: v.optional(
    strictObject({
      ...backupSchema.entries,
      target: v.variant(
        'kind',
        [folderTargetSchema, strictObject({ ...s3TargetSchema.entries, secretAccessKey: v.optional(secret) })],
        unknownHere(),
      ),
    }),
  ),
})
export type SettingsInput = v.InferOutput<typeof settingsPatchSchema>

export type SettingKey = keyof typeof settingSchemas
/** All settings with their values. */
export type SettingValues = { readonly [Key in SettingKey]: v.InferOutput<(typeof settingSchemas)[Key]> }
/** Where a value comes from. The environment wins over the database. */
export type SettingSource = 'environment' | 'database' | 'default'

export const SETTING_KEYS = Object.keys(settingSchemas) as SettingKey[]

export const DEFAULT_SETTINGS: SettingValues = {
  name: DEFAULT_SITE_NAME,
  tagline: '',
  accentColor: null,
  logo: null,
  signUps: 'open',
  invitations: 'administrators',
  listen: 'computer',
  socialLinks: [],
  contact: null,
  mailUrl: null,
  mailFrom: null,
  loginProviders: [],
  backups: { schedule: null, timeZone: 'UTC', keep: 7, target: { kind: 'folder' } },
  releaseNotice: false,
  timeZone: 'UTC',
  ratings: false,
}

/** Settings that every browser gets as they are, and pages are rendered with (useSiteSettings). */
export const PUBLIC_SETTINGS = ['name', 'tagline', 'accentColor', 'signUps'] as const satisfies readonly SettingKey[]

/** Settings that hold secrets: their rows are encrypted, and no publication contains them as they are. */
export const SEALED_SETTINGS: readonly SettingKey[] = ['mailUrl', 'loginProviders', 'backups']

/** The names in the environment that set a setting. */
export const ENVIRONMENT_NAMES: { readonly [Key in SettingKey]?: string } = {
  signUps: 'SIGN_UPS',
  invitations: 'INVITATIONS',
  listen: 'HOST',
  socialLinks: 'SOCIAL_LINKS',
  contact: 'CONTACT',
  mailUrl: 'MAIL_URL',
  mailFrom: 'MAIL_FROM',
  loginProviders: 'LOGIN_PROVIDERS',
}
