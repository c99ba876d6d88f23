/** The protocol versions that this library supports, best first. */
export const VERSIONS = ['1', 'pre2', 'pre1'] as const
export type Version = (typeof VERSIONS)[number]

const known = (version: unknown): version is Version => VERSIONS.some(ours => ours === version)

export type Handshake = { ok: true; version: Version } | { ok: false; version: Version }

/** C3–C5: answers a client's `version` and `support`. On refusal, `version` is the one that the client should propose instead. */
export function negotiate(version: unknown, support: unknown): Handshake {
  if (
    typeof version !== 'string' ||
    !Array.isArray(support) ||
    !support.every(item => typeof item === 'string') ||
    !support.includes(version)
  ) {
    return { ok: false, version: '1' }
  }
  const chosen = support.find(known) ?? '1'
  return chosen === version ? { ok: true, version: chosen } : { ok: false, version: chosen }
}
