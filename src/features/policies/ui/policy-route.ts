import * as m from '#messages'
import { type PageModule, subscribeTo } from '#platform/live/route.ts'
import { getActiveLocale } from '#platform/ui/format/locale.ts'
import { type PolicyDoc, type PolicyName, policiesText, policyId } from '../contract.ts'

/**
 * The subscription and the head of a policy's page. @param title used until the text has arrived, and if the text is in another language
 * than the page
 */
export const definePolicyPage = (name: PolicyName, title: () => string, description: () => string): Pick<PageModule, 'live' | 'head'> => ({
  live: () => [subscribeTo(policiesText, { name, lang: getActiveLocale() })],
  head: (_at, store) => {
    const found = store.collection('policies').get(policyId(name, getActiveLocale())) as unknown as PolicyDoc | undefined
    return { title: m.policies_head({ title: found?.lang === getActiveLocale() ? found.title : title() }), description: description() }
  },
})
