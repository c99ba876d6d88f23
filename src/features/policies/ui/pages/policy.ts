import * as m from '#messages'
import { type PageModule, subscribeTo } from '../../../../platform/live/route.ts'
import { spokenLocale } from '../../../../platform/ui/locale.ts'
import { type PolicyDoc, type PolicyName, policiesText, policyId } from '../../contract.ts'

/** What a policy's page asks for, and its head. @param title as long as the text has not come, and where it is in another language than the page */
export const policy = (name: PolicyName, title: () => string, description: () => string): Pick<PageModule, 'live' | 'head'> => ({
  live: () => [subscribeTo(policiesText, { name, lang: spokenLocale() })],
  head: (_at, store) => {
    const found = store.collection('policies').get(policyId(name, spokenLocale())) as unknown as PolicyDoc | undefined
    return { title: m.policies_head({ title: found?.lang === spokenLocale() ? found.title : title() }), description: description() }
  },
})
