import { isIP } from 'node:net'
import { DEFAULT_SITE_NAME } from '../text/site-name.ts'

export interface FromAddress {
  name: string
  address: string
}

/** Stricter than the standards, so that every mail program reads the text as exactly one address. */
const ADDRESS = /^[^\s@<>"(),:;[\]\\\p{Cc}\p{Cs}]+@[^\s@<>"(),:;[\]\\\p{Cc}\p{Cs}]+$/u

export const isAddress = (text: string): boolean => text.length <= 254 && ADDRESS.test(text)

/** @param text an address, or `Name <address>`, where the name may be quoted @returns null if it is neither */
export function parseFromAddress(text: string): FromAddress | null {
  const { name = '', address } = /^(?<name>[^<>\p{Cc}]*)<(?<address>[^<>]*)>\s*$/u.exec(text)?.groups ?? { address: text.trim() }
  if (address === undefined || !isAddress(address)) return null
  return { name: name.trim().replace(/^"(.*)"$/, '$1'), address }
}

/** The sender if the operator has not configured one. @param rootUrl the site's public URL @param siteName its name */
export function defaultFromAddress(rootUrl: string | null, siteName = DEFAULT_SITE_NAME): string {
  const host = rootUrl === null ? 'localhost' : new URL(rootUrl).hostname
  const named = isIP(host.replace(/^\[|\]$/g, '')) === 0
  return `${siteName.replace(/[<>"\\]/g, '')} <no-reply@${named ? host : 'localhost'}>`
}
