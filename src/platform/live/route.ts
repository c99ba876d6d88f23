import type { ComponentType } from 'react'
import type { DocumentStore } from '#ddp/client/store.ts'
import type { Ejson } from '#ddp/wire/ejson.ts'
import type { PublicationContract } from './contract.ts'

/** The parameters of a page's address: those of its path, and those of its query that the route allows. */
export interface RouteMatch {
  params: Readonly<Record<string, string>>
  query: Readonly<Record<string, string>>
}

export interface SubscriptionRequest {
  name: string
  params: Ejson[]
}

/**
 * The image that chats and social sites show for a page; sizes in px. `path`: of this site, with a query, since they cache an image by its
 * address.
 */
export interface ShareImage {
  path: string
  width: number
  height: number
  alt: string
}

/** The content of a page's head. `robots`: `noindex` keeps the page out of search engines. */
export interface Head {
  title: string
  description: string
  robots?: 'noindex'
  image?: ShareImage
  /** address of an Atom feed of this site with what is new on the page */
  feed?: string
}

/** The parts of a page, which server and client share. */
export interface PageModule {
  /** returns the subscriptions of the page */
  live: (match: RouteMatch) => SubscriptionRequest[]
  head: (match: RouteMatch, store: DocumentStore) => Head
  component: ComponentType<RouteMatch>
  /** Loads scripts of the page that its first render needs and that most visits do not. The server has all of them. */
  loadParts?: () => Promise<void>
}

/** A page whose parts are empty until `load` has fetched its module. */
export interface LazyPage extends PageModule {
  /** the path in this repository of the module that `load` fetches */
  module: string
  load: () => Promise<void>
}

/** One page of the site. */
export interface PageRoute extends LazyPage {
  /** `/machines/$machineId` */
  path: string
  /** query parameters that change what it shows; all others are dropped */
  query: readonly string[]
  /**
   * The server, which does not know the user when it renders, answers with a neutral frame and status 404 where it cannot show the page.
   * `hidden`: the page is for certain signed-in users only, so always. `members`: the subject of its first subscription may be private, so
   * where a visitor may not see it or it does not exist. Undefined: what does not exist for a visitor exists for nobody; the server shows the not-found page.
   */
  privacy: 'hidden' | 'members' | undefined
}

export const subscribeTo = <Input>(contract: PublicationContract<Input>, input: Input): SubscriptionRequest => ({
  name: contract.name,
  params: [input as Ejson],
})
