import { policy } from './policy.ts'

export { PrivacyPage as component } from './PolicyPage.tsx'

export const { live, head } = policy('privacy', 'Privacy', 'What Skillshot keeps, who sees it, and how to be rid of it.')
