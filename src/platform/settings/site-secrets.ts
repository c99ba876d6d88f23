import type { Database } from '#platform/db/database.ts'
import { StartError } from '#platform/start-error.ts'
import {
  checkPersistedSecret,
  persistedSecret,
  RANDOM_KEY,
  readPersistedSecret,
  type SecretForm,
} from '#platform/storage/persisted-secret.ts'
import { SecretBox } from '#platform/storage/secret-box.ts'
import { insertSecret, listSecrets } from './settings-store.ts'

/** The keys of the site, which it makes itself: each is made when it is first needed, and never changes. */
export interface SiteSecrets {
  /** @throws StartError if it is not a valid secret */
  get(name: string): string
  /** The secret as 32 bytes. */
  key(name: string): Buffer
  /** Checks a secret at the start of the server without creating it. @throws StartError */
  check(name: string): void
  /** Encrypts settings that hold secrets. */
  readonly box: SecretBox
}

/** Name of the key that encrypts settings. */
const SETTINGS_KEY = 'settings'

const toKey = (text: string): Buffer => Buffer.from(text, 'base64url')

export interface SiteSecretsOptions {
  dataDir: string
  /** 32 bytes in base64url from the environment; null: none */
  secretsKey: string | null
  database: Database
  /** the forms of the secrets that are not plain random keys */
  forms: Readonly<Record<string, SecretForm>>
  /** the names of all secrets that the features have */
  names: readonly string[]
}

/** Secrets that are files in the data folder. */
export function fileSecrets(dataDir: string, forms: Readonly<Record<string, SecretForm>>): SiteSecrets {
  const get = (name: string): string => persistedSecret(dataDir, name, forms[name] ?? RANDOM_KEY)
  return {
    get,
    key: name => toKey(get(name)),
    check: name => checkPersistedSecret(dataDir, name, forms[name] ?? RANDOM_KEY),
    box: new SecretBox(() => toKey(get(SETTINGS_KEY))),
  }
}

/**
 * Opens the secrets of the site. Without a key in the environment they are files in the data folder. With one they are in the database,
 * sealed by it, so that nodes without a common folder share them; those that the folder has already are taken over into the database.
 * @throws StartError if the database has secrets that this key does not open
 */
export async function openSiteSecrets(options: SiteSecretsOptions): Promise<SiteSecrets> {
  const { dataDir, secretsKey, database, names } = options
  const formOf = (name: string): SecretForm => options.forms[name] ?? RANDOM_KEY
  const stored = await listSecrets(database.db)
  if (secretsKey === null) {
    if (stored.length > 0)
      throw new StartError('SECRETS_KEY is missing: the keys of this site are in its database, sealed by it. Set it to the value it had.')
    return fileSecrets(dataDir, options.forms)
  }
  const box = new SecretBox(() => toKey(secretsKey))
  const missing = [...names, SETTINGS_KEY].filter(name => !stored.some(secret => secret.name === name))
  for (const name of missing) {
    const text = readPersistedSecret(dataDir, name, formOf(name)) ?? formOf(name).make()
    await insertSecret(database.db, { name, sealed: box.encrypt(text, ownerOf(name)) })
  }
  const opened = new Map<string, string>()
  for (const { name, sealed } of missing.length === 0 ? stored : await listSecrets(database.db)) {
    try {
      opened.set(name, box.decrypt(sealed, ownerOf(name)))
    } catch {
      throw new StartError('SECRETS_KEY is not the key that the secrets in the database were sealed by. Set it to the value it had.')
    }
  }
  const get = (name: string): string => {
    const found = opened.get(name)
    if (found === undefined) throw new Error(`There is no secret named ${name}.`)
    return found
  }
  const key = (name: string): Buffer => toKey(get(name))
  return { get, key, check: () => {}, box: new SecretBox(() => key(SETTINGS_KEY)) }
}

const ownerOf = (name: string): string => `secret:${name}`
