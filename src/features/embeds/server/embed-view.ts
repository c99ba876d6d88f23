import type { SubscriptionSnapshot } from '#ddp/server/server.ts'
import type { Ejson } from '#ddp/wire/ejson.ts'
import type { PublicationContract } from '#platform/live/contract.ts'

/** What an embed shows, in the active language. */
export interface EmbedView {
  /** what kind of thing it is, above its name */
  kicker: string
  title: string
  /** path of the page that shows all of it */
  page: string
  /** in few words: that it runs, or how far it is; null: nothing is to be said */
  badge: { text: string; isLive: boolean } | null
  facts: string[]
  rows: EmbedRow[]
  /** what is said where there are no rows */
  empty: string
  /** the text of the link to the page */
  whole: string
}

export interface EmbedRow {
  /** tells the rows of one embed apart */
  key: string
  /** null: the rows have no order */
  rank: number | null
  name: string
  /** path of the page of what is named; null: it has none */
  page: string | null
  /** what is said quietly beside or below the name */
  notes: string[]
  /** what the row is about, such as a score; null: nothing yet */
  figure: string | null
  unit: string | null
}

/** The documents of an embed's subscriptions, as a visitor gets them who is not signed in. */
export class EmbedDocuments {
  readonly #snapshots: readonly Pick<SubscriptionSnapshot, 'documents'>[]

  constructor(snapshots: readonly Pick<SubscriptionSnapshot, 'documents'>[]) {
    this.#snapshots = snapshots
  }

  all<Doc>(collection: string): (Doc & { _id: string })[] {
    const found = new Map<string, Doc & { _id: string }>()
    for (const { documents } of this.#snapshots)
      for (const { collection: of, id, fields } of documents)
        if (of === collection) found.set(id, { ...(fields as unknown as Doc), _id: id })
    return [...found.values()]
  }
}

/** A subscription, and the collections whose documents come by it. */
export interface EmbedRequest {
  name: string
  params: Ejson[]
  collections: readonly string[]
}

export const requestOf = <Input>({ name, collections }: PublicationContract<Input>, input: Input): EmbedRequest => ({
  name,
  params: [input as Ejson],
  collections,
})

/** One kind of embed. */
export interface EmbedSource {
  /** Returns what it subscribes to, for the id of its subject. */
  requests(id: string): EmbedRequest[]
  /** Returns the id that the subject has now; null: the same. */
  movedTo(id: string, documents: EmbedDocuments): string | null
  /**
   * Returns what it shows of so many rows, in the active language; null: there is no such subject.
   * @param id of its subject
   */
  view(id: string, documents: EmbedDocuments, rows: number): EmbedView | null
}

/** Returns the path of a player's page; null: the account was deleted, or it is a guest. */
export const playerPage = (username: string | undefined): string | null =>
  username === undefined || username === '' ? null : `/players/${encodeURIComponent(username)}`
