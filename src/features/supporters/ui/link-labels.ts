import * as m from '#messages'
import type { SupporterLinkDoc } from '../contract.ts'

/** Describes the state of the user's link in a sentence. */
export function linkStateLabel(link: SupporterLinkDoc | undefined): string {
  if (link === undefined) return m.supporters_stands_none()
  if (!link.active) return m.supporters_stands_idle()
  return link.tier === null ? m.supporters_stands_on() : m.supporters_stands_on_tier({ tier: link.tier })
}
