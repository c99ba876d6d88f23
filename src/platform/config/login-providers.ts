import type { EnvReader } from './read-env.ts'

/** Providers that are known by name: their addresses and what they are called. */
export type ProviderPreset = 'google' | 'apple' | 'discord' | 'github'

/** A provider by which users may sign in, as the operator has registered this site with it. */
export interface LoginProvider {
  /** its name in addresses and on the wire: small letters, digits and hyphens */
  service: string
  /** its name on buttons */
  label: string
  /** null: any OpenID Connect provider */
  preset: ProviderPreset | null
  /** address whose discovery document describes the provider; for `github` that of the server, null for github.com */
  issuer: string | null
  clientId: string
  /** of Apple: the private key in PEM, with which the secret is made */
  clientSecret: string
  /** of Apple only: the ids of the team and of the private key */
  apple: { teamId: string; keyId: string } | null
}

export const PROVIDER_PRESETS: Readonly<Record<ProviderPreset, { label: string; issuer: string }>> = {
  google: { label: 'Google', issuer: 'https://accounts.google.com' },
  apple: { label: 'Apple', issuer: 'https://appleid.apple.com' },
  discord: { label: 'Discord', issuer: 'https://discord.com' },
  github: { label: 'GitHub', issuer: 'https://github.com' },
}

const isPreset = (service: string): service is ProviderPreset => Object.hasOwn(PROVIDER_PRESETS, service)

/** The most providers that a site may have. */
const MAX_PROVIDERS = 10

/**
 * Reads `LOGIN_PROVIDERS`, a list of names, and for each name `LOGIN_NAME_CLIENT_ID`, `LOGIN_NAME_CLIENT_SECRET`, `LOGIN_NAME_ISSUER` and
 * `LOGIN_NAME_LABEL`, in capitals and with `_` for `-`. Names of presets need no issuer.
 */
export function readLoginProviders(reader: EnvReader): LoginProvider[] {
  const names = reader.list('LOGIN_PROVIDERS')
  if (new Set(names).size !== names.length) reader.problems.push('LOGIN_PROVIDERS has a name twice.')
  if (names.length > MAX_PROVIDERS) reader.problems.push(`LOGIN_PROVIDERS has more than ${MAX_PROVIDERS} names.`)
  return names.flatMap(service => {
    if (!/^[a-z0-9][a-z0-9-]{0,29}$/.test(service)) {
      reader.problems.push(`LOGIN_PROVIDERS holds "${service}". Give names of small letters, digits and hyphens, separated by commas.`)
      return []
    }
    const provider = readProvider(reader, service)
    return provider === null ? [] : [provider]
  })
}

function readProvider(reader: EnvReader, service: string): LoginProvider | null {
  const prefix = `LOGIN_${service.toUpperCase().replaceAll('-', '_')}`
  const preset = isPreset(service) ? service : null
  const issuer = reader.encryptedUrl(`${prefix}_ISSUER`)
  const label = reader.text(`${prefix}_LABEL`) ?? (preset === null ? service : PROVIDER_PRESETS[preset].label)
  const apple = { teamId: reader.text(`${prefix}_TEAM_ID`), keyId: reader.text(`${prefix}_KEY_ID`) }
  const required = {
    [`${prefix}_CLIENT_ID`]: reader.text(`${prefix}_CLIENT_ID`),
    [`${prefix}_CLIENT_SECRET`]: reader.text(`${prefix}_CLIENT_SECRET`),
    ...(preset === null ? { [`${prefix}_ISSUER`]: issuer?.href ?? null } : {}),
    ...(preset === 'apple' ? { [`${prefix}_TEAM_ID`]: apple.teamId, [`${prefix}_KEY_ID`]: apple.keyId } : {}),
  }
  const missing = Object.keys(required).filter(name => required[name] === null)
  for (const name of missing) reader.problems.push(`${name} is missing. LOGIN_PROVIDERS names ${service}, which needs it.`)
  if (missing.length > 0) return null
  return {
    service,
    label,
    preset,
    issuer: issuer?.href ?? null,
    clientId: required[`${prefix}_CLIENT_ID`]!,
    clientSecret: required[`${prefix}_CLIENT_SECRET`]!,
    apple: preset === 'apple' ? { teamId: apple.teamId!, keyId: apple.keyId! } : null,
  }
}
