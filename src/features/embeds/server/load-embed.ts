import type { DdpServer, SubscriptionSnapshot } from '#ddp/server/server.ts'
import { DdpError } from '#ddp/wire/error.ts'
import { isUnavailable } from '#platform/db/unavailable.ts'
import type { EmbedKind, EmbedSubject } from '../rules.ts'
import { boardSource } from './board-source.ts'
import type { ShownRequest } from './embed-document.ts'
import { EmbedDocuments, type EmbedSource } from './embed-view.ts'
import { eventSource } from './event-source.ts'
import { venueSource } from './venue-source.ts'

const SOURCES: Readonly<Record<EmbedKind, EmbedSource>> = { board: boardSource, event: eventSource, venue: venueSource }

export const sourceOf = ({ kind }: EmbedSubject): EmbedSource => SOURCES[kind]

/** The documents of an embed at one moment. */
export interface LoadedEmbed {
  documents: EmbedDocuments
  shown: ShownRequest[]
  sources: SubscriptionSnapshot['sets']
}

/** The answers of a publication to what is unknown, private, or no id at all. */
const NOT_SHOWN = [400, 401, 403, 404]

/**
 * Loads what a visitor who is not signed in may see of a subject, by the publications that pages use: so what is hidden there is hidden here.
 * @returns null: it does not exist, or it is not public
 */
export async function loadEmbed(ddp: Pick<DdpServer, 'snapshot'>, subject: EmbedSubject): Promise<LoadedEmbed | null> {
  const requests = sourceOf(subject).requests(subject.id)
  const snapshots = await ddp.snapshot(requests)
  for (const { error } of snapshots) {
    if (error === null) continue
    if (isUnavailable(error) || !(error instanceof DdpError) || !NOT_SHOWN.includes(Number(error.error))) throw error
    return null
  }
  return {
    documents: new EmbedDocuments(snapshots),
    shown: requests.map((request, i) => ({ ...request, version: snapshots[i]!.version })),
    sources: snapshots.flatMap(({ sets }) => sets),
  }
}
