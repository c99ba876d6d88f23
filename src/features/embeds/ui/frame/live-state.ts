/** What the document of an embed says to its script (server/embed-document.ts). */
export interface LiveState {
  subscriptions: { name: string; params: unknown[]; collections: string[]; version: string | null }[]
  /** names the files of the build that the document belongs to */
  build: string
}

/** Reads it from a document of an embed; null: the document is none, such as the one in place of what is not public. */
export function readLiveState(from: Document): LiveState | null {
  const element = from.getElementById('live')
  return element === null ? null : (JSON.parse(element.textContent!) as LiveState)
}

/** Returns the versions of the documents that an embed shows, as one text. */
export const versionsOf = ({ subscriptions }: LiveState): string => JSON.stringify(subscriptions.map(({ version }) => version))

/** Returns what an embed subscribes to, as one text. */
export const subjectsOf = ({ subscriptions }: LiveState): string => JSON.stringify(subscriptions.map(({ name, params }) => [name, params]))
