import { isDeepStrictEqual } from 'node:util'
import * as v from 'valibot'
import type { Config } from '#platform/config/config.ts'
import { defineChange } from '#platform/db/change-log/define-change.ts'
import type { NewChange } from '#platform/db/change-log/write.ts'
import type { Database, Db } from '#platform/db/database.ts'
import { lockUntilCommit } from '#platform/db/lock-until-commit.ts'
import { isLoopback } from '#platform/http/reach.ts'
import { fieldError } from '#platform/live/contract.ts'
import type { LiveServer } from '#platform/live/server/live-server.ts'
import type { Log } from '#platform/log/log.ts'
import type { SecretBox } from '#platform/storage/secret-box.ts'
import { fieldRule } from '#platform/text/field-rules.ts'
import {
  DEFAULT_SETTINGS,
  ENVIRONMENT_NAMES,
  SEALED_SETTINGS,
  SETTING_KEYS,
  type SettingKey,
  type SettingSource,
  type SettingValues,
  settingSchemas,
} from './settings-schema.ts'
import { deleteSetting, listSettings, putSetting } from './settings-store.ts'

/**
 * Settings as they are stored, by key: `value`, or `sealed` in base64 where it holds secrets; neither: the setting has its default. The
 * entry holds them itself, so that every node can apply it without a statement, in the order of the commits.
 */
interface SettingsChange {
  rows: { key: string; value?: unknown; sealed?: string }[]
}

export const settingsChanged = defineChange<SettingsChange>('settings')

export type SettingsPatch = { [Key in SettingKey]?: SettingValues[Key] | undefined }

export interface SiteSettingsOptions {
  config: Pick<Config, 'host' | 'signUps' | 'invitations' | 'socialLinks' | 'contact' | 'mailUrl' | 'mailFrom' | 'loginProviders'>
  box: SecretBox
  log: Log
}

const isSealed = (key: SettingKey): boolean => SEALED_SETTINGS.includes(key)
const isKnown = (key: string): key is SettingKey => Object.hasOwn(settingSchemas, key)
const ownerOf = (key: SettingKey): string => `setting:${key}`

/**
 * The settings of the site: from the environment, else from the database, else the defaults (decision 043). All nodes follow a change
 * without a restart, because it is an entry of the change log.
 */
export class SiteSettings {
  readonly #options: SiteSettingsOptions
  readonly #environment: Partial<SettingValues>
  readonly #listeners: (() => void)[] = []
  #stored: Partial<SettingValues> = {}
  /** the settings that have changed while all are being read; null: they are not */
  #changedMeanwhile: Set<string> | null = null
  #current: SettingValues = DEFAULT_SETTINGS

  /** Settings without a database yet: `load` reads it. */
  constructor(options: SiteSettingsOptions) {
    this.#options = options
    const { host, signUps, invitations, socialLinks, contact, mailUrl, mailFrom } = options.config
    const listen = host === null ? null : isLoopback(host) ? 'computer' : 'network'
    const loginProviders = options.config.loginProviders.length === 0 ? null : options.config.loginProviders
    const given = { signUps, invitations, listen, socialLinks, contact, mailUrl, mailFrom, loginProviders }
    this.#environment = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null))
    this.#current = this.#merge()
  }

  /** The values in force. The object is frozen, and another one after a change. */
  current(): SettingValues {
    return this.#current
  }

