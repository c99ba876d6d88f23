import { type PageRoute, want } from '../../../platform/live/route.ts'
import { type PolicyDoc, type PolicyName, policiesText } from '../contract.ts'
import { ChildSafetyPage, PrivacyPage } from './pages/PolicyPage.tsx'

const policy = (name: PolicyName, title: string, description: string, component: PageRoute['component']): PageRoute => ({
  path: `/${name}`,
  query: [],
  live: () => [want(policiesText, { name })],
  head: (_at, store) => {
    const found = store.collection('policies').get(name) as unknown as PolicyDoc | undefined
    return { title: `${found?.title ?? title} · Skillshot`, description }
  },
  component,
})

export const policiesRoutes: readonly PageRoute[] = [
  policy('privacy', 'Privacy', 'What Skillshot keeps, who sees it, and how to be rid of it.', PrivacyPage),
  policy('child-safety', 'Child safety', 'How Skillshot protects children, and how to report what endangers one.', ChildSafetyPage),
]
