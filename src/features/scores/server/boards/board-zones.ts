import type { BoardMembers } from '#scores/rules.ts'

export interface BoardZonesOptions {
  /** the time zone of the site */
  site(): string
  /** reads the time zone of an event */
  event(eventId: string): Promise<string>
}

/** Knows in which time zone the days of a board begin: in that of the event whose board it is, otherwise in that of the site. */
export class BoardZones {
  readonly #options: BoardZonesOptions
  /** by event */
  readonly #known = new Map<string, string>()

  constructor(options: BoardZonesOptions) {
    this.#options = options
  }

  /** Returns the zone of a board, which `load` has read before. */
  of({ eventId }: Pick<BoardMembers, 'eventId'>): string {
    return (eventId === undefined ? undefined : this.#known.get(eventId)) ?? this.#options.site()
  }

  /** Reads the zone of a board, unless it is known already. */
  async load({ eventId }: Pick<BoardMembers, 'eventId'>): Promise<void> {
    if (eventId === undefined || this.#known.has(eventId)) return
    this.#known.set(eventId, await this.#options.event(eventId))
  }

  /** The zone of an event may be another one now. */
  forget(eventId: string): void {
    this.#known.delete(eventId)
  }
}
