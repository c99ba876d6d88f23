import { isIP } from 'node:net'

export interface FromAddress {
  name: string
  address: string
}

/** Strict enough that no mail program reads it as anything but this one address. */
const ADDRESS = /^[^\s@<>"(),:;[\]\\\p{Cc}\p{Cs}]+@[^\s@<>"(),:;[\]\\\p{Cc}\p{Cs}]+$/u

export const isAddress = (text: string): boolean => text.length <= 254 && ADDRESS.test(text)

/** @param text an address, or `Name <address>`, the name perhaps in quotes; null if it is neither */
export function parseSender(text: string): FromAddress | null {
  const { name = '', address } = /^(?<name>[^<>\p{Cc}]*)<(?<address>[^<>]*)>\s*$/u.exec(text)?.groups ?? { address: text.trim() }
  if (address === undefined || !isAddress(address)) return null
  return { name: name.trim().replace(/^"(.*)"$/, '$1'), address }
}

/** Who mail comes from where the operator has not said. @param rootUrl the site's public address */
export function defaultSender(rootUrl: string | null): string {
  const host = rootUrl === null ? 'localhost' : new URL(rootUrl).hostname
  const named = isIP(host.replace(/^\[|\]$/g, '')) === 0
  return `Skillshot <no-reply@${named ? host : 'localhost'}>`
}
