/** A character that RFC 8187 does not let stand in an `ext-value`, though `encodeURIComponent` leaves it as it is. */
const UNENCODED = /['()*]/g

/**
 * Returns a `content-disposition` that saves a file under its name, whatever script that is in (RFC 6266). Clients that do not know
 * `filename*` take the other one, which has only what is ASCII of it.
 */
export function attachment(filename: string): string {
  const ascii = filename
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\w.-]+/g, '-')
    .replace(/^-+/, '')
  if (ascii === filename) return `attachment; filename="${filename}"`
  const encoded = encodeURIComponent(filename).replace(UNENCODED, char => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
