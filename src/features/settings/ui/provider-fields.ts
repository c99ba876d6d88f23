import * as m from '#messages'
import type { FormProblems } from '#platform/ui/form/use-form.ts'

export const PROVIDER_KINDS = ['google', 'apple', 'discord', 'github', 'other'] as const
type ProviderKind = (typeof PROVIDER_KINDS)[number]

/** The form of a login provider as it is typed. */
export type ProviderFields = {
  kind: ProviderKind
  label: string
  service: string
  issuer: string
  clientId: string
  clientSecret: string
  teamId: string
  keyId: string
}

export const EMPTY_PROVIDER: ProviderFields = {
  kind: 'google',
  label: '',
  service: '',
  issuer: '',
  clientId: '',
  clientSecret: '',
  teamId: '',
  keyId: '',
}

/** Names of companies, which are the same in all languages. */
export const PROVIDER_NAMES = { google: 'Google', apple: 'Apple', discord: 'Discord', github: 'GitHub' } as const

export function checkProvider(values: ProviderFields): FormProblems<ProviderFields> {
  const { kind, label, service, issuer, clientId, clientSecret, teamId, keyId } = values
  const needed = (value: string): string | undefined => (value.trim() === '' ? m.rule_missing() : undefined)
  return {
    clientId: needed(clientId),
    clientSecret: needed(clientSecret),
    ...(kind === 'other'
      ? {
          label: needed(label),
          service: /^[a-z0-9-]{1,30}$/.test(service.trim()) ? undefined : m.settings_providers_service_hint(),
          issuer: URL.canParse(issuer.trim()) && issuer.trim().startsWith('https://') ? undefined : m.settings_providers_issuer_hint(),
        }
      : {}),
    ...(kind === 'apple' ? { teamId: needed(teamId), keyId: needed(keyId) } : {}),
  }
}

/** Returns what is sent for the form. */
export function toProvider({ kind, label, service, issuer, clientId, clientSecret, teamId, keyId }: ProviderFields) {
  return {
    service: kind === 'other' ? service.trim() : kind,
    label: kind === 'other' ? label.trim() : PROVIDER_NAMES[kind],
    preset: kind === 'other' ? null : kind,
    issuer: kind === 'other' ? issuer.trim() : null,
    clientId: clientId.trim(),
    clientSecret: clientSecret.trim(),
    apple: kind === 'apple' ? { teamId: teamId.trim(), keyId: keyId.trim() } : null,
  }
}
