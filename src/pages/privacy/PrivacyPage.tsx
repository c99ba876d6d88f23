import { PolicyPage } from '../../features/policies/ui/PolicyPage.tsx'

/** The privacy policy. */
export const PrivacyPage = () => <PolicyPage name="privacy" />
