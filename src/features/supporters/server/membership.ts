import * as v from 'valibot'
import { PatreonError } from './patreon-error.ts'

/** The account that answered, and its membership in our campaign. */
export interface Membership {
  providerId: string
  active: boolean
  tier: string | null
}

const reference = v.object({ data: v.nullish(v.object({ id: v.string() })) })
const references = v.object({ data: v.nullish(v.array(v.object({ id: v.string() }))) })
const resource = v.object({
  id: v.string(),
  type: v.string(),
  attributes: v.optional(
    v.object({
      patron_status: v.nullish(v.string()),
      currently_entitled_amount_cents: v.nullish(v.number()),
      title: v.nullish(v.string()),
      amount_cents: v.nullish(v.number()),
    }),
  ),
  relationships: v.optional(v.object({ campaign: v.optional(reference), currently_entitled_tiers: v.optional(references) })),
})
const identity = v.object({
  data: v.object({ id: v.pipe(v.string(), v.minLength(1), v.maxLength(100)), type: v.literal('user') }),
  included: v.optional(v.array(resource)),
})

/** Maximum characters of a tier's title. */
const MAX_TITLE_LENGTH = 80

/**
 * Reads the answer of `identity` (JSON:API). A membership is active if the member pays (`active_patron`), or was given what others pay for
 * (no status, but entitled to more than nothing). Of several tiers the most expensive one names the membership.
 * @throws PatreonError odd
 */
export function readMembership(answer: unknown, campaignId: string): Membership {
  const parsed = v.safeParse(identity, answer)
  if (!parsed.success) throw new PatreonError('odd')
  const { data, included = [] } = parsed.output
  const member = included.find(({ type, relationships }) => type === 'member' && relationships?.campaign?.data?.id === campaignId)
  const status = member?.attributes?.patron_status ?? null
  const cents = member?.attributes?.currently_entitled_amount_cents ?? 0
  const active = member !== undefined && (status === 'active_patron' || (status === null && cents > 0))
  const entitled = new Set(member?.relationships?.currently_entitled_tiers?.data?.map(({ id }) => id))
  const [tier] = included
    .filter(({ type, id }) => type === 'tier' && entitled.has(id))
    .sort((a, b) => (b.attributes?.amount_cents ?? 0) - (a.attributes?.amount_cents ?? 0))
  const title = tier?.attributes?.title?.normalize('NFC').trim() ?? ''
  return { providerId: data.id, active, tier: active && title !== '' ? [...title].slice(0, MAX_TITLE_LENGTH).join('') : null }
}
