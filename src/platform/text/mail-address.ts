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
