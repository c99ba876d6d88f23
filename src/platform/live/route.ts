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

/** What chats and social sites show of a page; sizes in px. `path`: of this site, with its query: they keep a picture by its address */
export interface ShareImage {
  path: string
  width: number
  height: number
  alt: string
}

/** What stands in a page's head. `robots`: `noindex` keeps it out of search engines. */
export interface Head {
  title: string
  description: string
  robots?: 'noindex'
  image?: ShareImage
}

/** One page, declared once for both sides. */
export interface PageRoute {
  /** `/machines/$machineId` */
  path: string
  /** query parameters that change what it shows; all others are dropped */
  query: readonly string[]
  /** what it subscribes to */
  live: (at: At) => Wanted[]
  head: (at: At, store: DocumentStore) => Head
  /** only for some who are signed in: the server, which does not know who asks, finds nothing there */
  hidden?: true
  component: ComponentType<At>
  /** fetches what `component` needs to be shown: see `fetchedLater` */
  load?: () => Promise<void>
}

export const want = <Input>(contract: PublicationContract<Input>, input: Input): Wanted => ({
  name: contract.name,
  params: [input as Ejson],
})
