import { isIP } from 'node:net'
import { DEFAULT_SITE_NAME } from '#platform/text/site-name.ts'

/** The sender if the operator has not configured one. @param rootUrl the site's public URL @param siteName its name */
export function defaultFromAddress(rootUrl: string | null, siteName = DEFAULT_SITE_NAME): string {
  const host = rootUrl === null ? 'localhost' : new URL(rootUrl).hostname
  const named = isIP(host.replace(/^\[|\]$/g, '')) === 0
  return `${siteName.replace(/[<>"\\]/g, '')} <no-reply@${named ? host : 'localhost'}>`
}
