import type { BoardMembers } from '#scores/rules.ts'

export interface BoardZonesOptions {
  /** the time zone of the site */
  site(): string
  /** reads the time zone of an event */
  event(eventId: string): Promise<string>
  /** reads the time zone of a venue */
  venue(venueId: string): Promise<string>
}

type Place = Pick<BoardMembers, 'eventId' | 'venueId'>

/** Knows in which time zone the days of a board begin: in that of the event or the venue whose board it is, otherwise in that of the site. */
export class BoardZones {
  readonly #options: BoardZonesOptions
  /** by the id of the event or the venue */
  readonly #known = new Map<string, string>()
  /** how often a zone was forgotten */
  #changes = 0

  constructor(options: BoardZonesOptions) {
    this.#options = options
  }

  /** Returns the zone of a board, which `load` has read before. */
  of({ eventId, venueId }: Place): string {
    return this.#known.get(eventId ?? venueId ?? '') ?? this.#options.site()
  }

  /** Reads the zone of a board, unless it is known already. */
  async load({ eventId, venueId }: Place): Promise<void> {
    const { event, venue } = this.#options
    if (eventId !== undefined) await this.#read(eventId, event)
    if (venueId !== undefined) await this.#read(venueId, venue)
  }

  async #read(id: string, readZone: (id: string) => Promise<string>): Promise<void> {
    while (!this.#known.has(id)) {
      const before = this.#changes
      const zone = await readZone(id)
      // What was read while something changed may be what was before.
      if (before === this.#changes) this.#known.set(id, zone)
    }
  }

  /** The zone of an event or a venue may be another one now. */
  forget(id: string): void {
    this.#changes++
    this.#known.delete(id)
  }
}
