import type { ConnectionStatus } from '#ddp/client/status.ts'
import type { DocumentStore } from '#ddp/client/store.ts'
import type { SubscriptionState } from '#ddp/client/subscriptions.ts'
import type { Ejson } from '#ddp/wire/ejson.ts'
import type { SlowAnswers } from './slow-answers.ts'

/** One subscription as a page sees it. It is open while it has listeners. */
export interface PageSubscription {
  state(): SubscriptionState
  /** True if `state` is the server's answer to the current user: not pending, and neither from the rendered page nor from before a login. */
  isAnswered(): boolean
  listen(listener: () => void): () => void
}

/** Where a page's data comes from: a snapshot while it is rendered on the server, the connection in a browser. */
export interface DataSource {
  readonly store: DocumentStore
  subscribe(name: string, params: readonly Ejson[]): PageSubscription
  /** null while the page is rendered on the server */
  readonly connection: { status(): ConnectionStatus; listen(listener: () => void): () => void; retry(): void } | null
  /** null while the page is rendered on the server */
  readonly slowAnswers: Pick<SlowAnswers, 'any' | 'areOutdated' | 'listen'> | null
  /** null while the page is rendered on the server */
  readonly call: ((name: string, params: readonly Ejson[]) => Promise<Ejson>) | null
}

export const subscriptionKey = (name: string, params: readonly Ejson[]): string => JSON.stringify([name, params])
