import type { DdpTestClient } from './ddp-test-client.ts'

/** Returns the documents of an event that a client has in a collection. */
export const documentsOfEvent = <T>(client: DdpTestClient, collection: string, eventId: string): (T & { _id: string })[] =>
  [...client.documents(collection)]
    .filter(([, document]) => document.eventId === eventId)
    .map(([_id, document]) => ({ _id, ...(document as unknown as T) }))
