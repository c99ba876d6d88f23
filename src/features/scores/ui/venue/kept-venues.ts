import { DeviceStore } from '#platform/ui/device-store.ts'
import { readMachineCode } from '#venues/rules/machine-code.ts'

/** A venue as a score names it. */
export interface PickedVenue {
  venueId: string
  slug: string
  name: string
}

/** A machine that stands in a venue. */
export interface StandingMachine {
  machineId: string
  name: string
  /** by which the address of its QR code names it */
  code: string
}

/** A venue as this device has it, for forms without a connection. Times in ms since 1970. */
export interface KeptVenue extends PickedVenue {
  /** in their order */
  machines: readonly StandingMachine[]
  /** machines that stood there before, whose codes may still hang on a wall */
  former: readonly StandingMachine[]
  /** the user who saw it; null: everybody may see it */
  userId: string | null
  keptAt: number
  /** when a score that was played there was last added on this device; 0: never */
  usedAt: number
  /** the site does not know it any more */
  isGone?: true
}

/** How many venues a device keeps. */
export const MAX_KEPT_VENUES = 20
/** How many machines that have left a venue a device remembers. */
const MAX_FORMER = 300

const lastSeen = ({ keptAt, usedAt }: KeptVenue): number => Math.max(keptAt, usedAt)

/**
 * The venues that were last seen on this device, with the codes of their machines. They are only for the player's convenience, so nothing
 * rejects: a device without room has none.
 */
export class KeptVenues {
  readonly #store: DeviceStore<KeptVenue>
  /** Changes read and write in two transactions, so they wait for each other. */
  #last: Promise<unknown> = Promise.resolve()

  constructor(store: DeviceStore<KeptVenue>) {
    this.#store = store
  }

  /** Returns the venues that the user may see, last seen first. @param userId null: nobody is signed in */
  async all(userId: string | null): Promise<KeptVenue[]> {
    const venues = await this.#store.all().catch(() => [])
    return venues.filter(venue => venue.userId === null || venue.userId === userId).sort((a, b) => lastSeen(b) - lastSeen(a))
  }

  /** Keeps a venue as it is shown now. @param userId who sees it; null: everybody may */
  keep(venue: PickedVenue, machines: readonly StandingMachine[], userId: string | null, now: number): Promise<void> {
    return this.#change(async () => {
      const before = await this.#store.get(venue.venueId)
      const standing = new Set(machines.map(({ machineId }) => machineId))
      const former = [...(before?.machines ?? []), ...(before?.former ?? [])].filter(({ machineId }) => !standing.has(machineId))
      await this.#store.put(venue.venueId, {
        ...{ venueId: venue.venueId, slug: venue.slug, name: venue.name },
        ...{ machines, former: former.slice(0, MAX_FORMER), userId, keptAt: now, usedAt: before?.usedAt ?? 0 },
      })
      const kept = (await this.#store.all()).sort((a, b) => lastSeen(b) - lastSeen(a))
      for (const { venueId } of kept.slice(MAX_KEPT_VENUES)) await this.#store.delete(venueId)
    })
  }

  /** Remembers that a score was played there. */
  use(venueId: string, now: number): Promise<void> {
    return this.#change(async () => {
      const venue = await this.#store.get(venueId)
      if (venue !== undefined) await this.#store.put(venueId, { ...venue, usedAt: now })
    })
  }

  /**
   * The site does not show the venue to the user any more. Of one that everybody could see, the codes stay, so that those who scan one still
   * get its machine.
   */
  lose(venueId: string): Promise<void> {
    return this.#change(async () => {
      const venue = await this.#store.get(venueId)
      if (venue === undefined) return
      if (venue.userId === null) await this.#store.put(venueId, { ...venue, isGone: true })
      else await this.#store.delete(venueId)
    })
  }

  #change(run: () => Promise<void>): Promise<void> {
    const change = this.#last.then(run).catch(() => {})
    this.#last = change
    return change
  }
}

export const keptVenues = new KeptVenues(new DeviceStore('skillshot-known-venues'))

/** Returns the machine with this code, typed or printed. */
export const findByCode = (machines: readonly StandingMachine[], code: string): StandingMachine | undefined =>
  machines.find(each => each.code === readMachineCode(code))

/** Returns the venue in which a score was last added on this device on the day of `now`; null: none. */
export function usedToday(venues: readonly KeptVenue[], now: Date): KeptVenue | null {
  const today = venues.filter(({ usedAt, isGone }) => !isGone && usedAt > 0 && new Date(usedAt).toDateString() === now.toDateString())
  return today.sort((a, b) => b.usedAt - a.usedAt)[0] ?? null
}
