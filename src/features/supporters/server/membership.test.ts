import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readMembership } from './membership.ts'
import { PatreonError } from './patreon-error.ts'

const CAMPAIGN = '123'

const member = (attributes: object, { campaign = CAMPAIGN, tiers = [] as string[] } = {}) => ({
  id: `member of ${campaign}`,
  type: 'member',
  attributes,
  relationships: {
    campaign: { data: { id: campaign, type: 'campaign' } },
    currently_entitled_tiers: { data: tiers.map(id => ({ id, type: 'tier' })) },
  },
})
const tier = (id: string, title: string | null, amount_cents: number) => ({ id, type: 'tier', attributes: { title, amount_cents } })
const answer = (...included: object[]) => ({ data: { id: '987', type: 'user', attributes: {} }, included })

describe('a membership', () => {
  it.each([
    ['active_patron', 500, true],
    ['active_patron', 0, true],
    ['declined_patron', 500, false],
    ['former_patron', 0, false],
    [null, 0, false],
    [null, 500, true],
  ])('with status %s, entitled to %s cents: active %s', (patron_status, currently_entitled_amount_cents, active) => {
    expect(readMembership(answer(member({ patron_status, currently_entitled_amount_cents })), CAMPAIGN)).toEqual({
      providerId: '987',
      active,
      tier: null,
    })
  })

  it('of another campaign, or none at all, is no membership', () => {
    const elsewhere = member({ patron_status: 'active_patron' }, { campaign: '999' })
    for (const none of [answer(elsewhere), answer(), { data: { id: '987', type: 'user' } }])
      expect(readMembership(none, CAMPAIGN)).toEqual({ providerId: '987', active: false, tier: null })
  })

  it('has the title of its most expensive tier, truncated to the shown length', () => {
    const named = (...tiers: ReturnType<typeof tier>[]): string | null =>
      readMembership(answer(member({ patron_status: 'active_patron' }, { tiers: ['a', 'b'] }), ...tiers), CAMPAIGN).tier
    expect(named(tier('a', 'Silver', 300), tier('b', 'Gold', 900), tier('c', 'Platinum', 9900))).toBe('Gold')
    expect(named(tier('a', '  ', 300))).toBe(null)
    expect(named(tier('a', null, 300))).toBe(null)
    expect(named(tier('a', '🎱'.repeat(200), 300))).toBe('🎱'.repeat(80))
  })

  it('that cannot be parsed is an error of the provider', () => {
    for (const odd of [
      null,
      'x',
      [],
      {},
      { data: null },
      { data: { id: 7, type: 'user' } },
      { data: { id: '', type: 'user' } },
      { data: { id: '1', type: 'member' } },
    ])
      expect(() => readMembership(odd, CAMPAIGN)).toThrow(PatreonError)
    fc.assert(
      fc.property(fc.jsonValue(), included => {
        try {
          expect(readMembership({ data: { id: '1', type: 'user' }, included }, CAMPAIGN).active).toBe(false)
        } catch (error) {
          expect(error).toBeInstanceOf(PatreonError)
        }
      }),
      { seed: 20_261_122, numRuns: 500 },
    )
  })
})
