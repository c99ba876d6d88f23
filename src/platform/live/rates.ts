/** How often a method may be called. Beyond that the answer is too-many-requests. */
export interface Rate {
  /** whose calls are counted: those of one user (visitors are not counted), from one address (IPv6: a /64), or of one connection */
  readonly per: 'user' | 'address' | 'connection'
  readonly limit: number
  readonly seconds: number
  /** the methods that have a rate of this name are counted together; left out: each method by itself */
  readonly together?: string
}

/** What limits a method, at least one rate. All guests of a bar may share one address, so rates by address are high. */
export type Rates = readonly [Rate, ...Rate[]]

export const MINUTE = 60
export const HOUR = 60 * MINUTE

export const perUser = (limit: number, seconds: number): Rate => ({ per: 'user', limit, seconds })
export const perAddress = (limit: number, seconds: number): Rate => ({ per: 'address', limit, seconds })
export const perConnection = (limit: number, seconds: number): Rate => ({ per: 'connection', limit, seconds })

/** Returns a rate that counts all methods together that have it. @param name the same on nodes of all versions */
export const together = (name: string, rate: Rate): Rate => ({ ...rate, together: name })

/** Of methods that read for everybody, such as a search while its text is typed. */
export const READING: Rates = [perAddress(1200, MINUTE), perUser(300, MINUTE)]
/** Of what signed-in users do for themselves: more often than anybody would by hand. */
export const PERSONAL: Rates = [perUser(120, MINUTE)]
/** Of every method that is refused to users without a role of the site (administrator, moderator, machine editor), together. */
export const ADMINISTRATION: Rates = [together('administration', perUser(60, MINUTE))]
