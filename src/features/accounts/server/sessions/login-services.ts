import { LOGIN_SERVICE_CONFIGURATION, LOGIN_SERVICES } from '#accounts/contract/accounts.ts'
import type { Fields } from '#ddp/wire/ejson.ts'
import type { LiveServer, PublishedDocuments } from '#platform/live/server/live-server.ts'

/** Services that accounts can be linked with, as clients see them: one document per service. */
export class LoginServices {
  readonly #documents: PublishedDocuments

  constructor(live: LiveServer) {
    this.#documents = live.documents()
    live.ddp.publish(LOGIN_SERVICES, () => this.#documents, { heldVersions: true })
  }

  /** Replaces all services. @param services public */
  replace(services: readonly ({ service: string } & Fields)[]): void {
    this.#documents.replace(LOGIN_SERVICE_CONFIGURATION, new Map(services.map(fields => [fields.service, fields])))
  }
}
