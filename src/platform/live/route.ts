import type { ComponentType } from 'react'
import type { DocumentStore } from '../../ddp/client/store.ts'
import type { Ejson } from '../../ddp/wire/ejson.ts'
import type { PublicationContract } from './contract.ts'

/** Where a page stands: the names in its path, and its whitelisted query. */
export interface At {
  params: Readonly<Record<string, string>>
  query: Readonly<Record<string, string>>
}

export interface Wanted {
  name: string
  params: Ejson[]
}

/** One page, declared once for both sides. */
export interface PageRoute {
  /** `/machines/$machineId` */
  path: string
  /** query parameters that change what it shows; all others are dropped */
  query: readonly string[]
  /** what it subscribes to */
  live: (at: At) => Wanted[]
  head: (at: At, store: DocumentStore) => { title: string; description: string }
  component: ComponentType<At>
}

export const want = <Input>(contract: PublicationContract<Input>, input: Input): Wanted => ({
  name: contract.name,
  params: [input as Ejson],
})
