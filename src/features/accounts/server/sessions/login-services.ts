import type { Fields } from '../../../../ddp/wire/ejson.ts'
import type { LiveServer, PublishedDocuments } from '../../../../platform/live/server/live-server.ts'
import { LOGIN_SERVICE_CONFIGURATION, LOGIN_SERVICES } from '../../contract.ts'

/** Services that accounts can be linked with, as clients see them: one document per service, never with its secret. */
export class LoginServices {
  readonly #documents: PublishedDocuments

  constructor(live: LiveServer) {
    this.#documents = live.documents()
    live.ddp.publish(LOGIN_SERVICES, () => this.#documents)
  }

  /** @param fields public; a field `secret` is left out */
  configure(service: string, { secret: _, ...fields }: Fields): void {
    this.#documents.put(LOGIN_SERVICE_CONFIGURATION, service, { service, ...fields })
  }
}
