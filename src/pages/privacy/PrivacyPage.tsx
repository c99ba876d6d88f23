import { PolicyPage } from '#policies/ui/PolicyPage.tsx'

/** The privacy policy. */
export const PrivacyPage = () => <PolicyPage name="privacy" />
