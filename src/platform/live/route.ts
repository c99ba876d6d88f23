import type { ComponentType } from 'react'
import type { DocumentStore } from '../../ddp/client/store.ts'
import type { Ejson } from '../../ddp/wire/ejson.ts'
import type { PublicationContract } from './contract.ts'

/** Where a page stands: the names in its path, and its whitelisted query. */
export interface RouteMatch {
  params: Readonly<Record<string, string>>
  query: Readonly<Record<string, string>>
}

export interface SubscriptionRequest {
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
  /** address of a feed of this site that tells what is new here */
  feed?: string
}

/** What a page is made of, the same for both sides. */
export interface PageModule {
  /** what it subscribes to */
  live: (at: RouteMatch) => SubscriptionRequest[]
  head: (at: RouteMatch, store: DocumentStore) => Head
  component: ComponentType<RouteMatch>
}

/** A page's parts as they are from the beginning: empty until `load` has fetched them. */
export interface LazyPage extends PageModule {
  /** what `load` fetches, by its path in this repository */
  module: string
  load: () => Promise<void>
}

/** One page of the site. */
export interface PageRoute extends LazyPage {
  /** `/machines/$machineId` */
  path: string
  /** query parameters that change what it shows; all others are dropped */
  query: readonly string[]
  /** only for some who are signed in: the server, which does not know who asks, finds nothing there */
  hidden?: true
}

export const subscribeTo = <Input>(contract: PublicationContract<Input>, input: Input): SubscriptionRequest => ({
  name: contract.name,
  params: [input as Ejson],
})
