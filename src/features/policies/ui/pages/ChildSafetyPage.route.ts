import { policy } from './policy.ts'

export { ChildSafetyPage as component } from './PolicyPage.tsx'

export const { live, head } = policy(
  'child-safety',
  'Child safety',
  'How Skillshot protects children, and how to report what endangers one.',
)
