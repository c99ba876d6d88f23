/** ms of a day */
export const DAY_MS = 86_400_000
/** Days for which a login token is valid, and an unexpiring one (mission §9). */
export const TOKEN_DAYS = 90
export const UNEXPIRING_DAYS = 36_500
/** ms between checks of the stored token */
export const TOKEN_POLL_MS = 3000

/** Lifetime of a login token in ms. @param days null: unexpiring */
export const tokenLifetime = (days: number | null): number => (days ?? UNEXPIRING_DAYS) * DAY_MS

/** True within the last tenth of a token's lifetime, but at most its last hour (mission §9). Times in ms. */
export function expiresSoon(now: number, expires: number, lifetime: number): boolean {
  return now > expires - Math.min(0.1 * lifetime, 3_600_000)
}

/** Mission §5: a login name with `@` is an e-mail address. */
export const userSelector = (name: string): { email: string } | { username: string } =>
  name.includes('@') ? { email: name } : { username: name }