  sourceOf(key: SettingKey): SettingSource {
    if (this.#environment[key] !== undefined) return 'environment'
    return this.#stored[key] === undefined ? 'default' : 'database'
  }

  /** Adds a listener that is called after every change, with the new values in force. */
  onChange(listener: () => void): void {
    this.#listeners.push(listener)
  }

  /** Reads everything that is stored. */
  async load({ db }: Pick<Database, 'db'>): Promise<void> {
    const changed = new Set<string>()
    this.#changedMeanwhile = changed
    const rows = await listSettings(db).finally(() => {
      this.#changedMeanwhile = null
    })
    // What the change log has told meanwhile may be newer than these rows.
    this.#stored = Object.fromEntries(Object.entries(this.#stored).filter(([key]) => changed.has(key)))
    for (const { key, value, sealed } of rows) if (!changed.has(key)) this.#put(key, sealed ?? undefined, value)
    this.#apply()
  }

  /** Follows the changes of all nodes from now on. */
  follow(live: LiveServer): void {
    live.onChange(settingsChanged, ({ rows }) => {
      for (const { key, value, sealed } of rows) {
        this.#changedMeanwhile?.add(key)
        this.#put(key, sealed === undefined ? undefined : Buffer.from(sealed, 'base64'), value)
      }
      this.#apply()
    })
  }

  /**
   * Locks the settings until the caller's transaction ends, so that no other write comes between what is read here and `write`.
   * @returns the values as the database has them now; those of `current` may be older
   */
  async lock(tx: Db): Promise<SettingValues> {
    await lockUntilCommit(tx, 'settings')
    const stored: Partial<Record<string, unknown>> = {}
    for (const { key, value, sealed } of await listSettings(tx)) {
      const read = isKnown(key) ? this.#read(key, sealed, value) : undefined
      if (read !== undefined) stored[key] = read
    }
    return { ...DEFAULT_SETTINGS, ...stored, ...this.#environment }
  }

  /**
   * Stores settings in the caller's transaction. They are in force when the changes have been committed and applied.
   * @returns the changes for the caller's `appendChanges`; none if everything has these values already
   * @throws DdpError 400 naming the setting, if a value is not valid or the environment sets it
   */
  async write(tx: Db, patch: SettingsPatch): Promise<NewChange[]> {
    await lockUntilCommit(tx, 'settings')
    // What this node holds may be older than what another one has written.
    const stored = new Map((await listSettings(tx)).map(row => [row.key, row]))
    const rows: SettingsChange['rows'] = []
    for (const key of SETTING_KEYS) {
      if (patch[key] === undefined) continue
      if (this.#environment[key] !== undefined)
        throw fieldError(key, fieldRule('set-by-environment', `is set by the environment (${ENVIRONMENT_NAMES[key]})`))
      const parsed = v.safeParse(settingSchemas[key], patch[key])
      if (!parsed.success) throw fieldError([key, v.getDotPath(parsed.issues[0])].filter(Boolean).join('.'), parsed.issues[0].message)
      const value: unknown = parsed.output
      const row = stored.get(key)
      if (isDeepStrictEqual(value, row === undefined ? DEFAULT_SETTINGS[key] : this.#read(key, row.sealed, row.value))) continue
      if (isDeepStrictEqual(value, DEFAULT_SETTINGS[key])) {
        await deleteSetting(tx, key)
        rows.push({ key })
      } else if (isSealed(key)) {
        const sealed = this.#options.box.encrypt(JSON.stringify(value), ownerOf(key))
        await putSetting(tx, key, null, sealed)
        rows.push({ key, sealed: sealed.toString('base64') })
      } else {
        await putSetting(tx, key, value, null)
        rows.push({ key, value })
      }
    }
    return rows.length === 0 ? [] : [settingsChanged.of({ rows })]
  }

  /** Takes in a stored setting. One that this version does not know or cannot read counts as not set. */
  #put(key: string, sealed: Buffer | undefined, value: unknown): void {
    if (!isKnown(key)) return
    const { [key]: _, ...others } = this.#stored
    this.#stored = others
    if (sealed === undefined && value === undefined) return
    const read = this.#read(key, sealed ?? null, value)
    if (read !== undefined) this.#stored = { ...others, [key]: read }
    else this.#options.log.error({ setting: key }, 'a setting could not be read, so it counts as not set; its key may be another one')
  }

  /** @returns undefined if it cannot be opened, or is not valid. The error is dropped, because it may quote the value. */
  #read(key: SettingKey, sealed: Buffer | null, value: unknown): unknown {
    try {
      return v.parse(settingSchemas[key], sealed === null ? value : JSON.parse(this.#options.box.decrypt(sealed, ownerOf(key))))
    } catch {
      return undefined
    }
  }

  #apply(): void {
    this.#current = this.#merge()
    for (const listener of this.#listeners) {
      try {
        listener()
      } catch (err) {
        // The settings are in force; the other listeners have to learn of them too.
        this.#options.log.error({ err }, 'a change of the settings could not be followed')
      }
    }
  }

  #merge(): SettingValues {
    return Object.freeze({ ...DEFAULT_SETTINGS, ...this.#stored, ...this.#environment })
  }
}
