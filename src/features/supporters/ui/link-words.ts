import type { SupporterLinkDoc } from '../contract.ts'

/** How it stands with one's link, in a sentence. */
export function linkWords(link: SupporterLinkDoc | undefined): string {
  if (link === undefined) return 'If you support this site on Patreon, everybody may see it: by a badge on your profile and on every board.'
  if (!link.active) return 'Your Patreon account is linked, but has no active membership here. When it has, the badge comes by itself.'
  const tier = link.tier === null ? '' : ` (${link.tier})`
  return `You are a supporter${tier}: the badge is on your profile and on every board. Thank you!`
}
