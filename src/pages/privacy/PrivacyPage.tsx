import { PolicyText } from '../../features/policies/ui/PolicyText.tsx'

/** The privacy policy. */
export const PrivacyPage = () => <PolicyText name="privacy" />
