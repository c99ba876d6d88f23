import type { DdpError } from '#ddp/wire/error.ts'
import { fieldProblems } from '#platform/live/field-problems.ts'
import { errorMessage, useDocuments, useSubscription } from '#platform/live/hooks.ts'
import type { SettingKey } from '#platform/settings/settings-schema.ts'
import type { FormProblems } from '#platform/ui/form/use-form.ts'
import { type SettingDoc, settingsAll } from '../contract.ts'

/** All settings, by name. */
export type Settings = { readonly [Key in SettingKey]: SettingDoc<Key> }

/** The names of all settings. A record, so that a name that is missing here is an error of types. */
const NAMES: Readonly<Record<SettingKey, true>> = {
  name: true,
  tagline: true,
  accentColor: true,
  logo: true,
  signUps: true,
  invitations: true,
  listen: true,
  socialLinks: true,
  contact: true,
  mailUrl: true,
  mailFrom: true,
  loginProviders: true,
  backups: true,
  releaseNotice: true,
  timeZone: true,
  ratings: true,
}

/**
 * Returns the settings by name; null while one is missing. They come as one document each, and the page may be rendered between two of them.
 */
export function collectSettings(documents: readonly (SettingDoc & { _id: string })[]): Settings | null {
  const found = Object.fromEntries(documents.map(({ _id, ...doc }) => [_id, doc]))
  return Object.keys(NAMES).every(name => name in found) ? (found as unknown as Settings) : null
}

/**
 * Subscribes to the settings.
 * @returns `settings`: null until all have arrived, or if the user is no administrator. `error`: why they could not be loaded; null: they could
 */
export function useSettings(): { settings: Settings | null; error: DdpError | null } {
  const live = useSubscription(settingsAll, {})
  const settings = useDocuments<SettingDoc, Settings | null>('settings', collectSettings, [])
  return { settings, error: live.state === 'failed' ? live.error : null }
}

/** The variable of the environment that sets a setting; null: it can be changed here. */
export const environmentVariable = ({ source, variable }: SettingDoc): string | null => (source === 'environment' ? (variable ?? '') : null)

/** Returns the patch without what the environment sets, which the server would refuse. */
export const omitFixedSettings = <Patch extends { [Key in SettingKey]?: unknown }>(settings: Settings, patch: Patch): Partial<Patch> =>
  Object.fromEntries(Object.entries(patch).filter(([key]) => environmentVariable(settings[key as SettingKey]) === null)) as Partial<Patch>

/** The path of the first value that the server has refused, such as `backups.target.bucket`; empty: it has refused none */
export const refusedSettingPath = (error: unknown): string => fieldProblems(error)[0]?.path ?? ''

/** Puts the server's words about a setting at its field. @param fields the names of the fields in the form, by setting */
export function mapSettingServerError<V>(error: unknown, fields: { [Key in SettingKey]?: keyof V & string }): FormProblems<V> | null {
  const field = fields[refusedSettingPath(error).split('.')[0] as SettingKey]
  return field === undefined ? null : ({ [field]: errorMessage(error) } as FormProblems<V>)
}
