import { LRUCache } from 'lru-cache'
import type { Clock } from '#ddp/timing/clock.ts'
import type { KeysApi } from '#keys/server/api.ts'
import type { VenuesApi } from '#venues/server/api.ts'
import { notAReporter, reporterKeyUnknown } from '../contract/errors.ts'

/** ms for which it is believed that the owner of a key manages its venue */
const BELIEVED_MS = 10_000

/** Says for which venue a key reports. */
export class ReporterAccess {
  readonly #options: { keys: KeysApi; venues: Pick<VenuesApi, 'manages'>; clock: Pick<Clock, 'now'> }
  readonly #managers = new LRUCache<string, { manages: boolean; readAt: number }>({ max: 5000 })

  constructor(options: { keys: KeysApi; venues: Pick<VenuesApi, 'manages'>; clock: Pick<Clock, 'now'> }) {
    this.#options = options
  }

  /**
   * Returns the id of the venue for which a key reports: it has the scope `report`, is for one venue, and its owner manages that venue.
   * @throws DdpError 401, 403
   */
  async venueOf(secret: string | undefined): Promise<string> {
    const grant = secret === undefined ? null : await this.#options.keys.authenticate(secret)
    if (grant === null) throw reporterKeyUnknown()
    const { userId, venueId, scopes } = grant
    if (venueId === null || !scopes.includes('report') || !(await this.#manages(venueId, userId))) throw notAReporter()
    return venueId
  }

  async #manages(venueId: string, userId: string): Promise<boolean> {
    const key = `${venueId} ${userId}`
    const now = this.#options.clock.now()
    const known = this.#managers.get(key)
    if (known !== undefined && now >= known.readAt && now - known.readAt < BELIEVED_MS) return known.manages
    const manages = await this.#options.venues.manages(venueId, userId)
    this.#managers.set(key, { manages, readAt: now })
    return manages
  }
}
