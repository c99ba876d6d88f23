/** A release of Skillshot. `url`: the page that tells of it. */
export interface Release {
  version: string
  url: string
}

const VERSION = /^v?(\d{1,6})\.(\d{1,6})\.(\d{1,6})$/

const parseVersion = (text: unknown): [number, number, number] | null => {
  const match = typeof text === 'string' ? VERSION.exec(text) : null
  return match === null ? null : [Number(match[1]), Number(match[2]), Number(match[3])]
}

/** True if version `a` is newer than `b`. False if either is no version of three numbers: previews are not offered. */
export function isLaterRelease(a: string, b: string): boolean {
  const [one, other] = [parseVersion(a), parseVersion(b)]
  if (one === null || other === null) return false
  const at = one.findIndex((part, i) => part !== other[i])
  return at >= 0 && one[at]! > other[at]!
}

/**
 * Reads the answer of "latest release" as GitHub, Gitea and Forgejo give it: `{ tag_name, html_url }`.
 * @returns null: it is not newer than `version`, or not such an answer
 */
export function readNewerRelease(answer: unknown, version: string): Release | null {
  const { tag_name: tag, html_url: url } = (answer ?? {}) as { tag_name?: unknown; html_url?: unknown }
  if (typeof tag !== 'string' || typeof url !== 'string' || !isLaterRelease(tag, version)) return null
  return URL.canParse(url) && new URL(url).protocol === 'https:' ? { version: tag.replace(/^v/, ''), url: new URL(url).href } : null
}
