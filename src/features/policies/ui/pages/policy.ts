import * as m from '#messages'
import { type PageParts, want } from '../../../../platform/live/route.ts'
import { type PolicyDoc, type PolicyName, policiesText } from '../../contract.ts'

/** What a policy's page asks for, and its head. @param title as long as the text has not come */
export const policy = (name: PolicyName, title: () => string, description: () => string): Pick<PageParts, 'live' | 'head'> => ({
  live: () => [want(policiesText, { name })],
  head: (_at, store) => {
    const found = store.collection('policies').get(name) as unknown as PolicyDoc | undefined
    return { title: m.policies_head({ title: found?.title ?? title() }), description: description() }
  },
})
