import type { Browser } from 'playwright-core'
import type { EventGroupDoc } from '#events/contract/documents.ts'
import { DdpTestClient } from '../../integration/helpers/ddp-test-client.ts'
import { documentsOfEvent } from '../../integration/helpers/event-documents.ts'
import { closeBrowser, openBrowser } from './browser.ts'
import { type Player, signUp } from './player.ts'
import { type Site, startSite } from './site.ts'

export const HOUR = 3_600_000

export type PlayedGroupDoc = EventGroupDoc & { _id: string }

/** A site on which `dora` directs events, a browser, and a client that watches by the wire. */
export interface EventSite {
  site: Site
  browser: Browser
  director: Player
  visitor: DdpTestClient
  machineIds: string[]
  /** Returns the groups of an event that the visitor has. */
  groups(eventId: string): PlayedGroupDoc[]
  /** Returns those without a confirmed result, in their order. */
  open(eventId: string): PlayedGroupDoc[]
  close(): Promise<void>
}

/** @param machines words by which each machine is found */
export async function openEventSite(machines: readonly string[]): Promise<EventSite> {
  const site = await startSite({ RATE_LIMITS: 'off' })
  const browser = await openBrowser()
  const director = await signUp(site.endpoint, 'dora')
  await site.admin('roles', '--add', 'event-director', '--username', 'dora')
  const machineIds = await Promise.all(machines.map(text => director.findMachine(text)))
  const visitor = await DdpTestClient.open(site.endpoint)
  const groups = (eventId: string): PlayedGroupDoc[] => documentsOfEvent<EventGroupDoc>(visitor, 'eventGroups', eventId)
  return {
    ...{ site, browser, director, visitor, machineIds, groups },
    open: eventId =>
      groups(eventId)
        .filter(({ state }) => state !== 'confirmed')
        .sort((a, b) => a.number - b.number),
    async close() {
      await director.disconnect()
      visitor.socket.close()
      await closeBrowser(browser)
      await site.close()
    },
  }
}

/** From an hour ago to in an hour. */
export const aroundNow = (): { startsAt: Date; endsAt: Date } => ({
  startsAt: new Date(Date.now() - HOUR),
  endsAt: new Date(Date.now() + HOUR),
})
